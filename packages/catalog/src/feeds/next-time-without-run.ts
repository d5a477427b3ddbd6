import type { Feed } from "@skucast/contracts/feeds/feed";
import { businessDate, nextRunAt } from "@skucast/profiles/next-run-at";
import type { Change } from "../transactions.js";

/**
 * The feed's next time. Of a daily one, the next of which the local date has no run by schedule yet: each date has one,
 * whatever the time becomes.
 */
export async function nextTimeWithoutRun(
  { tx, workspaceId }: Change,
  { id, schedule }: Pick<Feed, "id" | "schedule">,
  first: Date | null,
): Promise<Date | null> {
  if (first === null || schedule === null) return null;
  if (!("time" in schedule)) return first;
  let next = first;
  for (;;) {
    const date = new Date(`${businessDate(schedule, next)}T00:00:00Z`);
    if ((await tx.run.count({ where: { workspaceId, feedId: id, businessDate: date } })) === 0) return next;
    next = nextRunAt(schedule, next);
  }
}
