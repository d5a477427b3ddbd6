import type { Database } from "@skucast/db/database";
import { batchCalls } from "@skucast/service-kit/batch-calls";
import type { Logger } from "@skucast/service-kit/logger";
import { reconnectDelayMs } from "./back-off.js";
import { type ClaimedMessage, type StoredSettlement, settleMessages } from "./embedded-statements.js";
import { pause } from "./pause.js";

/** Settles the messages of one consumer. This is the only place where the embedded bus acknowledges. */
export interface Settler {
  /** Resolves true when it is written; false if the consumer stopped before, in which case the lease expires. */
  settle(message: ClaimedMessage, settlement: StoredSettlement): Promise<boolean>;
  /** Keeps messages in hand for another lease. */
  renew(messages: readonly ClaimedMessage[], leaseMs: number): Promise<void>;
}

export interface SettlerOptions {
  readonly db: Database;
  readonly queue: string;
  /** Aborts when the consumer stops: from then on nothing is retried. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

export function createSettler({ db, queue, signal, logger }: SettlerOptions): Settler {
  async function write(messages: readonly ClaimedMessage[], settlement: StoredSettlement): Promise<boolean> {
    for (let failures = 1; ; failures += 1) {
      try {
        await settleMessages(db, queue, messages, settlement);
        return true;
      } catch (error) {
        logger.warn({ event: "bus.settle_failed", queue, err: error }, "handled messages could not be settled");
        if (!(await pause(reconnectDelayMs(failures), signal))) return false;
      }
    }
  }

  /** Messages that are done while the last batch is written share the next statement. */
  const settleDone = batchCalls<ClaimedMessage, boolean>({
    run: async (messages) => {
      const isWritten = await write(messages, { kind: "done" });
      return messages.map(() => isWritten);
    },
    sizeMax: () => Number.POSITIVE_INFINITY,
    concurrentMax: 1,
    minIntervalMs: 0,
    failsWholeBatch: () => true,
  });

  return {
    settle: (message, settlement) => (settlement.kind === "done" ? settleDone(message) : write([message], settlement)),
    renew: (messages, leaseMs) => settleMessages(db, queue, messages, { kind: "renew", afterMs: leaseMs }),
  };
}
