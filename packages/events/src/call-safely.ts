import type { Logger } from "@skucast/service-kit/logger";
import type { BroadcastHandler } from "./bus.js";

/** Wraps the handler of a topic, so that its errors are logged and not thrown. */
export const callSafely =
  (topic: string, handler: BroadcastHandler, logger: Logger): BroadcastHandler =>
  (body) => {
    try {
      handler(body);
    } catch (err) {
      logger.error({ event: "broadcast.handler_failed", topic, err }, "a broadcast handler failed");
    }
  };
