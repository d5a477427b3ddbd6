import type { Run } from "@skucast/contracts/runs/run";
import { type Call, found, reading } from "../resources.js";
import { runOf } from "./run-row.js";

export function getRun(call: Call<{ id: string }>): Promise<Run> {
  const { id } = call.input;
  return reading(call, "feeds:read", async (tx, workspaceId) =>
    runOf(found(await tx.run.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "run", id)),
  );
}
