import type { Feed } from "@skucast/contracts/feeds/feed";
import { type Call, found, reading } from "../resources.js";
import { shownFeed } from "./feed-row.js";

export function getFeed(call: Call<{ id: string }>): Promise<Feed> {
  const { id } = call.input;
  return reading(call, "feeds:read", async (tx, workspaceId) => {
    const where = { workspaceId_id: { workspaceId, id } };
    return shownFeed({ tx, workspaceId }, found(await tx.feed.findUnique({ where }), "feed", id));
  });
}
