/** The service as a process of its own. */

import { SOURCE } from "../cli/run.ts";

/** A running service. */
export interface RunningService extends AsyncDisposable {
  port: number;
  url: string;
  /** Lines of stderr up to the announcement, which is the first. */
  announcement: string;
  /** Everything that came on stderr so far. */
  stderr(): string;
  child: Deno.ChildProcess;
}

/** How a service is started. */
export interface StartOptions {
  allowSpawn?: boolean;
  /** From source unless given. */
  program?: readonly string[];
  /** Needed for a program that does not say which port it has got. */
  port?: number;
}

/**
 * Starts a service and waits for its announcement. At the end of the scope it is interrupted.
 */
export async function startService(
  home: string,
  { allowSpawn = false, program = SOURCE, port: wanted = 0 }: StartOptions = {},
): Promise<RunningService> {
  const [command = "", ...first] = program;
  const args = [...first, "serve", "--listen", `127.0.0.1:${wanted}`];
  const child = new Deno.Command(command, {
    args: allowSpawn ? [...args, "--allow-spawn"] : args,
    env: { MCPEVAL_HOME: home },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let stderr = "";
  const announced = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      stderr += text;
      if (stderr.includes("\n")) announced.resolve();
    }
    announced.resolve();
  })();
  await announced.promise;
  const port = wanted || Number(/^.*port ([0-9]+)\n/.exec(stderr)?.[1]);
  if (!(port > 0)) throw new Error(`the service did not start: ${stderr}`);
  return {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    announcement: stderr,
    stderr: () => stderr,
    child,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has ended.
      }
      await child.status;
      await reading;
    },
  };
}

/** A port of loopback that nobody listens on. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** An answer to a raw request. */
export interface RawAnswer {
  /** All bytes up to the end of the connection, as text. */
  text: string;
  /** 0 when nothing came. */
  status: number;
  body: string;
}

/** A connection that is written and read by hand. */
export interface RawConnection extends Disposable {
  send(text: string): Promise<void>;
  /** Ends its own side; answers may still come. */
  end(): Promise<void>;
  /** Reads to the end of the connection. */
  answer(): Promise<RawAnswer>;
}

/** Opens a connection. */
export async function connect(port: number): Promise<RawConnection> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  return {
    async send(text) {
      let rest = new TextEncoder().encode(text);
      while (rest.length > 0) rest = rest.subarray(await connection.write(rest));
    },
    end: () => connection.closeWrite(),
    async answer() {
      let text = "";
      try {
        for await (const chunk of connection.readable.pipeThrough(new TextDecoderStream())) {
          text += chunk;
        }
      } catch (error) {
        text += `<${error instanceof Error ? error.name : "error"}>`;
      }
      const [head = "", ...rest] = text.split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(head)?.[1] ?? 0);
      return { text, status, body: rest.join("\r\n\r\n") };
    },
    [Symbol.dispose]() {
      try {
        connection.close();
      } catch {
        // It is closed.
      }
    },
  };
}

/** Sends one text on a connection of its own. */
export async function exchange(port: number, text: string): Promise<RawAnswer> {
  using connection = await connect(port);
  await connection.send(text);
  return await connection.answer();
}

/** A request as text, with a body of its announced length. */
export function requestText(
  body: string,
  headers: readonly string[] = ["Host: 127.0.0.1", "Content-Type: application/json"],
  first = "POST /mcp HTTP/1.1",
): string {
  const length = new TextEncoder().encode(body).length;
  return [first, ...headers, `Content-Length: ${length}`, "", body].join("\r\n");
}

/** Posts a JSON-RPC request and gives the whole answer. */
export async function rpc(url: string, method: string, params?: unknown, id: unknown = 1) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
  });
  return { status: response.status, answer: await response.json() };
}

/** Calls a tool; the result, or the error. */
export async function callTool(url: string, name: string, args: unknown) {
  const { answer } = await rpc(url, "tools/call", { name, arguments: args });
  return answer.result ?? answer.error;
}
