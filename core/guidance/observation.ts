/** What one profile saw of a server: names of tools and two-valued facts, no prose. */

import type { ToolName } from "../labels.ts";
import type { ProfileName } from "./profiles.ts";

/** A server as one profile sees it. */
export interface SeenServer {
  /** The listed tools, in byte order. */
  tools: ToolName[];
  /** Whether the handshake brought instructions. */
  instructed: boolean;
  /**
   * The tools that the instructions name in backticks, of those that any selected profile lists; in
   * byte order.
   */
  referenced: ToolName[];
}

/** One profile; `seen` is null when the server could not be judged in it. */
export interface ProfileObservation {
  profile: ProfileName;
  seen: SeenServer | null;
}
