import type { Import } from "@skucast/contracts/imports/import";
import { Problem } from "@skucast/contracts/problem";
import { requireFound } from "../require-found.js";
import { type Change, lockRow } from "../transactions.js";
import { importOf } from "./import-row.js";

/** Locks a held import until the transaction ends. Sources are locked before their imports, here as everywhere. */
export async function lockHeldImport(
  change: Change,
  id: string,
  precondition?: (version: number) => void,
): Promise<Import & { readonly source_id: string }> {
  const { tx, workspaceId } = change;
  const key = { workspaceId_id: { workspaceId, id } };
  const read = async () => importOf(requireFound(await tx.import.findUnique({ where: key }), "import", id));
  const { source_id: sourceId } = await read();
  if (sourceId !== null) await lockRow(change, "sources", sourceId);
  await lockRow(change, "imports", id);
  const held = await read();
  precondition?.(held.version);
  if (held.status !== "held" || sourceId === null) {
    throw new Problem("conflict", `The import is ${held.status}; only one that is held can be released or discarded.`);
  }
  return { ...held, source_id: sourceId };
}
