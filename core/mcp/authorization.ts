/** The value of the `Authorization` header that a user gives (wire.md §6.2, §12 row 5). */

/** Longest value, in bytes. */
const MAX_BYTES = 8192;

/** The variable that holds the value; whoever may read the environment reads it. */
export const AUTHORIZATION_VARIABLE = "MCPEVAL_HTTP_AUTHORIZATION";

/**
 * Why a value cannot be sent, or null. The problem names the variable, never the value.
 */
export function authorizationProblem(value: string): string | null {
  if (value === "") return `${AUTHORIZATION_VARIABLE} is empty; unset it or give a value`;
  // deno-lint-ignore no-control-regex -- these are the characters to refuse
  if (/[\u0000-\u001f\u007f]/.test(value)) {
    return `${AUTHORIZATION_VARIABLE} holds a control character, perhaps a line end`;
  }
  if (/[^\u0020-\u007e]/.test(value)) {
    return `${AUTHORIZATION_VARIABLE} holds a character that is not ASCII`;
  }
  if (value.length > MAX_BYTES) {
    return `${AUTHORIZATION_VARIABLE} is longer than ${MAX_BYTES} bytes`;
  }
  return null;
}
