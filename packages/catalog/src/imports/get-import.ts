import type { Import } from "@skucast/contracts/imports/import";
import { type Call, found, reading } from "../resources.js";
import { importOf } from "./import-row.js";

export function getImport(call: Call<{ id: string }>): Promise<Import> {
  const { id } = call.input;
  return reading(call, "products:read", async (tx, workspaceId) =>
    importOf(found(await tx.import.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "import", id)),
  );
}
