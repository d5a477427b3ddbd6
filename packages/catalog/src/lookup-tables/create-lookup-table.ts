import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import type { LookupTable, LookupTableCreate } from "@skucast/contracts/lookup-tables/lookup-table";
import { assertBelowLimit } from "../assert-below-limit.js";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { lookupTableOf } from "./lookup-table-row.js";
import { readRows } from "./read-rows.js";
import { measureRows, replaceRows } from "./write-rows.js";

export async function createLookupTable(call: Call<{ table: LookupTableCreate } & WriteOptions>): Promise<LookupTable> {
  const { name, rows } = call.input.table;
  const given = await readRows(call, { rows });
  return runChange(call, "channels:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const count = () => tx.lookupTable.count({ where: { workspaceId } });
    await assertBelowLimit(change, { count, max: LIMITS.lookupTablesPerWorkspace, noun: "lookup tables" });
    const id = newId("lkt", now.getTime());
    await tx.lookupTable.create({ data: { workspaceId, id, name, createdAt: now, updatedAt: now } });
    await replaceRows(change, id, given);
    const data = await measureRows(change, id);
    const created = lookupTableOf(
      await tx.lookupTable.update({ where: { workspaceId_id: { workspaceId, id } }, data }),
    );
    await append("lookup_table.created", created, {});
    await audit("lookup_table.created", id, { name, rows: created.row_count });
    return created;
  });
}
