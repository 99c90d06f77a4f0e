/** `workflow`: do the steps of a task work together, time after time (spec §6). */

import { callTool } from "./call.ts";
import { mismatchOf } from "./expectation.ts";
import { listedClient } from "./listed-client.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/**
 * Runs all repetitions of the steps in one session of its own and stops at the first call that is
 * not as expected. What the catalog says is checked again there: it may differ from the one that
 * the run began with, and then nothing is called.
 */
export const workflow: Probe<"workflow"> = async ({ steps, repetitions }, context) => {
  const session = await listedClient(
    context.connector,
    steps.map(({ tool }) => tool),
    (tool) => tool.class !== "writer",
  );
  try {
    const own = { ...context, session };
    let calls = 0;
    for (let repetition = 1; repetition <= repetitions; repetition++) {
      for (const step of steps) {
        calls++;
        const mismatch = mismatchOf(
          step.expect,
          await callTool(own, step.tool, step.arguments),
        );
        if (mismatch !== null) return fail(calls, mismatch);
      }
    }
    return pass(calls);
  } finally {
    void session.close();
  }
};
