import type { Import } from "@skucast/contracts/imports/import";
import { Problem } from "@skucast/contracts/problem";
import { type Call, changing, found, lock, type WriteOptions } from "../resources.js";
import { importOf } from "./import-row.js";

/**
 * Stops an import: one that waits at once, one that runs as soon as its importer hears of it. What it has changed stays.
 * Asking again changes nothing; one that has ended otherwise is a conflict.
 */
export function cancelImport(call: Call<{ id: string } & WriteOptions>): Promise<Import> {
  const { id } = call.input;
  return changing(call, "products:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    await lock(change, "imports", id);
    const key = { workspaceId_id: { workspaceId, id } };
    const row = found(await tx.import.findUnique({ where: key }), "import", id);
    if (row.status === "cancelled" || row.cancelRequested) return importOf(row);
    if (row.status !== "queued" && row.status !== "running") {
      throw new Problem(
        "conflict",
        `The import has ${row.status}; only one that is queued or running can be cancelled.`,
      );
    }
    await audit("import.cancelled", id);
    const next = { cancelRequested: true, version: { increment: 1 }, updatedAt: now };
    if (row.status === "running") return importOf(await tx.import.update({ where: key, data: next }));
    const ended = { ...next, status: "cancelled", finishedAt: now };
    const cancelled = importOf(await tx.import.update({ where: key, data: ended }));
    const { version, status, mode, validate_only, counts, error } = cancelled;
    await append("import.finished", { ...{ id, version }, ...{ status, mode, validate_only, counts, error } }, {});
    return cancelled;
  });
}
