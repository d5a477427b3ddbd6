import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { renderFeeds } from "./feed-row.js";

/** A page of feeds, oldest first, optionally of one channel. */
export function listFeeds(call: Call<PageRequest & { channelId?: string | undefined }>): Promise<Page<Feed>> {
  const { after, limit, channelId } = call.input;
  return runRead(call, "feeds:read", async (tx, workspaceId) => {
    const where = { workspaceId, id: { gt: after }, ...(channelId !== undefined && { channelId }) };
    const rows = await tx.feed.findMany({ where, orderBy: { id: "asc" }, take: limit + 1 });
    return pageOf(await renderFeeds({ tx, workspaceId }, rows), limit);
  });
}
