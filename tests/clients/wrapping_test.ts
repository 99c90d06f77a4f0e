import assert from "node:assert/strict";
import { isMcpeval, labelFor, wrappedFrom } from "../../core/clients/wrapping.ts";

Deno.test("a label is the name, with dashes for what a label may not have", () => {
  const labels: [name: string, label: string][] = [
    ["files", "files"],
    ["a.b:c_d-1", "a.b:c_d-1"],
    ["my notes (old)", "my-notes--old-"],
    ["--verbose", "verbose"],
    ["", "server"],
    ["é", "server"],
    ["x".repeat(200), "x".repeat(128)],
  ];
  for (const [name, label] of labels) assert.equal(labelFor(name), label);
});

Deno.test("a wrapped command is known by the program's name and the shape of its words", () => {
  const at: [words: string[], from: number | null][] = [
    [["mcpeval", "shim", "--server", "a", "--", "x"], 5],
    [["/opt/bin/mcpeval", "shim", "--server=a", "--", "x", "--", "y"], 4],
    [["C:\\Tools\\MCPEVAL.EXE", "shim", "--server", "a", "--", "x"], 5],
    [["mcpeval", "shim", "--server", "a", "--"], null],
    [["mcpeval", "shim", "--server", "a", "x"], null],
    [["mcpeval", "shim", "--", "x"], null],
    [["mcpeval", "shim", "--server", "a", "b", "--", "x"], null],
    [["mcpeval", "probe", "--server", "a", "--", "x"], null],
    [["mcpeval-demo", "shim", "--server", "a", "--", "x"], null],
    [["npx", "mcpeval", "shim", "--server", "a", "--", "x"], null],
    [[], null],
  ];
  for (const [words, from] of at) assert.equal(wrappedFrom(words), from, words.join(" "));
});

Deno.test("mcpeval is what is called so, wherever it is", () => {
  for (const path of ["mcpeval", "/a/mcpeval", "C:\\a b\\mcpeval.exe"]) assert.ok(isMcpeval(path));
  for (const path of ["mcpeval.sh", "/a/mcpeval/x", "xmcpeval", ""]) assert.ok(!isMcpeval(path));
});
