import type { Run } from "@skucast/contracts/runs/run";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { runOf } from "./run-row.js";

export function getRun(call: Call<{ id: string }>): Promise<Run> {
  const { id } = call.input;
  return runRead(call, "feeds:read", async (tx, workspaceId) =>
    runOf(requireFound(await tx.run.findUnique({ where: { workspaceId_id: { workspaceId, id } } }), "run", id)),
  );
}
