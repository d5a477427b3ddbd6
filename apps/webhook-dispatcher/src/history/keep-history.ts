import { inSystem, type TransactionClient } from "@skucast/db/database";
import { errorChain } from "@skucast/db/unavailable";
import type { RunOutcome } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import { deleteEnded, START } from "./delete-ended.js";
import { dropOldest } from "./drop-oldest.js";
import { forgetEvents } from "./forget-events.js";

/** Whoever does not get the row leaves the round to the one who has it. */
const HOLD = "SELECT FROM sweeps WHERE consumer = 'history' FOR UPDATE SKIP LOCKED";
const NOTE = "UPDATE sweeps SET swept_until = $1 WHERE consumer = 'history'";

/** What the functions of the schema `history` answer when a transaction has used a table for longer than they wait. */
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Makes the function that keeps the history to its age: partitions are made ahead, those that are older than
 * `historyKeptMs` as a whole are dropped, and deliveries that ended so long ago are deleted in batches. What is pending stays,
 * with its event and attempts. Any number of dispatchers may call theirs; one at a time does it. Answers `more` while
 * there is more to do. Where a long transaction, a backup say, is in the way, the round is left to the next one: whoever
 * waited for it would have everybody else wait behind him.
 */
export function createHistoryKeeper(
  ctx: Pick<DispatcherContext, "db" | "clock" | "logger" | "limits">,
): () => Promise<RunOutcome> {
  let position = START;
  const keep = () =>
    inSystem(ctx.db, async (client): Promise<RunOutcome> => {
      if (!(await hold(client))) return "idle";
      const now = ctx.clock.now();
      const before = new Date(now.getTime() - ctx.limits.historyKeptMs);
      await client.query("SELECT history.make($1)", [now]);
      const dropped = await dropOldest(client, before);
      if (dropped.length > 0) {
        ctx.logger.info({ event: "history.dropped", partitions: dropped }, "old history was dropped");
        return "more";
      }
      const deleted = await deleteEnded(client, { before, position });
      position = deleted.position;
      const isForgotten = await forgetEvents(client, before);
      await client.query(NOTE, [before]);
      return isForgotten && position === START ? "idle" : "more";
    });
  return async () => {
    try {
      return await keep();
    } catch (error) {
      if (!errorChain(error).some(({ code }) => code === LOCK_NOT_AVAILABLE)) throw error;
      ctx.logger.info(
        { event: "history.in_use" },
        "a long transaction is in the way of old history; tried again later",
      );
      return "idle";
    }
  };
}

const hold = async (client: TransactionClient): Promise<boolean> => (await client.query(HOLD)).rowCount === 1;
