/** A release of mcpeval on loopback, and a copy of the action that pins it. */

import { createHash } from "node:crypto";
import { zipSync } from "./packages.ts";
import { type TempFolder, tempFolder } from "../cli/run.ts";
import { ACTION } from "./runner.ts";

/** One asset of a release file (corpus-and-distribution.md §B2). */
export interface Asset {
  target: string;
  archive: string;
  size: number;
  sha256: string;
}

/** A release file. */
export interface ReleaseFile extends Record<string, unknown> {
  version: string;
  tag: string;
  assets: Record<string, Asset>;
}

/** Lower-case hex SHA-256. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A program that prints its version and nothing else. */
export function program(name: string, version: string): string {
  return `#!/bin/sh\necho "${name} ${version}"\n`;
}

/** Packs files with the tar of the system, or as a zip when the name says so. */
export async function pack(name: string, files: Record<string, string>): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  if (name.endsWith(".zip")) {
    const entries = Object.entries(files).map(([file, text]) => [file, encoder.encode(text)]);
    return zipSync(Object.fromEntries(entries));
  }
  await using folder = await tempFolder();
  for (const [file, text] of Object.entries(files)) {
    if (text.startsWith("-> ")) await Deno.symlink(text.slice(3), folder.file(file));
    else await folder.write(file, text);
  }
  const { code, stdout } = await new Deno.Command("tar", {
    args: ["-czf", "-", "-C", folder.path, ...Object.keys(files)],
  }).output();
  if (code !== 0) throw new Error("tar failed");
  return stdout;
}

/** A release that is served on loopback. */
export interface Release extends AsyncDisposable {
  /** What MCPEVAL_RELEASE_BASE_URL is set to. */
  base: string;
  /** The files, by tag and name; tests change them. */
  files: Map<string, string | Uint8Array>;
  /** Paths that were asked for, in order. */
  asked: string[];
  /** Answers with 503 as often as this, then properly. */
  failures: number;
  /** The release file of a version with builds of our own; adds its archives to the files. */
  publish(version: string, change?: (release: ReleaseFile) => void): Promise<ReleaseFile>;
  /** Puts other files into the archive of a build, and its digest everywhere. */
  replace(release: ReleaseFile, key: string, content: Record<string, string>): Promise<void>;
}

const BUILDS = [
  ["linux-x64", "x86_64-unknown-linux-gnu", "tar.gz"],
  ["darwin-arm64", "aarch64-apple-darwin", "tar.gz"],
  ["win32-x64", "x86_64-pc-windows-msvc", "zip"],
] as const;

/** Serves a release until the end of the scope. */
export function serveRelease(): Release {
  const files = new Map<string, string | Uint8Array>();
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const path = new URL(request.url).pathname.replace("/download/", "");
    asked.push(path);
    if (release.failures > 0) {
      release.failures -= 1;
      return new Response("busy", { status: 503 });
    }
    const file = files.get(path);
    return file === undefined
      ? new Response("not found", { status: 404 })
      : new Response(typeof file === "string" ? file : new Uint8Array(file));
  });
  const release: Release = {
    base: `http://127.0.0.1:${server.addr.port}/download`,
    files,
    asked,
    failures: 0,
    async publish(version, change = () => {}) {
      const tag = `v${version}`;
      const assets: Record<string, Asset> = {};
      for (const [key, target, ending] of BUILDS) {
        const archive = `mcpeval-${target}.${ending}`;
        const suffix = ending === "zip" ? ".exe" : "";
        const bytes = await pack(archive, {
          [`mcpeval${suffix}`]: program("mcpeval", version),
          [`mcpeval-demo${suffix}`]: program("mcpeval-demo", version),
        });
        assets[key] = { target, archive, size: bytes.length, sha256: sha256(bytes) };
        files.set(`${tag}/${archive}`, bytes);
        files.set(`${tag}/${archive}.sha256`, `${sha256(bytes)}  ${archive}\n`);
      }
      const file: ReleaseFile = {
        schemaVersion: 1,
        package: "@cavi-ai/mcp-eval",
        repository: "cavi-ai/mcp-eval",
        version,
        tag,
        commit: "0123456789abcdef0123456789abcdef01234567",
        assets,
      };
      change(file);
      files.set(`${tag}/release.json`, JSON.stringify(file));
      return file;
    },
    async replace({ tag, assets }, key, content) {
      const asset = assets[key];
      if (asset === undefined) throw new Error("the release has no such build");
      const bytes = await pack(asset.archive, content);
      Object.assign(asset, { size: bytes.length, sha256: sha256(bytes) });
      files.set(`${tag}/${asset.archive}`, bytes);
      files.set(`${tag}/${asset.archive}.sha256`, `${sha256(bytes)}  ${asset.archive}\n`);
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return release;
}

/** A copy of the action's scripts with a release file of its own, or without any. */
export async function actionPinning(
  release: ReleaseFile | string | undefined,
): Promise<TempFolder> {
  const folder = await tempFolder();
  await Deno.mkdir(folder.file("scripts/action"), { recursive: true });
  for (const { name } of Deno.readDirSync(`${ACTION}/scripts/action`)) {
    await Deno.copyFile(
      `${ACTION}/scripts/action/${name}`,
      folder.file(`scripts/action/${name}`),
    );
  }
  if (release !== undefined) {
    await Deno.mkdir(folder.file("distribution"));
    const text = typeof release === "string" ? release : JSON.stringify(release);
    await folder.write("distribution/release.json", text);
  }
  return folder;
}
