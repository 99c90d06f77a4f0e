/**
 * Environment for every `deno` that a script starts: the system's certificates next to Mozilla's,
 * because downloads fail behind a proxy that inspects TLS otherwise. A choice of the user stays.
 */
export function denoEnvironment(): Record<string, string> {
  return { DENO_TLS_CA_STORE: Deno.env.get("DENO_TLS_CA_STORE") ?? "system,mozilla" };
}

/**
 * A command that runs the Deno which runs the script itself. The name `deno` need not be on the
 * search path: a machine with only Node starts it through npx.
 *
 * @param args command line after the program name
 * @param options as for `Deno.Command`; `env` is added to {@linkcode denoEnvironment}
 */
export function denoCommand(
  args: readonly string[],
  options: Omit<Deno.CommandOptions, "args"> = {},
): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    ...options,
    args: [...args],
    env: { ...denoEnvironment(), ...options.env },
  });
}
