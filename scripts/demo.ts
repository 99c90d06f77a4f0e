/**
 * The tour of `deno task demo`: scaffold a manifest for the demo server, gate the server with it,
 * then gate a broken one, and say what to do next.
 */

const MCPEVAL = "dist/mcpeval";
const DEMO = "dist/mcpeval-demo";
const MANIFEST = "dist/demo.manifest.json";

const server = (...flags: string[]) => ["--", DEMO, ...flags];
const probe = ["probe", "--server", "demo", "--gate-only", "--manifest", MANIFEST];

await step("Scaffold a manifest for a live server", 0, [
  ...["init", "--server", "demo", "--confirm-read-only", "--force", "--output", MANIFEST],
  ...server(),
]);
await step("Gate the server with it", 0, [...probe, ...server()]);
await step("Gate a broken server: the exit code is 1", 1, [
  ...[...probe, "--probe", "pagination"],
  ...server("--broken", "duplicate-page"),
]);
console.log(`
Next:
  1. Scaffold a manifest for your own server:  ${MCPEVAL} init --server mine -- <your server command>
  2. Review its budgets and commit it.
  3. Run it in CI:  ${MCPEVAL} probe --server mine --gate-only -- <your server command>
Both programs in dist/ are single files that need nothing else; put them on your PATH.`);

async function step(title: string, expected: number, args: string[]): Promise<void> {
  console.log(`\n# ${title}\n$ ${[MCPEVAL, ...args].join(" ")}`);
  const { code } = await new Deno.Command(MCPEVAL, { args }).output()
    .then(async (output) => {
      await Deno.stdout.write(output.stdout);
      await Deno.stderr.write(output.stderr);
      return output;
    });
  if (code === expected) return;
  console.error(`mcpeval exited with ${code} instead of ${expected}; please report this`);
  Deno.exit(1);
}
