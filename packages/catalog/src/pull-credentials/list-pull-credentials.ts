import type { PullCredential } from "@skucast/contracts/pull-credentials/pull-credential";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { pullCredentialOf, SECRET_HASH } from "./pull-credential-row.js";

/** A page of a feed's credentials, oldest first. */
export function listPullCredentials(call: Call<PageRequest & { feedId: string }>): Promise<Page<PullCredential>> {
  const { feedId, after, limit } = call.input;
  return runRead(call, "feeds:read", async (tx, workspaceId) => {
    const feed = await tx.feed.findUnique({ where: { workspaceId_id: { workspaceId, id: feedId } } });
    requireFound(feed, "feed", feedId);
    const where = { workspaceId, feedId, id: { gt: after } };
    const page = { orderBy: { id: "asc" }, take: limit + 1 } as const;
    const rows = await tx.pullCredential.findMany({ where, omit: SECRET_HASH, ...page });
    return pageOf(rows.map(pullCredentialOf), limit);
  });
}
