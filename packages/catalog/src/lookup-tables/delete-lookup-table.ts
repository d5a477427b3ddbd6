import { Problem } from "@skucast/contracts/problem";
import type { Call, WriteOptions } from "../call.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { lookupTableOf } from "./lookup-table-row.js";
import { lockUses, usersOf } from "./used-tables.js";

/** Deletes a lookup table with its rows. No channel may use it. */
export async function deleteLookupTable(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id, precondition } = call.input;
  await runChange(call, "channels:write", async (change) => {
    const { tx, workspaceId, append, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockUses(change);
    await lockRow(change, "lookup_tables", id);
    const table = lookupTableOf(requireFound(await tx.lookupTable.findUnique({ where }), "lookup table", id));
    precondition?.(table.version);
    const users = await usersOf(change, id);
    if (users.length > 0) {
      const named = users.map((channel) => `${channel.name} (${channel.id})`).join(", ");
      throw new Problem("conflict", `These channels use the lookup table: ${named}. Change their rules first.`);
    }
    await tx.lookupTable.delete({ where });
    await append("lookup_table.deleted", { ...table, version: table.version + 1 }, {});
    await audit("lookup_table.deleted", id, { name: table.name });
  });
}
