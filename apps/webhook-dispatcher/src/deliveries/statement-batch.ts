import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import { BusUnavailableError } from "@skucast/events/bus";
import type { BatchOptions } from "@skucast/service-kit/batch-calls";

/** How calls share statements, whatever the statement does. */
export type StatementBatch = Omit<BatchOptions<never, never>, "run" | "keyOf">;

/** Two statements run concurrently: one is prepared while the other waits for the disk. */
export const STATEMENT_BATCH: StatementBatch = {
  sizeMax: () => 200,
  concurrentMax: 2,
  minIntervalMs: 0,
  failsWholeBatch: (error) => isDatabaseUnavailable(error) || error instanceof BusUnavailableError,
};
