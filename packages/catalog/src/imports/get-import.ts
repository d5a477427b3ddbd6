import type { Import } from "@skucast/contracts/imports/import";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { importOf } from "./import-row.js";

export function getImport(call: Call<{ id: string }>): Promise<Import> {
  const { id } = call.input;
  return runRead(call, "products:read", async (tx, workspaceId) =>
    importOf(
      requireFound(await tx.import.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "import", id),
    ),
  );
}
