import type { Source } from "@skucast/contracts/sources/source";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { renderSource } from "./source-row.js";

export function getSource(call: Call<{ id: string }>): Promise<Source> {
  const { id } = call.input;
  return runRead(call, "products:read", async (tx, workspaceId) => {
    const row = await tx.source.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    return renderSource({ tx, workspaceId }, requireFound(row, "source", id));
  });
}
