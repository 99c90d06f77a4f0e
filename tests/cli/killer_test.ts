import assert from "node:assert/strict";
import { stdioTarget } from "../../cli/target.ts";

Deno.test("without a program that ends process groups, that is said once", () => {
  const { statSync } = Deno;
  const { writeSync } = Deno.stderr;
  const said: string[] = [];
  Deno.statSync = () => {
    throw new Deno.errors.NotFound();
  };
  Deno.stderr.writeSync = (bytes) => {
    said.push(new TextDecoder().decode(bytes));
    return bytes.length;
  };
  try {
    const { job, capabilities } = stdioTarget(["/bin/server"], null);
    stdioTarget(["/bin/other"], null);
    assert.equal(job.killProgram, null);
    assert.deepEqual(capabilities.run, ["/bin/server"]);
  } finally {
    Deno.statSync = statSync;
    Deno.stderr.writeSync = writeSync;
  }
  assert.deepEqual(said, [
    "no program kill was found: processes that the server starts may outlive this run; " +
    "install kill\n",
  ]);
});
