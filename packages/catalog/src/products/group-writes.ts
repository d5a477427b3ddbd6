import type { Binding } from "@skucast/contracts/principal";
import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import { batchCalls } from "@skucast/service-kit/batch-calls";
import { currentTraceparent } from "@skucast/service-kit/traces";
import { type Intent, type Outcome, writeProducts } from "./write-products.js";

type Deps = Parameters<typeof writeProducts>[0];

/** Groups concurrent writes of single products, so that they share statements and commits. */
export interface GroupedWrites {
  /** Writes one product; concurrent calls of one actor in one workspace share a read, a write and a commit. */
  write(binding: Binding, intent: Intent): Promise<Outcome>;
}

/** The writes of one actor in one workspace. */
interface Writer {
  readonly write: (intent: Intent) => Promise<Outcome>;
  /** Writes that have not ended. */
  writeCount: number;
}

const GROUP_SIZE_MAX = 200;
const GROUPS_IN_FLIGHT_MAX = 2;

export function createGroupedWrites(deps: Deps): GroupedWrites {
  const writers = new Map<string, Writer>();

  const createWriter = (binding: Binding): Writer => ({
    write: batchCalls<Intent, Outcome>({
      run: (intents) => writeProducts(deps, binding, intents),
      sizeMax: () => GROUP_SIZE_MAX,
      concurrentMax: GROUPS_IN_FLIGHT_MAX,
      minIntervalMs: 0,
      // A row that the database rejects must not fail the other rows of its group: each is then written alone.
      failsWholeBatch: isDatabaseUnavailable,
      // Concurrent writes of one SKU would conflict.
      keyOf: ({ sku }) => sku,
    }),
    writeCount: 0,
  });

  return {
    async write(binding, intent) {
      const name = `${binding.workspaceId} ${binding.actor}`;
      const writer = writers.get(name) ?? createWriter(binding);
      writers.set(name, writer);
      writer.writeCount += 1;
      try {
        return await writer.write({ ...intent, traceparent: currentTraceparent() ?? null });
      } finally {
        writer.writeCount -= 1;
        if (writer.writeCount === 0) writers.delete(name);
      }
    },
  };
}
