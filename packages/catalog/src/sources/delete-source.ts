import type { Call, WriteOptions } from "../call.js";
import { cancelOpenImport } from "../imports/cancel-import.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { renderSource, sourceEventObject } from "./source-row.js";

/** Deletes a source and cancels its unfinished imports. Finished imports and imported products stay. */
export function deleteSource(call: Call<{ id: string } & WriteOptions>): Promise<void> {
  const { id, precondition } = call.input;
  return runChange(call, "products:write", async (change) => {
    const { tx, workspaceId, append, audit } = change;
    const where = { workspaceId_id: { workspaceId, id } };
    await lockRow(change, "sources", id);
    const source = await renderSource(change, requireFound(await tx.source.findUnique({ where }), "source", id));
    precondition?.(source.version);
    await tx.source.delete({ where });
    const open = await tx.import.findMany({
      where: { workspaceId, sourceId: id, status: { in: ["queued", "running", "held"] } },
      select: { id: true },
    });
    for (const { id: importId } of open) await cancelOpenImport(change, importId);
    await append("source.deleted", { ...sourceEventObject(source), version: source.version + 1 }, {});
    await audit("source.deleted", id, { name: source.name });
  });
}
