import type { ChangeHints } from "@skucast/app-kit/live/change-hints";
import type { Database } from "@skucast/db/database";
import { indexProducts, listWorkspacesToIndex } from "@skucast/db/products/index-products";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, type RunOutcome, startLoop } from "@skucast/service-kit/loop";

/** Products of one workspace in a turn. */
const BATCH_MAX = 1_000;
/** Workspaces that one scan finds. */
const WORKSPACES_MAX = 1_000;
/** Interval of scans for changes without a hint: hints may be lost, and there are none from before the start. */
const SCAN_MS = 5_000;
/** Pause before products are read again that an open transaction may precede. */
const WAIT_MS = 100;

export interface SearchIndexerOptions {
  readonly db: Database;
  readonly hints: Pick<ChangeHints, "start" | "subscribeToAll">;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Keeps the search of all workspaces up to date. */
export interface SearchIndexer {
  start(): void;
  /** Resolves when the current batch has ended. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Follows the products of each workspace in the order in which they were last written (ADR 0044). The position is stored
 * with what was indexed, so nothing is skipped and nothing has to be sent again, however long no process ran. Change hints
 * say where to look at once. Workspaces take turns. Any number of processes may run it.
 */
export function createSearchIndexer({ db, hints, clock, logger }: SearchIndexerOptions): SearchIndexer {
  const pending = new Set<string>();
  let nextScanMs = 0;
  let loop: Loop | undefined;
  let unsubscribe = () => {};

  async function run(signal: AbortSignal): Promise<RunOutcome> {
    const nowMs = clock.now().getTime();
    if (nowMs >= nextScanMs) {
      for (const workspaceId of await listWorkspacesToIndex(db, WORKSPACES_MAX)) pending.add(workspaceId);
      nextScanMs = nowMs + SCAN_MS;
    }
    const errors: unknown[] = [];
    let outcome: RunOutcome = "idle";
    for (const workspaceId of [...pending]) {
      if (signal.aborted) break;
      pending.delete(workspaceId); // a hint during the batch adds it again
      try {
        const left = await indexProducts(db, workspaceId, BATCH_MAX);
        if (left !== "idle") pending.add(workspaceId);
        if (left === "more") outcome = "more";
      } catch (error) {
        errors.push(error); // the next scan finds the workspace again; the others do not wait for it
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, "products could not be indexed");
    return outcome;
  }

  return {
    start: () => {
      hints.start();
      loop = startLoop({
        name: "search-indexer",
        logger,
        clock,
        run,
        next: () => new Date(pending.size > 0 ? clock.now().getTime() + WAIT_MS : nextScanMs),
      });
      unsubscribe = hints.subscribeToAll((workspaceId, kinds) => {
        if (!kinds.includes("product")) return;
        pending.add(workspaceId);
        loop?.wake();
      });
    },
    stop: async () => {
      unsubscribe();
      await loop?.stop();
    },
  };
}
