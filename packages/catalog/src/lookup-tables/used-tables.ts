import type { Channel } from "@skucast/contracts/channels/channel";
import { lookupTableIdsOf } from "@skucast/contracts/channels/rule";
import type { Change } from "../transactions.js";

/** The ids of the lookup tables that rules name and that exist. They are not deleted before the transaction ends. */
export async function existingTables(
  { tx, workspaceId }: Pick<Change, "tx" | "workspaceId">,
  rules: Channel["rules"],
): Promise<ReadonlySet<string>> {
  const ids = lookupTableIdsOf(rules);
  if (ids.length === 0) return new Set();
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${usesOf(workspaceId)}, 0))`;
  const rows = await tx.lookupTable.findMany({ where: { workspaceId, id: { in: ids } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** Until the transaction ends, no channel starts to use a lookup table. */
export async function lockUses({ tx, workspaceId }: Change): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${usesOf(workspaceId)}, 0))`;
}

const usesOf = (workspaceId: string): string => `${workspaceId} uses of lookup tables`;

/** The channels whose rules use a lookup table. */
export async function usersOf({ tx, workspaceId }: Change, id: string): Promise<{ id: string; name: string }[]> {
  return tx.$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name FROM channels WHERE workspace_id = ${workspaceId} AND strpos(rules::text, ${id}) > 0 ORDER BY id`;
}
