import type { Import } from "@skucast/contracts/imports/import";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { groupErrors } from "./group-errors.js";
import { importOf } from "./import-row.js";

/** An import, with its errors by kind if there are any. */
export function getImport(call: Call<{ id: string }>): Promise<Import> {
  const { id } = call.input;
  return runRead(call, "products:read", async (tx, workspaceId) => {
    const row = await tx.import.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    const found = importOf(requireFound(row, "import", id));
    if (found.error_count === 0) return found;
    return { ...found, error_groups: await groupErrors(tx, { workspaceId, id }) };
  });
}
