/**
 * A process that indexes a home, for tests: it prints a line when it starts, then how it ended. It
 * can be told a journal before which it stops: it prints a line there and waits to be killed.
 */

import { refreshIndex } from "../../../store/index/refresh.ts";

const [home = "", how = "refresh", stop] = Deno.args;
const { open } = Deno;
Deno.open = async (path, options) => {
  if (stop === undefined || !String(path).endsWith(stop)) return await open(path, options);
  console.log("stopped");
  return await new Promise(() => setTimeout(() => {}, 60_000));
};
console.log("started");
const outcome = await refreshIndex(home, { rebuild: how === "rebuild" });
console.log(JSON.stringify(outcome));
