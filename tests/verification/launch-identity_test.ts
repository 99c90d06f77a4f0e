import assert from "node:assert/strict";
import { IncompleteError } from "../../core/errors.ts";
import { observeLaunch } from "../../core/verification/launch-identity.ts";
import { tempFolder } from "../cli/run.ts";

/** SHA-256 of `abc` and of no bytes (FIPS 180-4). */
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

Deno.test("files are observed under their real paths, sorted, each once; the program's link stays", async () => {
  await using folder = await tempFolder();
  const root = await Deno.realPath(folder.path);
  await folder.write("z-program", "abc");
  await folder.write("script", "");
  await Deno.symlink(folder.file("z-program"), folder.file("link"));
  assert.deepEqual(
    await observeLaunch({
      executable: folder.file("link"),
      others: [folder.file("script"), folder.file("z-program"), folder.file("script")],
    }),
    {
      executable: folder.file("link"),
      artifacts: [[`${root}/script`, EMPTY], [`${root}/z-program`, ABC]],
    },
  );
});

Deno.test("a large file is read to its end", async () => {
  await using folder = await tempFolder();
  const path = await folder.write("large", new Uint8Array(1_000_000).fill(0x61));
  const { artifacts } = await observeLaunch({ executable: path, others: [] });
  // SHA-256 of a million times `a` (FIPS 180-4).
  const million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
  assert.deepEqual(artifacts.map(([, digest]) => digest), [million]);
});

Deno.test("what cannot be read is named when it is the program, not when it is an argument", async () => {
  await using folder = await tempFolder();
  const program = await folder.write("program", "");
  const missing = folder.file("SECRET");
  await assert.rejects(observeLaunch({ executable: program, others: [missing] }), (error) => {
    assert.ok(error instanceof IncompleteError);
    assert.doesNotMatch(error.message, /SECRET/);
    return true;
  });
  await assert.rejects(observeLaunch({ executable: missing, others: [] }), {
    name: "IncompleteError",
    message: `the verification executable ${missing} cannot be read; check its path and rights`,
  });
});
