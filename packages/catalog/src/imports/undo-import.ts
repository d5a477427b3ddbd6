import { firstIdAt } from "@skucast/contracts/ids";
import type { ImportCounts } from "@skucast/contracts/imports/import-counts";
import type { ImportUndo } from "@skucast/contracts/imports/import-undo";
import { LIMITS } from "@skucast/contracts/limits";
import { bindingOf } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { type ImportChange, readImportChanges } from "@skucast/db/imports/read-import-changes";
import type { Call } from "../call.js";
import type { Cancellable } from "../cancellable.js";
import { batchUpsertProducts } from "../products/batch-upsert-products.js";
import { getProducts } from "../products/get-products.js";
import { requireFound } from "../require-found.js";
import { requireScope } from "../require-scope.js";
import { requireWholeWorkspace } from "../require-whole-workspace.js";
import { lockRow, runChange } from "../transactions.js";
import { decideUndo, type FieldChange } from "./decide-undo.js";
import { getImport } from "./get-import.js";

interface UndoRequest {
  readonly id: string;
  /** The `next_cursor` of the call before; undefined for the first. */
  readonly cursor?: string | undefined;
  readonly validateOnly?: boolean;
}

/** Events may be slightly earlier or later than the times of their import. */
const MARGIN_MS = 60_000;

/**
 * Undoes the updates of an import, a limited number of products with each call. Fields that were changed since, deleted
 * products and products that the import created stay as they are. Calling it again changes nothing more.
 */
export async function undoImport(call: Call<UndoRequest> & Cancellable): Promise<ImportUndo> {
  const { ctx, principal, input, signal } = call;
  requireScope(principal, "products:write");
  // The former values are in events, which are hidden from those who see some channels only: nothing would be undone.
  await requireWholeWorkspace(ctx, principal, "Only members and keys that see the whole workspace undo imports.");
  const { started_at: startedAt, finished_at: finishedAt, status } = await getImport(call);
  if (startedAt === null || finishedAt === null) {
    throw new Problem("conflict", `The import is ${status}; only one that has started and ended can be undone.`);
  }
  const { changes, next } = await readImportChanges(ctx.db, {
    binding: bindingOf(principal),
    importId: input.id,
    from: firstIdAt("evt", Date.parse(startedAt) - MARGIN_MS),
    before: input.cursor ?? firstIdAt("evt", Date.parse(finishedAt) + MARGIN_MS),
    limit: LIMITS.batchItemsMax,
    scanRowsMax: LIMITS.pageScanRowsMax,
  });
  const fields = changes.map(fieldChangeOf);
  const docs = await getProducts({ ctx, principal, input: { skus: fields.map(({ sku }) => sku) } });
  const current = new Map([...docs].map(([sku, doc]) => [sku, JSON.parse(doc) as Readonly<Record<string, unknown>>]));
  const decisions = decideUndo(fields, (sku) => current.get(sku));
  // With a version, a change that is made meanwhile wins.
  const items = decisions
    .filter(({ patch }) => Object.keys(patch).length > 0)
    .map(({ sku, patch }) => ({ sku, ...patch, version: Number(current.get(sku)?.version) + 1 }));
  const { validateOnly = false } = input;
  const written =
    items.length === 0
      ? []
      : (
          await batchUpsertProducts({
            ctx,
            principal,
            input: { items, mode: "partial", validateOnly },
            signal,
          })
        ).results;
  if (next === null && !validateOnly) await noteUndone(call);
  return {
    undone: written.filter(({ status: each }) => each === "updated").length,
    changed_since: decisions.filter(({ kept }) => kept.length > 0).length,
    failed: written.flatMap(({ sku, error }) =>
      error === undefined ? [] : [{ sku: sku ?? "", code: error.code, detail: error.detail }],
    ),
    next_cursor: next,
  };
}

/** Notes that all updates were undone, the first time. */
function noteUndone(call: Call<UndoRequest>): Promise<void> {
  const { id } = call.input;
  return runChange({ ...call, input: {} }, "products:write", async (change) => {
    const { tx, workspaceId, now, audit } = change;
    await lockRow(change, "imports", id);
    const where = { workspaceId_id: { workspaceId, id } };
    const { undoneAt, counts } = requireFound(await tx.import.findUnique({ where }), "import", id);
    if (undoneAt !== null || (counts as ImportCounts).updated === 0) return;
    await tx.import.update({ where, data: { undoneAt: now, updatedAt: now, version: { increment: 1 } } });
    await audit("import.undone", id);
  });
}

function fieldChangeOf({ data }: ImportChange): FieldChange {
  const { object, previous } = JSON.parse(data) as {
    readonly object: FieldChange["written"];
    readonly previous: FieldChange["previous"];
  };
  return { sku: String(object.sku), written: object, previous };
}
