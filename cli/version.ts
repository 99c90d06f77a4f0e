/** The version that every program of this repository shows; `deno.json` holds the same one. */
export const VERSION = "0.9.0";
