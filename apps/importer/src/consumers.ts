import type { QueueConsumer } from "@skucast/events/start-consumers";
import { QUEUES } from "@skucast/events/topology";

/** Every queue that this app consumes. The message is only a signal; queued imports are read from the database. */
export const consumersOf = (importQueued: () => void): readonly QueueConsumer[] => [
  {
    queue: QUEUES.importerImports,
    prefetch: 20,
    handler: async () => {
      importQueued();
      return "done";
    },
  },
];
