/** What a `Content-Type` names (RFC 9110 §8.3.1). */

/** The media type in lower case, without its parameters; empty when there is none. */
export function mediaType(contentType: string | null | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
