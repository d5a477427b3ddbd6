import type { Feed, FeedPatch } from "@skucast/contracts/feeds/feed";
import type { Call, WriteOptions } from "../call.js";
import { definedFields, previousValues } from "../patch.js";
import { assertStatusChangeAllowed } from "../publishing-status.js";
import { requireFound } from "../require-found.js";
import { applySchedulePatch, assertScheduleValid } from "../schedules.js";
import { lockRow, runChange } from "../transactions.js";
import { assertColumnsKnown } from "./assert-columns-known.js";
import { assertDeltaAllowed } from "./assert-delta-allowed.js";
import { assertFeedFileNamesFree } from "./assert-file-names-free.js";
import { assertFileOptionsMatch } from "./assert-file-options.js";
import { assertFormatAccepted } from "./assert-format-accepted.js";
import { assertProductsDeliverable } from "./assert-products-deliverable.js";
import { assertReferencesExist } from "./assert-references-exist.js";
import { feedColumns, renderFeed } from "./feed-row.js";
import { nextTimeWithoutRun } from "./next-time-without-run.js";

/** Updates a feed. A patch without changes creates no version and no event. */
export function updateFeed(call: Call<{ id: string; patch: FeedPatch } & WriteOptions>): Promise<Feed> {
  const { id, patch, precondition } = call.input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "feeds", id);
    const before = await renderFeed(change, requireFound(await tx.feed.findUnique({ where }), "feed", id));
    precondition?.(before.version);
    const { guards, schedule, ...fields } = patch;
    const after = {
      ...before,
      ...definedFields(fields),
      schedule: applySchedulePatch(before.schedule, schedule),
      guards: { ...before.guards, ...definedFields(guards ?? {}) },
    };
    assertStatusChangeAllowed(before.status, after.status);
    assertFileOptionsMatch(after);
    const isContentChanged = [patch.deliveries, patch.compression, patch.columns].some((value) => value !== undefined);
    if (schedule !== undefined) assertScheduleValid(after.schedule, now);
    await assertReferencesExist(change, {
      ...((after.coverage === "delta" || after.format !== before.format || isContentChanged) && {
        channelId: after.channel_id,
      }),
      deliveries: after.deliveries,
    });
    if (after.format !== before.format) await assertFormatAccepted(change, after);
    if (patch.columns !== undefined) await assertColumnsKnown(change, after);
    await assertDeltaAllowed(change, after);
    if (isContentChanged) await assertProductsDeliverable(change, after);
    const previous = previousValues(before, after);
    if (Object.keys(previous).length === 0) return after;
    if (["file_name", "shards", "deliveries"].some((field) => field in previous))
      await assertFeedFileNamesFree(change, after);
    const { nextRunAt: next, ...columns } = feedColumns(after, now);
    // A run that is due but not yet started must not be postponed by an unrelated change.
    const isRescheduled = "schedule" in previous || "status" in previous;
    const rescheduled = isRescheduled ? { nextRunAt: await nextTimeWithoutRun(change, after, next) } : {};
    const data = { ...columns, ...rescheduled, version: { increment: 1 }, updatedAt: now };
    const updated = await renderFeed(change, await tx.feed.update({ where, data }));
    await append("feed.updated", updated, previousValues(before, updated));
    await audit("feed.updated", id, { name: updated.name, changed: Object.keys(previous) });
    return updated;
  });
}
