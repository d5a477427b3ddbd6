import { changedByOf } from "@skucast/contracts/events/changed-by";
import { Problem } from "@skucast/contracts/problem";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { channelOf } from "./channel-row.js";
import { removeFromEndpoints } from "./remove-from-endpoints.js";
import { removeOverrides } from "./remove-overrides.js";

/** Deletes a channel without feeds, and then the products' overrides for it. */
export async function deleteChannel(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id, precondition, validateOnly } = call.input;
  await runChange(call, "channels:write", async (change) => {
    const { tx, workspaceId, append, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "channels", id);
    const channel = channelOf(requireFound(await tx.channel.findUnique({ where }), "channel", id));
    precondition?.(channel.version);
    const feeds = await tx.feed.count({ where: { workspaceId, channelId: id } });
    if (feeds > 0) throw new Problem("conflict", `The channel has ${feeds} feed(s); delete them first.`);
    await tx.channel.delete({ where });
    await removeFromEndpoints(change, id);
    await append("channel.deleted", { ...channel, version: channel.version + 1 }, {});
    await audit("channel.deleted", id, { name: channel.name });
    if (channel.in_public_directory) await audit("channel.unpublished", id);
  });
  if (validateOnly) return;
  const { ctx, principal } = call;
  await removeOverrides(ctx, { workspaceId: principal.workspaceId, channelId: id, changedBy: changedByOf(principal) });
}
