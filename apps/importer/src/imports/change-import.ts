import type { ImportStatus } from "@skucast/contracts/imports/import";
import type { ImportCounts } from "@skucast/contracts/imports/import-counts";
import { LIMITS } from "@skucast/contracts/limits";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import { insertImportErrors } from "@skucast/db/imports/insert-import-errors";
import { insertImportOutcomes } from "@skucast/db/imports/insert-import-outcomes";
import { insertImportRows } from "@skucast/db/imports/insert-import-rows";
import type { OutcomeBlock } from "@skucast/db/imports/outcome-block";
import { appendEvent } from "@skucast/events/append-event";
import type { CellTable } from "@skucast/imports/count-cells";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { ImporterContext } from "../context.js";
import { lockSource, notifyHeld, type OfSource, type StoredFetch, settleSource } from "../sources/settle-source.js";
import { Cancelled, type ClaimedImport, type LeasedImport } from "./claimed-import.js";
import { notifyUpload } from "./notify-upload.js";
import type { FaultyRow, NumberedError } from "./tally.js";

/** How far an import has come. All rows up to here are done. */
export interface Progress {
  readonly counts: ImportCounts;
  readonly errorCount: number;
  readonly bytesRead: number;
  /** What became of the cells, by column. */
  readonly cells: CellTable;
  /** Rows with errors that are kept to be corrected, and their size. */
  readonly faultyRows: number;
  readonly faultyBytes: number;
  /** What the import did not do, in a sentence for users. */
  readonly note?: string | null;
  /** The line in which the file breaks off; undefined if it does not. */
  readonly cutLine?: number;
}

/** What was found since progress was stored last. */
interface Found {
  readonly errors: readonly NumberedError[];
  readonly rows: readonly FaultyRow[];
  /** What became of the rows that were done since then. */
  readonly outcomes?: OutcomeBlock & { readonly firstRow: number };
}

export const NOTHING_FOUND: Found = { errors: [], rows: [] };

const SAVE = `
  UPDATE imports SET counts = $4, error_count = $5, bytes_read = $6, version = version + 1, updated_at = $7,
    cell_counts = $8, faulty_rows = $9, faulty_bytes = $10, outcome_bytes = outcome_bytes + $11
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3
  RETURNING cancel_requested`;

/**
 * Stores the progress, and the errors and faulty rows found since the last call. Throws LeaseLost, or Cancelled when a
 * user cancelled the import.
 */
export async function saveProgress(
  { db, clock, hints }: ImporterContext,
  work: ClaimedImport,
  progress: Progress,
  { errors, rows: faulty, outcomes }: Found,
): Promise<void> {
  const isCancelled = await inSystem(db, async (client) => {
    const { counts, errorCount, bytesRead } = progress;
    const { cells, faultyRows, faultyBytes } = progress;
    const numbers = [JSON.stringify(counts), errorCount, bytesRead, clock.now()];
    const values = [...numbers, JSON.stringify(cells), faultyRows, faultyBytes, outcomes?.content.length ?? 0];
    const saved = await client.query<{ cancel_requested: boolean }>(SAVE, [...keyOf(work), ...values]);
    const [row] = saved.rows;
    if (!row) throw new LeaseLost();
    const errorsLeft = LIMITS.importErrorsMax - (errorCount - errors.length);
    await insertImportErrors(client, work, errors.slice(0, Math.max(errorsLeft, 0)));
    await insertImportRows(client, work, faulty);
    if (outcomes) await insertImportOutcomes(client, work, outcomes);
    return row.cancel_requested;
  });
  hints.note(work.workspaceId, "import");
  if (isCancelled) throw new Cancelled();
}

export interface FinishedOutcome {
  readonly status: Exclude<ImportStatus, "queued" | "running" | "held">;
  /** A sentence for users. */
  readonly error: string | null;
  /** Whether the file broke off, after rows that were imported. */
  readonly isCutOff?: boolean;
}

const FINISH = `
  UPDATE imports SET status = $4, error = $5, finished_at = $6, lease_owner = NULL, lease_until = NULL,
    bytes_read = CASE WHEN $4 LIKE 'succeeded%' THEN bytes_total ELSE bytes_read END,
    version = version + 1, updated_at = $6
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3
  RETURNING version, mode, validate_only, counts, source_id, fetched, actor, file_name`;

interface FinishedRow {
  version: string;
  validate_only: boolean;
  actor: string;
  file_name: string | null;
  fetched: StoredFetch | null;
}

/** Stores the end of the import, its event and the new state of its source in one transaction. */
export function finishImport(
  { db, clock, settings: { isMailing } }: ImporterContext,
  work: LeasedImport,
  outcome: FinishedOutcome,
): Promise<void> {
  return inSystem(db, async (client) => {
    if (isOfSource(work)) await lockSource(client, work);
    await finishInTransaction(client, work, { outcome, isMailing, now: clock.now() });
  });
}

/** Like finishImport, in a transaction that has locked the source. */
export async function finishInTransaction(
  client: TransactionClient,
  work: LeasedImport,
  { outcome, isMailing, now }: { readonly outcome: FinishedOutcome; readonly isMailing: boolean; readonly now: Date },
): Promise<void> {
  const { status, error } = outcome;
  const { rows } = await client.query<FinishedRow>(FINISH, [...keyOf(work), status, error, now]);
  const [finished] = rows;
  if (!finished) throw new LeaseLost();
  const { version, fetched, actor, file_name: fileName, ...facts } = finished;
  const eventId = await appendEvent(client, {
    workspaceId: work.workspaceId,
    type: "import.finished",
    sequence: BigInt(version),
    data: { object: { id: work.id, status, ...facts, error }, previous: {} },
    now,
  });
  if (isOfSource(work)) await settleSource(client, work, { eventId, outcome, fetched, isMailing, now });
  else if (!facts.validate_only)
    await notifyUpload(client, work, { eventId, actor, fileName, outcome, now, isMailing });
}

const HOLD = `
  UPDATE imports SET status = 'held', hold = $4, lease_owner = NULL, lease_until = NULL, version = version + 1, updated_at = $5
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3
  RETURNING version, mode, validate_only, counts, error, source_id, fetched`;

type HeldRow = Pick<FinishedRow, "version" | "fetched">;

/** Holds an import of a source until a user decides, and notifies users. The catalog has not been changed. */
export function holdImport(
  { db, clock, settings: { isMailing } }: ImporterContext,
  work: LeasedImport,
  hold: string,
): Promise<void> {
  return inSystem(db, async (client) => {
    if (!isOfSource(work)) throw new Error("only an import of a source can be held");
    await lockSource(client, work);
    const now = clock.now();
    const { rows } = await client.query<HeldRow>(HOLD, [...keyOf(work), hold, now]);
    const [held] = rows;
    if (!held) throw new LeaseLost();
    const { version, fetched, ...facts } = held;
    const eventId = await appendEvent(client, {
      workspaceId: work.workspaceId,
      type: "import.held",
      sequence: BigInt(version),
      data: { object: { id: work.id, status: "held", ...facts, hold }, previous: {} },
      now,
    });
    await settleSource(client, work, { eventId, outcome: { status: "held", error: hold }, fetched, isMailing, now });
    await notifyHeld(client, work, { eventId, hold, now, isMailing });
  });
}

const isOfSource = (work: LeasedImport): work is LeasedImport & OfSource => work.sourceId !== null;

const keyOf = ({ workspaceId, id, owner }: LeasedImport) => [workspaceId, id, owner];
