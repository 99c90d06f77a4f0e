/** Whether something stands at a path. */

/** Also true for a dangling link, and for what is out of reach: that shows when it is opened. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}
