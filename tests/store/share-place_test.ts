import assert from "node:assert/strict";
import { findPlace, refuseOverlap } from "../../store/share-place.ts";
import { tempFolder } from "../cli/run.ts";

Deno.test("a place is found with its folder, and the folders that it lacks", async () => {
  await using folder = await tempFolder();
  const root = await Deno.realPath(folder.path);
  await Deno.mkdir(folder.file("real/deep"), { recursive: true });
  await Deno.symlink("real", folder.file("link"));
  assert.deepEqual(findPlace(folder.file("out")), {
    path: `${root}/out`,
    parent: root,
    missing: [],
  });
  assert.deepEqual(findPlace(folder.file("out/")), {
    path: `${root}/out`,
    parent: root,
    missing: [],
  });
  assert.deepEqual(findPlace(folder.file("a/b/out")), {
    path: `${root}/a/b/out`,
    parent: `${root}/a/b`,
    missing: [`${root}/a`, `${root}/a/b`],
  });
  assert.deepEqual(findPlace(folder.file("link/out")), {
    path: `${root}/real/out`,
    parent: `${root}/real`,
    missing: [],
  });
  assert.deepEqual(findPlace(folder.file("link/deep/../out")), {
    path: `${root}/real/out`,
    parent: `${root}/real`,
    missing: [],
  });
  assert.deepEqual(findPlace(folder.file("link/deep")), {
    path: `${root}/real/deep`,
    parent: `${root}/real`,
    missing: [],
  });
});

Deno.test("links, files and ways through nothing are refused", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("real"));
  await Deno.symlink("real", folder.file("link"));
  await Deno.symlink("nowhere", folder.file("dangling"));
  await folder.write("file", "");
  const refused: [name: string, message: RegExp][] = [
    ["link", /\/link is a symbolic link; name a folder$/],
    ["dangling", /\/dangling is a symbolic link; name a folder$/],
    ["file", /\/file is not a folder; name one, or a path where nothing is yet$/],
    ["file/out", /^looking at .*\/file\/out failed: a part of the path is not a folder$/],
    ["none/../out", /\/none\/\.\.\/out leads through a folder that does not exist$/],
    ["none/..", /leads through a folder that does not exist$/],
  ];
  for (const [name, message] of refused) {
    assert.throws(() => findPlace(folder.file(name)), { name: "IncompleteError", message });
  }
  assert.throws(() => findPlace(""), { name: "IncompleteError" });
});

Deno.test("a place in the store, the home and what holds the home overlap", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("home/store/sub"), { recursive: true });
  await Deno.symlink("home/store", folder.file("link"));
  const overlap = (name: string) =>
    refuseOverlap(findPlace(folder.file(name)), folder.file("home"), folder.file("home/store"));
  for (const name of ["home/store", "home/store/sub", "home/store/new", "home", ".", "link/new"]) {
    assert.throws(() => overlap(name), { message: /overlaps the capture store/ }, name);
  }
  assert.throws(() =>
    refuseOverlap(findPlace("/"), folder.file("home"), folder.file("home/store"))
  );
  for (const name of ["home/out", "home/store2", "out", "home/..out"]) overlap(name);
});

Deno.test("a home that does not exist yet overlaps, too", async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  assert.throws(() => refuseOverlap(findPlace(folder.path), home, `${home}/store`));
  refuseOverlap(findPlace(folder.file("out")), home, `${home}/store`);
});
