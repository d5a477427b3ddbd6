import { inSystem, type TransactionClient } from "@skucast/db/database";
import { errorChain } from "@skucast/db/unavailable";
import type { RunOutcome } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import { deleteEndedDeliveries, START } from "./delete-ended-deliveries.js";
import { deleteUnreferencedEvents } from "./delete-unreferenced-events.js";
import { dropOldestPartitions } from "./drop-oldest-partitions.js";

/** A process that cannot lock the row skips this round. */
const LOCK = "SELECT FROM sweeps WHERE consumer = 'history' FOR UPDATE SKIP LOCKED";
const ADVANCE = "UPDATE sweeps SET swept_until = $1 WHERE consumer = 'history'";

/** The error of the functions in the schema `history` when another transaction uses a table for longer than they wait. */
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Creates a function that limits the history to its age. It creates future partitions, drops partitions that are entirely
 * older than `historyKeptMs`, and deletes deliveries that ended before that in batches. Pending deliveries stay, with
 * their events and attempts. Any number of dispatchers may call theirs; one at a time does the work. Returns `more` while
 * there is more to do. If a long transaction (such as a backup) uses a table, the round is skipped: a statement that
 * waits for the table's lock would block all other statements on it.
 */
export function createHistoryPruner(
  ctx: Pick<DispatcherContext, "db" | "clock" | "logger" | "limits">,
): () => Promise<RunOutcome> {
  let position = START;
  const prune = () =>
    inSystem(ctx.db, async (client): Promise<RunOutcome> => {
      if (!(await lock(client))) return "idle";
      const now = ctx.clock.now();
      const before = new Date(now.getTime() - ctx.limits.historyKeptMs);
      await client.query("SELECT history.make($1)", [now]);
      const dropped = await dropOldestPartitions(client, before);
      if (dropped.length > 0) {
        ctx.logger.info({ event: "history.dropped", partitions: dropped }, "old history was dropped");
        return "more";
      }
      const deleted = await deleteEndedDeliveries(client, { before, position });
      position = deleted.position;
      const isDone = await deleteUnreferencedEvents(client, before);
      await client.query(ADVANCE, [before]);
      return isDone && position === START ? "idle" : "more";
    });
  return async () => {
    try {
      return await prune();
    } catch (error) {
      if (!errorChain(error).some(({ code }) => code === LOCK_NOT_AVAILABLE)) throw error;
      ctx.logger.info(
        { event: "history.in_use" },
        "a long transaction blocks the deletion of old history; trying again later",
      );
      return "idle";
    }
  };
}

const lock = async (client: TransactionClient): Promise<boolean> => (await client.query(LOCK)).rowCount === 1;
