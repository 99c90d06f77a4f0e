/** Installing from a release (reports.md §10.1, corpus-and-distribution.md §B5). */

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { tempFolder } from "../cli/run.ts";
import { BOTH, install, LINUX, refused, STEP } from "./install.ts";
import { program, serveRelease } from "./release.ts";
import { actionTest } from "./runner.ts";

actionTest("the pinned release is installed when there is no mcpeval", async () => {
  await using release = serveRelease();
  const { codes, stdout, versions } = await install(await release.publish("1.2.3"), release.base);
  assert.equal(codes[STEP], 0);
  assert.equal(
    stdout,
    `installed mcpeval 1.2.3 (linux-x64) from ${release.base}/${LINUX}\n`,
  );
  assert.equal(versions, BOTH);
  assert.deepEqual(release.asked, [`${LINUX}.sha256`, LINUX]);
});

actionTest("a mirror may be a folder, and end in a slash", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  await using mirror = await tempFolder();
  await Deno.mkdir(mirror.file("v1.2.3"));
  for (const [path, content] of release.files) await mirror.write(path, content);
  const { versions } = await install(pinned, `${pathToFileURL(mirror.path)}/`);
  assert.equal(versions, BOTH);
});

actionTest("macOS and Windows take their builds", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  const mac = await install(pinned, release.base, {
    env: { RUNNER_OS: "macOS", RUNNER_ARCH: "ARM64" },
  });
  assert.match(
    mac.stdout,
    /^installed mcpeval 1\.2\.3 \(darwin-arm64\) from \S+-darwin\.tar\.gz\n$/,
  );
  const windows = await install(pinned, release.base, {
    env: { RUNNER_OS: "Windows" },
    programs: { cygpath: { script: '#!/bin/sh\nprintf "WINDOWS:%s\\n" "$2"\n' } },
  });
  assert.match(windows.stdout, /^installed mcpeval 1\.2\.3 \(win32-x64\) from \S+-msvc\.zip\n$/);
  assert.match(windows.path[0] ?? "", /^WINDOWS:\/.*\/bin$/);
  assert.equal(
    windows.versions,
    "mcpeval-demo.exe: mcpeval-demo 1.2.3\nmcpeval.exe: mcpeval 1.2.3\n",
  );
});

const TOOLS = [
  ...["bash", "sh", "dirname", "tr", "jq", "curl", "mktemp", "mkdir", "rm", "wc", "chmod", "cat"],
  ...["tar", "gzip"],
];

actionTest("what the runner lacks is replaced: sha256sum by shasum, unzip by tar.exe", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  const mac = await install(pinned, release.base, { tools: [...TOOLS, "shasum"] });
  assert.equal(mac.versions, BOTH);

  await using root = await tempFolder();
  await Deno.mkdir(root.file("System32"));
  const unzip = (await new Deno.Command("bash", { args: ["-c", "command -v unzip"] }).output())
    .stdout;
  const tar = `#!/bin/bash\n"${new TextDecoder().decode(unzip).trim()}" -q "$2" "\${@:3}"\n`;
  await Deno.writeTextFile(root.file("System32/tar.exe"), tar, { mode: 0o755 });
  const windows = await install(pinned, release.base, {
    tools: [...TOOLS, "sha256sum"],
    env: { RUNNER_OS: "Windows", SYSTEMROOT: root.path },
    programs: { cygpath: { script: '#!/bin/sh\necho "$2"\n' } },
  });
  assert.equal(
    windows.versions,
    "mcpeval-demo.exe: mcpeval-demo 1.2.3\nmcpeval.exe: mcpeval 1.2.3\n",
  );
});

actionTest("an mcpeval on PATH is reused unless another version is asked for", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  const programs = { mcpeval: { script: program("mcpeval", "1.0.0") } };
  for (const version of ["", "1.0.0", "v1.0.0"]) {
    const { stdout, path } = await install(pinned, release.base, { programs, version });
    assert.equal(stdout, "using preinstalled mcpeval 1.0.0\n");
    assert.deepEqual(path, []);
  }
  assert.deepEqual(release.asked, []);
  const other = await install(pinned, release.base, { programs, version: "v1.2.3" });
  assert.equal(other.versions, BOTH);
});

actionTest("an mcpeval on PATH that does not run is passed over", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  const programs = { mcpeval: { script: "#!/bin/sh\nexit 1\n" } };
  const { versions } = await install(pinned, release.base, { programs });
  assert.equal(versions, BOTH);
});

actionTest("another version comes with its own release file", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.0.0");
  await release.publish("1.2.3");
  for (
    const [own, version] of [[pinned, "1.2.3"], [pinned, "v1.2.3"], [undefined, "1.2.3"]] as const
  ) {
    release.asked.length = 0;
    const { versions } = await install(own, release.base, { version });
    assert.equal(versions, BOTH);
    assert.deepEqual(release.asked, ["v1.2.3/release.json", `${LINUX}.sha256`, LINUX]);
  }
});

actionTest("downloads are tried again, three times at most", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  release.failures = 2;
  const { versions } = await install(pinned, release.base);
  assert.equal(versions, BOTH);
  assert.equal(release.asked.length, 4);

  release.failures = 100;
  release.asked.length = 0;
  const outcome = await install(pinned, release.base);
  refused(
    outcome,
    `cannot download ${release.base}/${LINUX}.sha256 (HTTP status 503, curl status 22)`,
  );
  assert.equal(release.asked.length, 4);
});

actionTest("a version input that is none, an unknown runner, a missing tool", async () => {
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  for (const version of ["latest", "../1.2.3", "1.2.3/x", "1 2", "1\n2", "$(id)", "vv1"]) {
    refused(
      await install(pinned, release.base, { version }),
      "the version input is not a version such as 1.2.3",
    );
  }
  refused(
    await install(pinned, release.base, { env: { RUNNER_OS: "Plan9" } }),
    "there is no build for the operating system of this runner",
  );
  refused(
    await install(pinned, release.base, { env: { RUNNER_ARCH: "ARM" } }),
    "there is no build for the processor of this runner",
  );
  refused(
    await install(pinned, release.base, { env: { RUNNER_ARCH: "ARM64" } }),
    "release.json has no build for linux-arm64",
  );
  for (const tool of ["jq", "curl"]) {
    const tools = TOOLS.filter((name) => name !== tool);
    refused(
      await install(pinned, release.base, { tools }),
      `${tool} is needed and is not on PATH`,
    );
  }
  refused(
    await install(undefined, release.base),
    "this copy of the action pins no release; put mcpeval on PATH or set the version input",
  );
  assert.deepEqual(release.asked, []);
});

actionTest("without a mirror only https is spoken", async () => {
  // A curl that shows how it was called, in place of a download.
  const script = '#!/bin/bash\nprintf "%s\\n" "$@" >"$RUNNER_TEMP/../curl.args"\nexit 1\n';
  await using release = serveRelease();
  const pinned = await release.publish("1.2.3");
  await using outer = await tempFolder();
  await Deno.mkdir(outer.file("inner"));
  const { stderr } = await install(pinned, undefined, {
    programs: { curl: { script } },
    env: { RUNNER_TEMP: outer.file("inner") },
  });
  const url = "https://github.com/cavi-ai/mcp-eval/releases/download/v1.2.3/" +
    "mcpeval-x86_64-unknown-linux-gnu.tar.gz.sha256";
  assert.equal(
    stderr,
    `mcpeval install: cannot download ${url} (HTTP status , curl status 1)\n`,
  );
  const args = (await Deno.readTextFile(outer.file("curl.args"))).trimEnd().split("\n");
  assert.equal(args.at(-1), url);
  assert.equal(args[args.indexOf("--proto") + 1], "=https");
  assert.equal(args[args.indexOf("--retry") + 1], "3");
});
