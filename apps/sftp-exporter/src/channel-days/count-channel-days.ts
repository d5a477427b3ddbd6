import { claimChannelDay, countChannelDay } from "@skucast/db/channel-days/count-channel-day";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import type { ExporterContext } from "../context.js";

const INTERVAL_MS = 30_000;

/** Counts the products of one channel whose counts are due. Returns whether there was one. */
export async function countDueChannel({
  db,
  clock,
  hints,
}: Pick<ExporterContext, "db" | "clock" | "hints">): Promise<boolean> {
  const claimed = await claimChannelDay(db, clock.now());
  if (claimed === undefined) return false;
  await countChannelDay(db, claimed, clock.now());
  hints.note(claimed.workspaceId, "channel_statistics");
  return true;
}

/**
 * Keeps the daily counts of all channels, for their trends. After each count it pauses for as long as the count took. Other
 * processes' walks and runs are found within the interval; `wake` counts at once after those of this process.
 */
export function startChannelDays(ctx: ExporterContext): Loop {
  let dueMs = Date.now();
  return startLoop({
    name: "channel-days",
    logger: ctx.logger,
    next: () => new Date(dueMs),
    run: async () => {
      const startedMs = Date.now();
      const hasCounted = await countDueChannel(ctx);
      const endedMs = Date.now();
      dueMs = endedMs + (hasCounted ? endedMs - startedMs : INTERVAL_MS);
    },
  });
}
