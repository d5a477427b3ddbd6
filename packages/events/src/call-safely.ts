import type { Logger } from "@skucast/service-kit/logger";
import type { BroadcastHandler } from "./bus.js";

/** The handler of a topic, whose throws are logged and reach nobody. */
export const callSafely =
  (topic: string, handler: BroadcastHandler, logger: Logger): BroadcastHandler =>
  (body) => {
    try {
      handler(body);
    } catch (err) {
      logger.error({ event: "broadcast.handler_failed", topic, err }, "a handler of broadcasts failed");
    }
  };
