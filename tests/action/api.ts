/** The part of GitHub's REST API that the action calls, on loopback. */

/** A request that arrived. */
export interface Call {
  method: string;
  /** With the query. */
  path: string;
  authorization: string | null;
  body: unknown;
}

/** A comment of a pull request. */
export interface Comment {
  id: number;
  body: string | null;
}

/** The API on loopback. */
export interface Api extends AsyncDisposable {
  /** Variables that lead the action to it. */
  env: Record<string, string>;
  calls: Call[];
  /** The comments of the pull request, oldest first; 100 a page. */
  comments: Comment[];
  /** Answers to method and path, such as `POST issues/7/comments`, in place of the usual ones. */
  answers: Map<string, { status: number; body?: string }>;
}

const ROOT = "/repos/octo/weather/";

/** Serves the API until the end of the scope. */
export function serveApi(): Api {
  const calls: Call[] = [];
  const comments: Comment[] = [];
  const answers: Api["answers"] = new Map();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const url = new URL(request.url);
    const text = await request.text();
    calls.push({
      method: request.method,
      path: url.pathname.replace(ROOT, "") + url.search,
      authorization: request.headers.get("authorization"),
      body: text === "" ? undefined : JSON.parse(text),
    });
    const own = answers.get(`${request.method} ${url.pathname.replace(ROOT, "")}`);
    if (own !== undefined) return new Response(own.body ?? "{}", { status: own.status });
    if (request.method === "GET") {
      const end = Number(url.searchParams.get("page")) * Number(url.searchParams.get("per_page"));
      return Response.json(comments.slice(end - 100, end));
    }
    return Response.json({}, { status: request.method === "POST" ? 201 : 200 });
  });
  return {
    env: {
      GITHUB_API_URL: `http://127.0.0.1:${server.addr.port}`,
      GITHUB_REPOSITORY: "octo/weather",
      GITHUB_SHA: "89abcdef0123456789abcdef0123456789abcdef",
      GITHUB_REF: "refs/pull/7/merge",
    },
    calls,
    comments,
    answers,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
