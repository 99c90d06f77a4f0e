import { elicitedRead, publishStatus, sampledRead } from "./client-messages.ts";
import { typeViolation } from "./catalog.ts";
import type { IdText } from "./frames.ts";
import { type JsonObject, numberLiteral, objectMember, stringMember } from "./json.ts";
import {
  failure,
  INVALID_PARAMS,
  type Reply,
  result,
  SILENCE,
  textContent,
  toolResult,
} from "./replies.ts";
import { type Session, wait } from "./session.ts";

type Tool = (session: Session, id: IdText, args: JsonObject) => Reply | Promise<Reply>;

const TOOLS: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ["describe_status", describeStatus],
  ["read_counter", readCounter],
  ["shared_read", () => toolResult("shared ok", { ok: true })],
  ["flaky_read", flakyRead],
  ["slow_read", slowRead],
  ["break_session", breakSession],
  ["recover_session", recoverSession],
  ["session_status", sessionStatus],
  ["report_weather", reportWeather],
  ["sampled_read", sampledRead],
  ["elicited_read", elicitedRead],
  ["publish_status", publishStatus],
]);

/** Runs `tools/call`: the type check, the count, the tool. */
export function callTool(
  session: Session,
  id: IdText,
  params: JsonObject,
): Reply | Promise<Reply> {
  const name = stringMember(params, "name") ?? "";
  const args = objectMember(params, "arguments");
  const violation = session.aspect === "lying-errors" ? undefined : typeViolation(name, args);
  if (violation !== undefined) return failure(INVALID_PARAMS, violation);

  session.requests += 1;
  const tool = TOOLS.get(name);
  return tool === undefined
    ? failure(INVALID_PARAMS, `unknown tool ${name}`)
    : tool(session, id, args);
}

function describeStatus({ aspect }: Session): Reply {
  const status = aspect === "fidelity" ? "degraded" : "ready";
  return result({
    content: textContent(`status: ${status}`),
    structuredContent: { status },
    // At the top level too, so that a manifest can point at `/status` of the result.
    status,
  });
}

function readCounter(session: Session): Reply {
  session.counterCalls += 1;
  if (session.aspect === "flaky" && session.counterCalls % 2 === 0) {
    return result({ content: textContent("The counter is out of reach."), isError: true });
  }
  return toolResult(`count=${session.requests}`, { count: session.requests });
}

function flakyRead(session: Session): Reply {
  session.flakyCalls += 1;
  if (session.flakyCalls > 2) return toolResult("recovered", { ok: true });
  const code = session.aspect === "unstable-errors" && session.flakyCalls === 2 ? -32002 : -32001;
  return failure(code, "not yet, ask again", { retryable: true });
}

async function slowRead(session: Session, id: IdText): Promise<Reply> {
  const outcome = await wait(session, id, session.aspect === "slow" ? 2000 : 400);
  return outcome === "cancelled" ? SILENCE : toolResult("worth the wait", { ok: true });
}

function breakSession(session: Session): Reply {
  session.broken = true;
  return failure(-32002, "the session is broken now; recover_session mends it");
}

function recoverSession(session: Session): Reply {
  session.broken = false;
  return toolResult("recovered", { broken: false });
}

function sessionStatus(session: Session): Reply {
  return session.broken
    ? failure(-32003, "the session is broken; recover_session mends it")
    : toolResult("healthy", { healthy: true });
}

function reportWeather(session: Session, _id: IdText, args: JsonObject): Reply {
  const text = `weather for ${stringMember(args, "city") ?? "unknown"}`;
  return session.aspect === "output-schema"
    ? result({ content: textContent(text) })
    : toolResult(text, { temperature: numberLiteral("21.0"), conditions: "clear" });
}
