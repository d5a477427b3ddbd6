import type { MessageHandler } from "@skucast/events/bus";
import { parseEnvelope } from "@skucast/events/envelope";
import type { QueueConsumer } from "@skucast/events/start-consumers";
import { QUEUES } from "@skucast/events/topology";
import type { Runs } from "./runs/start-runs.js";

type RunQueued = Runs["runQueued"];

/** Every queue that this app consumes. */
export const consumersOf = (runQueued: RunQueued): readonly QueueConsumer[] => [
  { queue: QUEUES.exporterRuns, prefetch: 20, handler: wakeForRun(runQueued) },
];

/** The message is only a signal. Queued runs are read from the database, so lost and repeated messages do no harm. */
const wakeForRun =
  (runQueued: RunQueued): MessageHandler =>
  async ({ body, headers }) => {
    const object = parseEnvelope(body)?.data.object;
    if (typeof object !== "object" || object === null || !("id" in object)) return "dead";
    runQueued(String(object.id), headers.traceparent);
    return "done";
  };
