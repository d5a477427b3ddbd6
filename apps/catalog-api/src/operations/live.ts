import type { liveRoutes } from "@skucast/contracts/live/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";

/** Proxies must neither cache nor buffer the stream (`X-Accel-Buffering` is for nginx). */
const STREAM_HEADERS = { "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no" };

export function liveOperations({ live }: ApiContext): HandlersOf<typeof liveRoutes> {
  return {
    watchChanges: async (call) => ({
      stream: live.open(call.principal, {
        identify: () => call.identify(),
        changedWithinMs: call.query.changed_within_ms ?? 0,
      }),
      contentType: "text/event-stream; charset=utf-8",
      headers: STREAM_HEADERS,
    }),
  };
}
