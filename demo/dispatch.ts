import { listPage } from "./catalog.ts";
import type { IdText } from "./frames.ts";
import { type JsonObject, objectMember, stringMember } from "./json.ts";
import {
  failure,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  type Reply,
  result,
  SILENCE,
} from "./replies.ts";
import type { Session } from "./session.ts";
import { callTool } from "./tools.ts";
import { VERSION } from "./version.ts";

/** The one revision that this server speaks. */
const PROTOCOL_VERSION = "2025-06-18";

const STATUS_URI = "demo://status";

/** A request without its envelope; `method` is undefined for a response. */
export interface Request {
  readonly id: IdText;
  readonly method: string | undefined;
  readonly params: JsonObject;
}

/**
 * Answers one request. No handshake is required before any of them. A response to a request of ours
 * is taken in silence, once; any other frame without a method is an unknown method.
 */
export function dispatch(
  session: Session,
  { id, method, params }: Request,
): Reply | Promise<Reply> {
  switch (method) {
    case "initialize":
      return initialize(session, params);
    case "ping":
    case "resources/subscribe":
    case "resources/unsubscribe":
      return result({});
    case "tools/list":
      session.requests += 1;
      return result(listPage(session.aspect, params.cursor));
    case "tools/call":
      return callTool(session, id, params);
    case "resources/list":
      return result(
        session.aspect === "surface"
          ? { unexpected: true }
          : { resources: [{ uri: STATUS_URI, name: "status" }] },
      );
    case "resources/read":
      return params.uri === STATUS_URI
        ? result({ contents: [{ uri: STATUS_URI, text: "ready" }] })
        : failure(-32012, "there is no such resource");
    case "prompts/list":
      return listPrompts(session);
    case "completion/complete":
      return complete(session, params);
    case "sampling/createMessage":
      return result({
        role: "assistant",
        content: { type: "text", text: "Done." },
        model: "demo-stub",
      });
    case "elicitation/create":
      return result({ action: "accept" });
    case undefined:
      return session.awaited.delete(id) ? SILENCE : unknownMethod(session, "");
    default:
      return unknownMethod(session, method);
  }
}

function initialize({ aspect }: Session, params: JsonObject): Reply {
  const offered = aspect === "negotiation" ? stringMember(params, "protocolVersion") : undefined;
  return result({
    protocolVersion: offered ?? PROTOCOL_VERSION,
    capabilities: {
      tools: {},
      resources: { subscribe: aspect === undefined || aspect === "subscription" },
      prompts: {},
      completions: {},
    },
    serverInfo: { name: "mcpeval-demo", version: VERSION },
  });
}

function listPrompts({ aspect }: Session): Reply {
  if (aspect === "surface") return failure(-32005, "the prompts cannot be listed");
  const language = { name: "language", description: "Language code", required: false };
  const welcome = { name: "welcome", description: "Greets a newcomer", arguments: [language] };
  return result({ prompts: [welcome] });
}

function complete({ aspect }: Session, params: JsonObject): Reply {
  const ref = objectMember(params, "ref");
  const argument = objectMember(params, "argument");
  const known = ref.type === "ref/prompt" && ref.name === "welcome" && argument.name === "language";
  if (!known) {
    const name = stringMember(argument, "name") ?? "";
    return failure(INVALID_PARAMS, `there is nothing to complete for argument "${name}"`);
  }
  if (aspect === "completion") return result({ completion: { values: [1, 2, 3] } });
  const start = stringMember(argument, "value") ?? "";
  const values = ["en", "es", "fr"].filter((language) => language.startsWith(start));
  return result({ completion: { values } });
}

function unknownMethod({ aspect }: Session, method: string): Reply {
  return aspect === "unknown-method"
    ? result({})
    : failure(METHOD_NOT_FOUND, `unknown method ${method}`);
}
