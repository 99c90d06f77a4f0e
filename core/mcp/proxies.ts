/** Proxies, which are never used (wire.md §6.2). */

/**
 * Variables by which the runtime's connections would take a proxy, whatever the permissions of the
 * isolate. Whoever may change the environment deletes them before a run with an endpoint.
 */
const PROXY_VARIABLES = [
  "ALL_PROXY",
  "all_proxy",
  "HTTP_PROXY",
  "http_proxy",
  "HTTPS_PROXY",
  "https_proxy",
] as const;

/** Deletes {@link PROXY_VARIABLES}. Needs the `env` permission for them. */
export function forgetProxies(): void {
  for (const name of PROXY_VARIABLES) Deno.env.delete(name);
}
