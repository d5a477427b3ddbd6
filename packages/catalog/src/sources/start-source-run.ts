import { newId } from "@skucast/contracts/ids";
import type { Import } from "@skucast/contracts/imports/import";
import { bindingOf } from "@skucast/contracts/principal";
import type { Call, WriteOptions } from "../call.js";
import { importOf } from "../imports/import-row.js";
import { requireFound } from "../require-found.js";
import { lockRow, runChange } from "../transactions.js";
import { importColumns } from "./import-columns.js";
import { renderSource } from "./source-row.js";

/**
 * Queues an import of a source, whose file is fetched at once. It writes products as the principal of this call. If an
 * import already waits for its file, it is returned instead. `force` imports the file even if it is unchanged.
 */
export function startSourceRun(call: Call<{ id: string; force: boolean } & WriteOptions>): Promise<Import> {
  const { id: sourceId, force } = call.input;
  return runChange(call, "products:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    await lockRow(change, "sources", sourceId);
    const where = { workspaceId_id: { workspaceId, id: sourceId } };
    const source = await renderSource(change, requireFound(await tx.source.findUnique({ where }), "source", sourceId));
    const queued = await tx.import.findFirst({ where: { workspaceId, sourceId, status: "queued", upload: null } });
    if (queued) {
      if (!force || queued.isForced) return importOf(queued);
      const key = { workspaceId_id: { workspaceId, id: queued.id } };
      return importOf(await tx.import.update({ where: key, data: { isForced: true } }));
    }
    const row = await tx.import.create({
      data: {
        workspaceId,
        id: newId("imp", now.getTime()),
        sourceId,
        trigger: "manual",
        isForced: force,
        ...importColumns(source),
        actor: bindingOf(call.principal).actor,
        createdAt: now,
        updatedAt: now,
      },
    });
    const created = importOf(row);
    await append("import.queued", { id: created.id, version: created.version }, {});
    await audit("source.run_started", sourceId, { name: source.name, import_id: created.id, ...(force && { force }) });
    return created;
  });
}
