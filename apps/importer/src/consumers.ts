import type { MessageHandler } from "@skucast/events/bus";
import { QUEUES, type QueueDefinition } from "@skucast/events/topology";

/** What the consumers set going. */
export interface ConsumerActions {
  /** An import waits. */
  importQueued(): void;
}

export interface ConsumerEntry {
  readonly queue: QueueDefinition;
  readonly prefetch: number;
  readonly handler: MessageHandler;
}

/** Every queue this app consumes. The message only says "now": which imports wait is in the database. */
export const consumersOf = (actions: ConsumerActions): readonly ConsumerEntry[] => [
  {
    queue: QUEUES.importerImports,
    prefetch: 20,
    handler: async () => {
      actions.importQueued();
      return "done";
    },
  },
];
