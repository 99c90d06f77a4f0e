import assert from "node:assert/strict";
import { join } from "node:path";
import { denoEnvironment } from "../../scripts/deno-command.ts";
import { takeDenort } from "../../scripts/denort-wheel.ts";
import { cachePath, findDenort, isUsable } from "../../scripts/denort.ts";

const LENGTH = 91_557_152;

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "mcpeval-test-" });
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function withEnvironment(
  values: Record<string, string>,
  use: () => void | Promise<void>,
): Promise<void> {
  const before = Object.keys(values).map((name) => [name, Deno.env.get(name)] as const);
  for (const [name, value] of Object.entries(values)) Deno.env.set(name, value);
  try {
    await use();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
  }
}

/** A sparse file: `start`, zeros, and the mark of appended data where the real wheel has it. */
async function fakeExecutable(path: string, start: number[], mark: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true });
  await file.write(new Uint8Array(start));
  await file.seek(LENGTH, Deno.SeekMode.Start);
  await file.write(new TextEncoder().encode(mark));
}

Deno.test("the head of a compiled program is taken when its digest matches", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "program");
    await Deno.writeTextFile(path, "abcd3n0l4nd and the rest");
    const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    const denort = await takeDenort(path, { length: 3, sha256 });
    assert.equal(new TextDecoder().decode(denort), "abc");
  });
});

Deno.test("a wheel's executable with other content is refused", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "program");
    await fakeExecutable(path, [0x7f, 0x45, 0x4c, 0x46], "d3n0l4nd");
    await assert.rejects(takeDenort(path), {
      name: "ScriptError",
      message: /expected 23bd19ba48c11df327fca649a81c9d44f0111d9951c1e93ef05bacc219e7ecc3$/,
    });
  });
});

Deno.test("a wheel's executable without program data at the known place is refused", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "program");
    const refusal = {
      name: "ScriptError",
      message: "no program data at byte 91557152 of the wheel's executable",
    };
    await fakeExecutable(path, [], "d3n0l4nX");
    await assert.rejects(takeDenort(path), refusal);
    await Deno.writeTextFile(path, "short");
    await assert.rejects(takeDenort(path), refusal);
  });
});

Deno.test("a cached file of another platform is not used, nor one that is missing", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "denort");
    assert.equal(await isUsable(path, "aarch64-apple-darwin"), false);
    const head = new Uint8Array(64);
    head.set([0xcf, 0xfa, 0xed, 0xfe, 0xc, 0, 0, 1]);
    await Deno.writeFile(path, head);
    assert.equal(await isUsable(path, "aarch64-apple-darwin"), true);
    assert.equal(await isUsable(path, "x86_64-apple-darwin"), false);
  });
});

Deno.test({
  name: "a cached file with a wrong digest is not used",
  ignore: Deno.version.deno !== "2.6.8",
  fn: () =>
    inFolder(async (folder) => {
      const path = join(folder, "denort");
      const head = new Uint8Array(64);
      head.set([0x7f, 0x45, 0x4c, 0x46]);
      head.set([0x3e], 18);
      await Deno.writeFile(path, head);
      assert.equal(await isUsable(path, "x86_64-unknown-linux-gnu"), false);
    }),
});

Deno.test({
  name: "the cache is in the user's cache folder",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const name = `mcpeval-build/denort-${Deno.version.deno}-aarch64-apple-darwin`;
    await withEnvironment({ XDG_CACHE_HOME: "/caches", HOME: "/home/someone" }, () => {
      assert.equal(cachePath("aarch64-apple-darwin"), `/caches/${name}`);
    });
    await withEnvironment({ XDG_CACHE_HOME: "", HOME: "/home/someone" }, () => {
      assert.equal(cachePath("aarch64-apple-darwin"), `/home/someone/.cache/${name}`);
    });
  },
});

Deno.test("DENORT_BIN is used as given when it is an executable of the target", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "denort");
    const head = new Uint8Array(64);
    head.set([0xcf, 0xfa, 0xed, 0xfe, 0xc, 0, 0, 1]);
    await Deno.writeFile(path, head);
    await withEnvironment({ DENORT_BIN: path }, async () => {
      assert.deepEqual(await findDenort("aarch64-apple-darwin"), { kind: "file", path });
      await assert.rejects(findDenort("x86_64-apple-darwin"), {
        name: "ScriptError",
        message: "DENORT_BIN names an executable for aarch64-apple-darwin, " +
          "expected the denort for x86_64-apple-darwin",
      });
    });
    await withEnvironment({ DENORT_BIN: join(folder, "missing") }, async () => {
      await assert.rejects(findDenort("x86_64-apple-darwin"), {
        name: "ScriptError",
        message: "DENORT_BIN names a file that cannot be read",
      });
    });
  });
});

Deno.test("child processes trust the system's certificates unless the user chose", async () => {
  await withEnvironment({ DENO_TLS_CA_STORE: "mozilla" }, () => {
    assert.equal(denoEnvironment()["DENO_TLS_CA_STORE"], "mozilla");
    Deno.env.delete("DENO_TLS_CA_STORE");
    assert.equal(denoEnvironment()["DENO_TLS_CA_STORE"], "system,mozilla");
  });
});
