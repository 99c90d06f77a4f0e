/** Connects to the endpoint in its first argument and prints how that went. */

import { openUrl } from "./http-server.ts";

const connector = openUrl(Deno.args[0] ?? "", { authorization: "Bearer tok" });
const outcome = await connector.connect().then(
  ({ revision }) => revision,
  ({ label, message }) => `${label}: ${message}`,
);
await connector.close();
console.log(outcome);
