/** A worker with a listener whose every answer fails; it tells its port. */

import { listen } from "../../serve/listener.ts";

const failing = Promise.resolve(() => Promise.reject(new Error("SECRET")));
const { port } = listen({ hostname: "127.0.0.1", port: 0 }, failing);
self.postMessage(port);
