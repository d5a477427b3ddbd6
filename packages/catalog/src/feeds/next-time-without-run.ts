import type { Feed } from "@skucast/contracts/feeds/feed";
import { businessDate, nextRunAt } from "@skucast/profiles/next-run-at";
import type { Change } from "../transactions.js";

/**
 * The feed's next scheduled time. A daily feed runs once per local date, even if its time changes, so this skips dates that
 * already have a scheduled run.
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
