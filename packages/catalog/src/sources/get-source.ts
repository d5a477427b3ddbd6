import type { Source } from "@skucast/contracts/sources/source";
import { type Call, found, reading } from "../resources.js";
import { shownSource } from "./source-row.js";

export function getSource(call: Call<{ id: string }>): Promise<Source> {
  const { id } = call.input;
  return reading(call, "products:read", async (tx, workspaceId) => {
    const row = await tx.source.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    return shownSource({ tx, workspaceId }, found(row, "source", id));
  });
}
