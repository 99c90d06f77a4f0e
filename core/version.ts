/** The version of mcpeval, as in `deno.json`: in the handshake, in reports, in `--version`. */
export const VERSION = "0.9.0";
