/** The conditions of a measurement, for all tests that need some. */

import type { MeasurementProfile } from "../../core/report/readiness.ts";

/** A valid profile. */
export const PROFILE: MeasurementProfile = {
  schema: "mcpeval.measurement-profile/v1",
  evaluator_version: "0.9.0",
  platform: "linux",
  architecture: "x86_64",
  client_capabilities: "none",
  attested_read_only: false,
  skip_tools: [],
  call_timeout_ms: 15000,
  repeats: 3,
};
