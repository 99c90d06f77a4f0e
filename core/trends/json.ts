/** The readiness history as a JSON document, `mcpeval.trends/v1` (decisions D20). */

import { renderJson } from "../report/json.ts";
import type { ServerTrend } from "./history.ts";

/**
 * The records as the file holds them, by server; `delta` is what the text shows, null for the first
 * point of a server.
 */
export function renderTrendsJson(trends: readonly ServerTrend[]): string {
  return renderJson({
    schema: "mcpeval.trends/v1",
    servers: trends.map(({ server, points }) => ({
      server,
      points: points.map(({ point, delta }) => ({ ...point, delta })),
    })),
  });
}
