/** What the front asks of the relay engine. */

/** What every shim needs. */
export interface ShimJob {
  /** A server label. */
  server: string;
  /** `session:` and 64 hex digits. */
  session: string;
  /** The 32 bytes of this home. */
  salt: Uint8Array;
}

/** Relay one conversation over stdio. */
export interface StdioShimJob extends ShimJob {
  command: readonly [string, ...string[]];
  /** Program that signals a process group; null when there is none. */
  killProgram: string | null;
}

/** What a relay over stdio ended with. */
export interface StdioShimEnd {
  /** Exit code of the server; 128 + n after signal n. */
  code: number;
  /** Whether every record was written. */
  recorded: boolean;
}

/** Where an HTTP shim listens, and what it relays to. */
export interface HttpPlaces {
  /** A loopback `IP:port`. */
  listen: string;
  /** URL of the endpoint. */
  upstream: string;
  /** `--allow-remote-http`. */
  allowRemote: boolean;
}

/** What a relay over HTTP ended with. */
export interface HttpShimEnd {
  /** Whether every record was written. */
  recorded: boolean;
}

/** Called while a relay runs. */
export interface ShimListener {
  /** Records are lost, for this reason; called once. */
  recordingFailed(reason: string): void;
}
