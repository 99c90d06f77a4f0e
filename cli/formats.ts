/** The forms in which reports are printed (reports.md §6; `json` and `html` are ours). */
export const REPORT_FORMATS = ["text", "json", "markdown", "sarif", "junit", "html"] as const;

/** One of them. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];
