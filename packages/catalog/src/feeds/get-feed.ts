import type { Feed } from "@skucast/contracts/feeds/feed";
import { type Call, found, reading } from "../resources.js";
import { feedOf } from "./feed-row.js";

export function getFeed(call: Call<{ id: string }>): Promise<Feed> {
  const { id } = call.input;
  return reading(call, "feeds:read", async (tx, workspaceId) =>
    feedOf(found(await tx.feed.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "feed", id)),
  );
}
