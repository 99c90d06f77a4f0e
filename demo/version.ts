/**
 * The version that the demo server reports in `serverInfo`.
 *
 * It repeats the one of `deno.json` instead of importing that file, so that the compiled program
 * does not carry the whole configuration; a test holds the two together.
 */
export const VERSION = "0.9.0";
