import type { MessageHandler } from "@skucast/events/bus";
import { parseEnvelope } from "@skucast/events/envelope";
import { QUEUES, type QueueDefinition } from "@skucast/events/topology";

/** What the consumers set going. */
export interface ConsumerActions {
  /** A run waits. */
  runQueued(runId: string, traceparent: string | undefined): void;
}

export interface ConsumerEntry {
  readonly queue: QueueDefinition;
  readonly prefetch: number;
  readonly handler: MessageHandler;
}

/** Every queue this app consumes. */
export const consumersOf = (actions: ConsumerActions): readonly ConsumerEntry[] => [
  { queue: QUEUES.exporterRuns, prefetch: 20, handler: wakeForRun(actions) },
];

/** The message only says "now": which runs wait is in the database, so a message that is lost or doubled does no harm. */
const wakeForRun =
  ({ runQueued }: ConsumerActions): MessageHandler =>
  async ({ body, headers }) => {
    const object = parseEnvelope(body)?.data.object;
    if (typeof object !== "object" || object === null || !("id" in object)) return "dead";
    runQueued(String(object.id), headers.traceparent);
    return "done";
  };
