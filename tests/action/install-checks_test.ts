/** What is checked before anything of a release is used (corpus-and-distribution.md §B1, §B2). */

import assert from "node:assert/strict";
import { BOTH, install, LINUX, refused } from "./install.ts";
import { program, type ReleaseFile, serveRelease } from "./release.ts";
import { actionTest } from "./runner.ts";

const DIGEST = "0".repeat(64);
const ARCHIVE = "mcpeval-x86_64-unknown-linux-gnu.tar.gz";
const NO_COMPANION = `${ARCHIVE}.sha256 is not a digest, two spaces and the name of the archive`;

/** What a companion file holds instead, given the digest of the archive, and what comes of it. */
const COMPANIONS: [text: (digest: string) => string, reason: string | undefined][] = [
  [(digest) => `${digest}  ${ARCHIVE}`, undefined],
  [(digest) => `${digest}  ${ARCHIVE}\r`, undefined],
  [(digest) => `${digest}  ${ARCHIVE}\r\n`, undefined],
  [() => `${DIGEST}  ${ARCHIVE}\n`, `${ARCHIVE}.sha256 has another digest than release.json`],
  [(digest) => `${digest}  ${ARCHIVE}\n\n`, NO_COMPANION],
  [(digest) => `${digest} ${ARCHIVE}\n`, NO_COMPANION],
  [(digest) => `${digest} *${ARCHIVE}\n`, NO_COMPANION],
  [(digest) => `${digest.toUpperCase()}  ${ARCHIVE}\n`, NO_COMPANION],
  [(digest) => `${digest}  other.tar.gz\n`, NO_COMPANION],
  [(digest) => ` ${digest}  ${ARCHIVE}\n`, NO_COMPANION],
  [(digest) => `x\n${digest}  ${ARCHIVE}`, NO_COMPANION],
  [(digest) => `${digest}\n`, NO_COMPANION],
  [() => "", NO_COMPANION],
  [() => "<html>\0</html>", NO_COMPANION],
];

actionTest("the companion file must be as it should, byte for byte", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  const digest = pinned.assets["linux-x64"]?.sha256 ?? "";
  for (const [text, reason] of COMPANIONS) {
    release.files.set(`${LINUX}.sha256`, text(digest));
    const outcome = await install(pinned, release.base);
    if (reason === undefined) assert.equal(outcome.versions, BOTH);
    else refused(outcome, reason);
  }
  release.files.set(`${LINUX}.sha256`, "x".repeat(2000));
  refused(
    await install(pinned, release.base),
    `${release.base}/${LINUX}.sha256 is larger than it should be`,
  );
});

actionTest("an archive of another size or digest is not unpacked", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  const bytes = release.files.get(LINUX);
  assert.ok(bytes instanceof Uint8Array);
  release.files.set(LINUX, bytes.slice(0, -1));
  refused(
    await install(pinned, release.base),
    `${ARCHIVE} has another size than release.json says`,
  );
  release.files.set(LINUX, new Uint8Array([...bytes, 0]));
  refused(
    await install(pinned, release.base),
    `${release.base}/${LINUX} is larger than it should be`,
  );
  release.files.set(LINUX, bytes.map((byte, at) => at === 20 ? byte ^ 1 : byte));
  refused(
    await install(pinned, release.base),
    `${ARCHIVE} has another digest than release.json says`,
  );
  release.files.delete(LINUX);
  refused(
    await install(pinned, release.base),
    `cannot download ${release.base}/${LINUX} (HTTP status 404, curl status 22)`,
  );
});

/** Changes to a release file, and why it is refused. */
const FILES: [change: (release: ReleaseFile) => void, reason: string][] = [
  [(release) => release.schemaVersion = 2, "is not of schemaVersion 1"],
  [(release) => release.repository = "a/b/../c", "names no repository"],
  [(release) => release.repository = "$(id)/x", "names no repository"],
  [(release) => release.version = "", "names no version"],
  [(release) => release.version = "1.2.3/../9", "names no version"],
  [(release) => release.tag = "v1.2.4", "has a tag that is not its version"],
  [(release) => release.tag = "1.2.3", "has a tag that is not its version"],
  [(release) => delete release.assets["linux-x64"], "has no build for linux-x64"],
  [(release) => Object.assign(release, { assets: [] }), "lists no assets"],
  ...([
    { archive: "../mcpeval.tar.gz" },
    { archive: "-x.tar.gz" },
    { archive: "mcpeval.rpm" },
    { sha256: "F".repeat(64) },
    { sha256: "f".repeat(63) },
    { size: 0 },
    { size: 1.5 },
    { size: "9" },
  ] as object[]).map((change): [(release: ReleaseFile) => void, string] => [
    (release) => Object.assign(release.assets["linux-x64"] ?? {}, change),
    "describes its linux-x64 build wrongly",
  ]),
];

actionTest("a release file is checked before anything is made of it", async () => {
  await using release = serveRelease();
  for (const [change, reason] of FILES) {
    const pinned = await release.publish("1.2.3", change);
    refused(await install(pinned, release.base), `release.json ${reason}`);
  }
  for (const text of ["", "{"]) {
    refused(await install(text, release.base), "release.json is not valid JSON");
  }
  for (const text of ["[]", "null"]) {
    refused(await install(text, release.base), "release.json is not of schemaVersion 1");
  }
  assert.deepEqual(release.asked, []);
});

actionTest("the file of a requested release must be that release's", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.0.0");
  const rows: [change: (release: ReleaseFile) => void, reason: string][] = [
    [(file) => file.tag = "v1.2.4", "release.json has a tag that is not its version"],
    [
      (file) => Object.assign(file, { version: "1.2.4", tag: "v1.2.4" }),
      "release.json is that of another version",
    ],
    [(file) => file.repository = "some/fork", "release.json is that of another repository"],
  ];
  for (const [change, reason] of rows) {
    await release.publish("1.2.3", change);
    refused(await install(pinned, release.base, { version: "1.2.3" }), reason);
  }
  refused(
    await install(pinned, release.base, { version: "9.9.9" }),
    `cannot download ${release.base}/v9.9.9/release.json (HTTP status 404, curl status 22)`,
  );
});

actionTest("an archive must hold two programs of the release's version", async () => {
  await using release = serveRelease();
  const rows: [files: Record<string, string>, reason: string][] = [
    [{ mcpeval: program("mcpeval", "1.2.3") }, `${ARCHIVE} cannot be unpacked or lacks a program`],
    [
      { mcpeval: "-> /bin/sh", "mcpeval-demo": program("mcpeval-demo", "1.2.3") },
      `${ARCHIVE} holds something else than two programs`,
    ],
    [
      { mcpeval: program("mcpeval", "1.2.2"), "mcpeval-demo": "" },
      "the installed mcpeval is of another version",
    ],
    [{ mcpeval: "#!/bin/sh\nexit 1\n", "mcpeval-demo": "" }, "the installed mcpeval does not run"],
  ];
  for (const [files, reason] of rows) {
    const pinned = await release.publish("1.2.3");
    await release.replace(pinned, "linux-x64", files);
    refused(await install(pinned, release.base), reason);
  }
});

actionTest("what else an archive holds stays in it", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  await release.replace(pinned, "linux-x64", {
    mcpeval: program("mcpeval", "1.2.3"),
    "mcpeval-demo": program("mcpeval-demo", "1.2.3"),
    curl: "#!/bin/sh\necho other\n",
  });
  assert.equal((await install(pinned, release.base)).versions, BOTH);
});
