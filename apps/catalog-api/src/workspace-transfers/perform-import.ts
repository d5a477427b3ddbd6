import { join } from "node:path";
import { batchUpsertProducts } from "@skucast/catalog/products/batch-upsert-products";
import { bodyOf, incompleteOf } from "@skucast/catalog/workspace-transfers/archived-objects";
import { findImported, importObject, withNewOverrides } from "@skucast/catalog/workspace-transfers/import-object";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { KEY_PERMISSIONS } from "@skucast/contracts/scopes";
import type { ImportedResource } from "@skucast/contracts/workspace-transfers/archive";
import {
  type ClaimedTransfer,
  finishTransfer,
  saveTransfer,
  type TransferProblem,
} from "@skucast/db/workspace-transfers/transfer-work";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { HeldLease } from "@skucast/service-kit/leased-work";
import { ZodError } from "zod";
import { checkArchive, isImported } from "./check-archive.js";
import { type ArchiveFile, firstOf, readArchive } from "./read-archive.js";
import type { TransferContext } from "./transfer-context.js";

const BATCH = 200;
const PROBLEMS_MAX = 200;

type Raw = Readonly<Record<string, unknown>>;
interface Count {
  created: number;
  failed: number;
}

/** Lines up to the position are done. An interrupted import may also have created the object of the next line. */
interface State {
  position: { file: number; line: number };
  readonly counts: Record<string, Count>;
  readonly ids: Map<string, string>;
  readonly problems: TransferProblem[];
  /** Whether the next object may exist already. */
  isResumed: boolean;
}

/**
 * Checks an archive and creates what it contains in the workspace, through the same operations as the API, with new ids.
 * Progress is noted after each object and each batch of products, and another process continues from there.
 */
export async function performImport(ctx: TransferContext, work: ClaimedTransfer, lease: HeldLease): Promise<void> {
  const path = join(ctx.uploadsDir, work.upload ?? "");
  const state = stateOf(work);
  if (!state.isResumed) await checkArchive(path, () => lease.check());
  const principal: Principal = { kind: "system", workspaceId: work.workspaceId, scopes: new Set(KEY_PERMISSIONS) };
  let file = 0;
  for await (const part of readArchive(path)) {
    if ("format" in part) continue;
    const { resource } = part.entry;
    if (isImported(resource) && file >= state.position.file) {
      const given = { part, file, principal, state, lease };
      if (resource === "products") await importProducts(ctx, work, given);
      else await importSettings(ctx, work, { ...given, resource });
    }
    file += 1;
  }
  const now = ctx.catalog.clock.now();
  if (!(await finishTransfer(ctx.catalog.db, work, { status: "succeeded", error: null, now }))) throw new LeaseLost();
  ctx.catalog.onStored();
}

function stateOf({ position, counts, ids, problems }: ClaimedTransfer): State {
  const found = position as Partial<State["position"]>;
  return {
    position: { file: found.file ?? 0, line: found.line ?? 0 },
    counts: { ...(counts as Record<string, Count>) },
    ids: new Map(Object.entries(ids)),
    problems: [...problems],
    isResumed: found.file !== undefined,
  };
}

interface FileImport {
  readonly part: ArchiveFile;
  readonly file: number;
  readonly principal: Principal;
  readonly state: State;
  readonly lease: HeldLease;
}

async function importSettings(
  { catalog }: TransferContext,
  work: ClaimedTransfer,
  { part, file, resource, principal, state, lease }: FileImport & { resource: Exclude<ImportedResource, "products"> },
): Promise<void> {
  for await (const { line, raw } of part.rows()) {
    if (isDone(state, file, line)) continue;
    // Noted before the first object, so that an import that is interrupted here does not start with the check again.
    if (line === 1 && file === 0) await save(catalog, work, state, { file, line: 0 });
    lease.check();
    const call = { ctx: catalog, principal, ids: state.ids };
    const known = state.isResumed ? await findImported(call, resource, { raw, since: work.startedAt }) : undefined;
    state.isResumed = false;
    try {
      const id = known ?? (await importObject(call, resource, raw));
      if (id !== undefined) state.ids.set(String(raw.id), id);
      count(state, resource, "created");
      note(state, resource, raw, incompleteOf(resource, raw));
    } catch (error) {
      count(state, resource, "failed");
      note(state, resource, raw, messageOf(error));
    }
    await save(catalog, work, state, { file, line });
  }
}

async function importProducts(
  { catalog }: TransferContext,
  work: ClaimedTransfer,
  { part, file, principal, state, lease }: FileImport,
): Promise<void> {
  let batch: Raw[] = [];
  const flush = async (line: number) => {
    lease.check();
    const items = batch.map((raw) => withNewOverrides(bodyOf("products", raw), state.ids));
    const input = { items, mode: "partial" } as const;
    const { results } = await batchUpsertProducts({ ctx: catalog, principal, input, signal: lease.signal });
    results.forEach(({ status, error }, i) => {
      count(state, "products", status === "failed" ? "failed" : "created");
      if (error)
        note(
          state,
          "products",
          batch[i] ?? {},
          error.errors.map(({ pointer, message }) => `${pointer} ${message}`).join("; ") || error.detail,
        );
    });
    batch = [];
    await save(catalog, work, state, { file, line });
  };
  let last = 0;
  for await (const { line, raw } of part.rows()) {
    last = line;
    if (isDone(state, file, line)) continue;
    batch.push(raw);
    if (batch.length === BATCH) await flush(line);
  }
  state.isResumed = false;
  if (batch.length > 0) await flush(last);
}

const isDone = ({ position }: State, file: number, line: number): boolean =>
  file < position.file || (file === position.file && line <= position.line);

async function save(
  { db, clock, hint }: TransferContext["catalog"],
  work: ClaimedTransfer,
  state: State,
  position: State["position"],
): Promise<void> {
  const { counts, ids, problems } = state;
  const progress = { position, counts, ids: Object.fromEntries(ids), problems };
  if (!(await saveTransfer(db, work, { progress, now: clock.now() }))) throw new LeaseLost();
  state.position = position;
  hint(work.workspaceId, "workspace");
}

function count({ counts }: State, resource: string, outcome: keyof Count): void {
  const found = counts[resource] ?? { created: 0, failed: 0 };
  counts[resource] = { ...found, [outcome]: found[outcome] + 1 };
}

function note({ problems }: State, resource: string, raw: Raw, message: string | null): void {
  if (message === null || problems.length >= PROBLEMS_MAX) return;
  const id = String(raw.sku ?? raw.domain ?? raw.id ?? raw.name ?? "").slice(0, 300);
  problems.push({ resource, id, message: message.slice(0, 500) });
}

/** The message of an error that users may see. Throws any other error, which ends the import. */
function messageOf(error: unknown): string {
  if (error instanceof ZodError) return firstOf(error);
  if (!(error instanceof Problem) || error.code === "internal" || error.code === "unavailable") throw error;
  if (error.faults.length === 0) return error.message;
  return error.faults.map(({ pointer, message }) => `${pointer} ${message}`).join("; ");
}
