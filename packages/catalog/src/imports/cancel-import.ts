import type { Import } from "@skucast/contracts/imports/import";
import { Problem } from "@skucast/contracts/problem";
import type { Call, WriteOptions } from "../call.js";
import { acknowledgeIncident } from "../notifications/acknowledge-incident.js";
import { requireFound } from "../require-found.js";
import { clearHold } from "../sources/clear-hold.js";
import { type Change, lockRow, runChange } from "../transactions.js";
import { importOf } from "./import-row.js";

/**
 * Cancels an import: a queued or held one at once, a running one as soon as its importer notices. Changes that it has made
 * stay. Cancelling again changes nothing; an import that has ended otherwise is a conflict.
 */
export function cancelImport(call: Call<{ id: string } & WriteOptions>): Promise<Import> {
  const { id } = call.input;
  return runChange(call, "products:write", async (change) => {
    const { tx, workspaceId, audit } = change;
    await lockRow(change, "imports", id);
    const row = requireFound(
      await tx.import.findUnique({ where: { workspaceId_id: { workspaceId, id } } }),
      "import",
      id,
    );
    if (row.status === "cancelled" || row.cancelRequested) return importOf(row);
    if (!OPEN.has(row.status)) {
      throw new Problem(
        "conflict",
        `The import has ${row.status}; only one that is queued, running or held can be cancelled.`,
      );
    }
    await audit("import.cancelled", id);
    return cancelOpenImport(change, id);
  });
}

const OPEN: ReadonlySet<string> = new Set(["queued", "running", "held"]);

/** Cancels an import that has not ended. If it is running, its importer is asked to stop. */
export async function cancelOpenImport(change: Change, id: string): Promise<Import> {
  const { tx, workspaceId, now, append } = change;
  const key = { workspaceId_id: { workspaceId, id } };
  const row = requireFound(await tx.import.findUnique({ where: key }), "import", id);
  const next = { cancelRequested: true, version: { increment: 1 }, updatedAt: now };
  if (row.status === "running") return importOf(await tx.import.update({ where: key, data: next }));
  if (row.status === "held" && row.sourceId !== null) {
    await clearHold(change, row.sourceId);
    await acknowledgeIncident(change, "import_held", row.sourceId);
  }
  const ended = { ...next, status: "cancelled", leaseOwner: null, leaseUntil: null, finishedAt: now };
  const cancelled = importOf(await tx.import.update({ where: key, data: ended }));
  const { version, status, mode, validate_only, counts, error, source_id } = cancelled;
  const finished = { id, version, status, mode, validate_only, counts, error, source_id };
  await append("import.finished", finished, {});
  return cancelled;
}
