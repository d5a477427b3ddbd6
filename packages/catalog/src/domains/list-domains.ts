import type { Domain } from "@skucast/contracts/domains/domain";
import type { Call } from "../call.js";
import type { Page, PageRequest } from "../page.js";
import { runRead } from "../transactions.js";
import { domainOf } from "./domain-row.js";

/** A page of the workspace's domains, in their order. */
export function listDomains(call: Call<PageRequest>): Promise<Page<Domain>> {
  const { after, limit } = call.input;
  return runRead(call, "channels:read", async (tx, workspaceId) => {
    const where = { workspaceId, domain: { gt: after } };
    const rows = await tx.workspaceDomain.findMany({ where, orderBy: { domain: "asc" }, take: limit + 1 });
    const items = rows.slice(0, limit).map(domainOf);
    return { items, next: rows.length > limit ? (items.at(-1)?.domain ?? null) : null };
  });
}
