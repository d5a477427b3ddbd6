import type { Feed, FeedPatch } from "@skucast/contracts/feeds/feed";
import type { Call, WriteOptions } from "../call.js";
import { definedFields, previousValues } from "../patch.js";
import { assertStatusChangeAllowed } from "../publishing-status.js";
import { requireFound } from "../require-found.js";
import { checkSchedule, scheduleAfter } from "../schedules.js";
import { lockRow, runChange } from "../transactions.js";
import { checkReferences } from "./check-references.js";
import { feedColumns, shownFeed } from "./feed-row.js";
import { nextFreeNight } from "./next-free-night.js";
import { refuseClash } from "./refuse-clash.js";
import { refuseDelta } from "./refuse-delta.js";
import { refuseFormat } from "./refuse-format.js";
import { refuseMismatch } from "./refuse-mismatch.js";

/** Changes a feed; a patch that changes nothing leaves version and events as they are. */
export function updateFeed(call: Call<{ id: string; patch: FeedPatch } & WriteOptions>): Promise<Feed> {
  const { id, patch, precondition } = call.input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "feeds", id);
    const before = await shownFeed(change, requireFound(await tx.feed.findUnique({ where }), "feed", id));
    precondition?.(before.version);
    const { guards, schedule, ...fields } = patch;
    const after = {
      ...before,
      ...definedFields(fields),
      schedule: scheduleAfter(before.schedule, schedule),
      guards: { ...before.guards, ...definedFields(guards ?? {}) },
    };
    assertStatusChangeAllowed(before.status, after.status);
    refuseMismatch(after);
    if (schedule !== undefined) checkSchedule(after.schedule, now);
    await checkReferences(change, {
      ...((after.coverage === "delta" || after.format !== before.format) && { channelId: after.channel_id }),
      deliveries: after.deliveries,
    });
    if (after.format !== before.format) await refuseFormat(change, after);
    await refuseDelta(change, after);
    const previous = previousValues(before, after);
    if (Object.keys(previous).length === 0) return after;
    if (["file_name", "shards", "deliveries"].some((field) => field in previous)) await refuseClash(change, after);
    const { nextRunAt: next, ...columns } = feedColumns(after, now);
    // A night that is due but not yet taken up must not be put off by a change that does not concern it.
    const isRescheduled = "schedule" in previous || "status" in previous;
    const rescheduled = isRescheduled ? { nextRunAt: await nextFreeNight(change, after, next) } : {};
    const data = { ...columns, ...rescheduled, version: { increment: 1 }, updatedAt: now };
    const updated = await shownFeed(change, await tx.feed.update({ where, data }));
    await append("feed.updated", updated, previousValues(before, updated));
    await audit("feed.updated", id, { name: updated.name, changed: Object.keys(previous) });
    return updated;
  });
}
