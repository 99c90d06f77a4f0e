import assert from "node:assert/strict";
import { executableTarget, fileTarget } from "../../scripts/executable-format.ts";

/** A header of 256 bytes with the given bytes at the given places. */
function header(...parts: [offset: number, bytes: number[]][]): Uint8Array {
  const head = new Uint8Array(256);
  for (const [offset, bytes] of parts) head.set(bytes, offset);
  return head;
}

const ELF = [0x7f, 0x45, 0x4c, 0x46];
const MACH_O = [0xcf, 0xfa, 0xed, 0xfe];
const PE: [number, number[]][] = [[0, [0x4d, 0x5a]], [0x3c, [0x80]], [0x80, [0x50, 0x45, 0, 0]]];

Deno.test("an executable's header names its target", () => {
  const cases: [Uint8Array, string][] = [
    [header([0, ELF], [18, [0x3e, 0]]), "x86_64-unknown-linux-gnu"],
    [header([0, ELF], [18, [0xb7, 0]]), "aarch64-unknown-linux-gnu"],
    [header([0, MACH_O], [4, [7, 0, 0, 1]]), "x86_64-apple-darwin"],
    [header([0, MACH_O], [4, [0xc, 0, 0, 1]]), "aarch64-apple-darwin"],
    [header(...PE, [0x84, [0x64, 0x86]]), "x86_64-pc-windows-msvc"],
  ];
  for (const [head, target] of cases) assert.equal(executableTarget(head), target);
});

Deno.test("other machines, other files and cut headers name no target", () => {
  const cases: Uint8Array[] = [
    header([0, ELF], [18, [0xf3, 0]]),
    header([0, MACH_O], [4, [0x12, 0, 0, 0]]),
    header(...PE, [0x84, [0x64, 0xaa]]),
    header(...PE, [0x3c, [0xff, 0xff]]),
    header([0, [0x23, 0x21, 0x2f]]),
    header([0, ELF], [18, [0x3e, 0]]).subarray(0, 20),
    new Uint8Array(),
  ];
  for (const head of cases) assert.equal(executableTarget(head), undefined);
});

Deno.test("the running Deno is an executable for the host", async () => {
  assert.equal(await fileTarget(Deno.execPath()), Deno.build.target);
});
