import type { Feed } from "@skucast/contracts/feeds/feed";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { renderFeed } from "./feed-row.js";

export function getFeed(call: Call<{ id: string }>): Promise<Feed> {
  const { id } = call.input;
  return runRead(call, "feeds:read", async (tx, workspaceId) => {
    const where = { workspaceId_id: { workspaceId, id } };
    return renderFeed({ tx, workspaceId }, requireFound(await tx.feed.findUnique({ where }), "feed", id));
  });
}
