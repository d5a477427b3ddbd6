import { isDeepStrictEqual } from "node:util";
import { type Channel, type ChannelPatch, patchedChannel } from "@skucast/contracts/channels/channel";
import type { Call, WriteOptions } from "../call.js";
import { resolveProfile } from "../channel-profiles/resolve-profile.js";
import { definitionIn } from "../channel-profiles/stored-profiles.js";
import { assertFeedColumnsKept } from "../feeds/assert-columns-known.js";
import { assertTombstonesKept } from "../feeds/assert-delta-allowed.js";
import { assertFeedFormatsAccepted } from "../feeds/assert-format-accepted.js";
import { assertProductsKept } from "../feeds/assert-products-deliverable.js";
import { previousValues } from "../patch.js";
import { assertOverridesShown } from "../products/assert-overrides-shown.js";
import { assertStatusChangeAllowed } from "../publishing-status.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { assertMayPublish } from "./assert-may-publish.js";
import { assertRulesValid } from "./assert-rules-valid.js";
import { channelColumns, channelOf } from "./channel-row.js";

/** Updates a channel. A patch without changes creates no version and no event. */
export async function updateChannel(call: Call<{ id: string; patch: ChannelPatch } & WriteOptions>): Promise<Channel> {
  const { id, patch, precondition } = call.input;
  await assertOverridesShown(call, patch.rules);
  return runChange(call, "channels:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "channels", id);
    const row = requireFound(await tx.channel.findUnique({ where }), "channel", id);
    const before = channelOf(row);
    precondition?.(before.version);
    const after = patchedChannel(before, patch);
    assertStatusChangeAllowed(before.status, after.status);
    const previous = previousValues(before, after);
    if (Object.keys(previous).length === 0) return after;
    const resolved = "profile" in previous ? await resolveProfile(change, after.profile) : undefined;
    const chosen = { ...after, definition: resolved ? resolved.definition : definitionIn(row) };
    const written = { rules: "rules" in previous || "profile" in previous, selection: hasNewConditions(before, after) };
    // Rules depend on the profile's columns and on the market's currency.
    if (written.rules || written.selection || "market" in previous) await assertRulesValid(change, chosen, written);
    if ("rules" in previous || resolved) {
      const pointer = resolved ? "/profile" : "/rules";
      await assertFeedColumnsKept(change, { ...chosen, pointer });
      await assertTombstonesKept(change, { ...chosen, pointer });
    }
    if (resolved) {
      await assertProductsKept(change, chosen);
      await assertFeedFormatsAccepted(change, { id, from: { ...before, definition: definitionIn(row) }, to: chosen });
    }
    if ("in_public_directory" in previous && after.in_public_directory) await assertMayPublish(change, call);
    const data = { ...channelColumns(after), ...resolved?.columns, version: { increment: 1 }, updatedAt: now };
    const updated = channelOf(await tx.channel.update({ where, data }));
    await append("channel.updated", updated, previous);
    const changed = Object.keys(previous).filter((field) => field !== "in_public_directory");
    if (changed.length > 0) await audit("channel.updated", id, { name: updated.name, changed });
    if ("in_public_directory" in previous) {
      await audit(updated.in_public_directory ? "channel.published" : "channel.unpublished", id);
    }
    return updated;
  });
}

/** Whether the conditions or the filters change; lists of SKUs have nothing that could be impossible. */
const hasNewConditions = ({ selection: before }: Channel, { selection: after }: Channel): boolean =>
  !isDeepStrictEqual([before.filters, before.conditions], [after.filters, after.conditions]);
