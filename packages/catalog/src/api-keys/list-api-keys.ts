import type { ApiKey } from "@skucast/contracts/api-keys/api-key";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { Call } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { runRead } from "../transactions.js";
import { apiKeyOf, SECRET_HASH, whereStatus } from "./api-key-row.js";

/** A page of keys, oldest first. */
export function listApiKeys(
  call: Call<PageRequest & { status?: ApiKey["status"] | undefined }>,
): Promise<Page<ApiKey>> {
  const { after, limit, status } = call.input;
  return runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const now = call.ctx.clock.now();
    const where = { workspaceId, id: { gt: after }, ...whereStatus(status, now) };
    const page = { orderBy: { id: "asc" }, take: limit + 1 } as const;
    const rows = await tx.apiKey.findMany({ where, omit: SECRET_HASH, ...page });
    return pageOf(
      rows.map((row) => apiKeyOf(row, now)),
      limit,
    );
  });
}
