import type { Import } from "@skucast/contracts/imports/import";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { importOf } from "./import-row.js";

/** An import and the stored plan by which its file was read; `{}` until a source's file is fetched. */
export function getImportFile(call: Call<{ id: string }>): Promise<{ imported: Import; plan: object }> {
  const { id } = call.input;
  return runRead(call, "products:read", async (tx, workspaceId) => {
    const row = requireFound(
      await tx.import.findUnique({ where: { workspaceId_id: { workspaceId, id } } }),
      "import",
      id,
    );
    return { imported: importOf(row), plan: row.plan as object };
  });
}
