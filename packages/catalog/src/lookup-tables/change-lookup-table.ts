import type { LookupTable } from "@skucast/contracts/lookup-tables/lookup-table";
import type { WriteOptions } from "../call.js";
import { previousValues } from "../patch.js";
import { requireFound } from "../require-found.js";
import { type Change, lockRow } from "../transactions.js";
import { lookupTableOf } from "./lookup-table-row.js";
import { usersOf } from "./used-tables.js";
import { measureRows } from "./write-rows.js";

interface TableChange {
  readonly id: string;
  readonly name?: string | undefined;
  readonly precondition?: WriteOptions["precondition"];
  /** Changes the rows and resolves with how many differ afterwards; undefined if only the name changes. */
  readonly writeRows?: (() => Promise<number>) | undefined;
}

/**
 * Stores a changed table. When a row differs, the products of the channels that use it are examined again. A change without
 * effect stores nothing.
 */
export async function changeLookupTable(
  change: Change,
  { id, name, precondition, writeRows }: TableChange,
): Promise<LookupTable> {
  const { tx, workspaceId, now, append, audit } = change;
  const where = { workspaceId_id: { workspaceId, id } };
  await lockRow(change, "lookup_tables", id);
  const before = lookupTableOf(requireFound(await tx.lookupTable.findUnique({ where }), "lookup table", id));
  precondition?.(before.version);
  const hasOtherRows = ((await writeRows?.()) ?? 0) > 0;
  const renamed = name === undefined || name === before.name ? {} : { name };
  if (!hasOtherRows && Object.keys(renamed).length === 0) return before;
  const measured = hasOtherRows ? await measureRows(change, id) : {};
  const data = { ...renamed, ...measured, version: { increment: 1 }, updatedAt: now };
  const after = lookupTableOf(await tx.lookupTable.update({ where, data }));
  if (hasOtherRows) {
    const users = await usersOf(change, id);
    const ids = users.map((user) => user.id);
    await tx.channel.updateMany({ where: { workspaceId, id: { in: ids } }, data: { lookupsChangedAt: now } });
  }
  const previous = previousValues(before, after);
  await append("lookup_table.updated", after, previous);
  const changed = [...Object.keys(renamed), ...(hasOtherRows ? ["rows"] : [])];
  await audit("lookup_table.updated", id, { name: after.name, changed });
  return after;
}
