import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { renderFeed } from "./feed-row.js";

/** Deletes a feed with its runs. Delivered files stay where they are. */
export function deleteFeed(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id, precondition } = call.input;
  return runChange(call, "feeds:write", async (change) => {
    const { tx, workspaceId, append, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "feeds", id);
    const feed = await renderFeed(change, requireFound(await tx.feed.findUnique({ where }), "feed", id));
    precondition?.(feed.version);
    await tx.feed.delete({ where });
    await append("feed.deleted", { ...feed, version: feed.version + 1 }, {});
    await audit("feed.deleted", id, { name: feed.name });
  });
}
