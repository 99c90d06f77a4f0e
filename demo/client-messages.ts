import { idAbove, type IdText, isCountingId } from "./frames.ts";
import { failure, type Reply, type ServerMessage, toolResult } from "./replies.ts";
import type { Session } from "./session.ts";

/** The distance between a call's id and the id of the request that it sends to the client. */
const ID_DISTANCE = 100n;
const BROKEN_ID_DISTANCE = 1000n;

/**
 * The tool `sampled_read`: asks the client for a model message and answers without waiting for it.
 * Under `sampling` the request is malformed, and the call fails in any case.
 */
export function sampledRead(session: Session, id: IdText): Reply {
  const method = "sampling/createMessage";
  if (session.aspect === "sampling") {
    const params = { messages: "one message, but not in an array", model: "demo-stub" };
    const ahead = requestOf(session, id, BROKEN_ID_DISTANCE, { method, params });
    return failure(-32010, "sampling did not work", { ahead });
  }
  const params = {
    messages: [{ role: "user", content: { type: "text", text: "Say one word." } }],
    maxTokens: 16,
  };
  const ahead = requestOf(session, id, ID_DISTANCE, { method, params });
  return toolResult("sampled", { ok: true }, ahead);
}

/**
 * The tool `elicited_read`: asks the client's user for a yes and answers without waiting for it.
 * Under `elicitation` the request lacks its schema, and the call fails in any case.
 */
export function elicitedRead(session: Session, id: IdText): Reply {
  const method = "elicitation/create";
  const message = "Is it all right to go on?";
  if (session.aspect === "elicitation") {
    const ahead = requestOf(session, id, ID_DISTANCE, { method, params: { message } });
    return failure(-32011, "elicitation did not work", { ahead });
  }
  const requestedSchema = { type: "object", properties: { confirm: { type: "boolean" } } };
  const params = { message, requestedSchema };
  const ahead = requestOf(session, id, ID_DISTANCE, { method, params });
  return toolResult("elicited", { ok: true }, ahead);
}

/**
 * The tool `publish_status`: announces a change of `demo://status` to everyone, subscribed or not.
 * Under `subscription` it only claims to have done so.
 */
export function publishStatus(session: Session, id: IdText): Reply {
  const announces = session.aspect !== "subscription" && isCountingId(id);
  const announcement = {
    method: "notifications/resources/updated",
    params: { uri: "demo://status" },
  };
  return toolResult("published", { published: true }, announces ? [announcement] : []);
}

/**
 * The request that a call sends ahead of its result; none without a counting id to derive one from.
 * The answer may come under either distance, whichever of them the request used.
 */
function requestOf(
  session: Session,
  callId: IdText,
  distance: bigint,
  message: Omit<ServerMessage, "id">,
): readonly ServerMessage[] {
  if (!isCountingId(callId)) return [];
  session.awaited.add(idAbove(callId, ID_DISTANCE));
  session.awaited.add(idAbove(callId, BROKEN_ID_DISTANCE));
  return [{ id: idAbove(callId, distance), ...message }];
}
