import type { ImportColumn, ImportQuestion } from "@skucast/contracts/imports/import";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import type { ImportPlan } from "@skucast/imports/import-plan";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { ImporterContext } from "../context.js";
import { type FinishedOutcome, finishInTransaction } from "../imports/change-import.js";
import { FetchOutdated } from "../imports/claimed-import.js";
import type { ClaimedFetch } from "./claim-fetch.js";
import { lockSource, settleSource } from "./settle-source.js";
import type { SeenFile } from "./source-file.js";
import type { StoredUpload } from "./store-upload.js";

export interface FetchedImport {
  readonly upload: StoredUpload;
  readonly fileName: string | undefined;
  readonly plan: ImportPlan;
  readonly columns: readonly ImportColumn[];
  readonly questions: readonly ImportQuestion[];
  readonly seen: SeenFile;
  /** Version of the source at the time of the fetch. */
  readonly version: number;
}

const STORE = `
  UPDATE imports SET upload = $4, bytes_total = $5, plan = $6, columns = $7, file_name = $8, fetched = $9, questions = $11,
    lease_owner = NULL, lease_until = NULL, version = version + 1, updated_at = $10
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3 AND status = 'queued'
  RETURNING version`;

/** Stores the fetched file with the import, which is then ready to be claimed. Cancels the source's held import, if any. */
export async function storeFetched(ctx: ImporterContext, work: ClaimedFetch, file: FetchedImport): Promise<void> {
  const { workspaceId, id, owner, sourceId } = work;
  const { upload, plan, columns, questions, fileName = null } = file;
  await inSystem(ctx.db, async (client) => {
    const now = ctx.clock.now();
    await lockSource(client, { workspaceId, sourceId });
    const { rows } = await client.query<{ version: string }>(STORE, [
      workspaceId,
      id,
      owner,
      upload.name,
      upload.bytes,
      JSON.stringify(plan),
      JSON.stringify(columns),
      fileName,
      fetchedOf(file, { bytes: upload.bytes, isUnchanged: false, now }),
      now,
      JSON.stringify(questions),
    ]);
    const [stored] = rows;
    if (!stored) throw new LeaseLost();
    await supersedeHeld(client, work, now);
    const queued = { workspaceId, type: "import.queued", sequence: BigInt(stored.version), now } as const;
    await appendEvent(client, { ...queued, data: { object: { id }, previous: {} } });
  });
  ctx.hints.note(workspaceId, "import");
}

interface FetchResult {
  readonly bytes: number;
  readonly isUnchanged: boolean;
  readonly now: Date;
}

const fetchedOf = (
  { seen, version }: { readonly seen: SeenFile | null; readonly version: number },
  { bytes, isUnchanged, now }: FetchResult,
): string => JSON.stringify({ at: now.toISOString(), bytes, is_unchanged: isUnchanged, seen, source_version: version });

const SUPERSEDE = `
  UPDATE imports SET status = 'cancelled', error = 'Superseded by a newer file of the source.', finished_at = $3,
    version = version + 1, updated_at = $3
  WHERE workspace_id = $1 AND source_id = $2 AND status = 'held'
  RETURNING id, version, mode, validate_only, counts, error, source_id`;
const CLEAR_HELD_HEALTH = "UPDATE sources SET health = 'ok' WHERE workspace_id = $1 AND id = $2 AND health = 'held'";

async function supersedeHeld(
  client: TransactionClient,
  { workspaceId, sourceId }: ClaimedFetch,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ id: string; version: string }>(SUPERSEDE, [workspaceId, sourceId, now]);
  await client.query(CLEAR_HELD_HEALTH, [workspaceId, sourceId]);
  for (const { version, ...held } of rows) {
    await appendEvent(client, {
      workspaceId,
      type: "import.finished",
      sequence: BigInt(version),
      now,
      data: { object: { ...held, status: "cancelled" }, previous: {} },
    });
  }
}

const DELETE_UNFORCED = `
  DELETE FROM imports
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3 AND trigger = 'schedule' AND NOT is_forced
  RETURNING id`;
const SAVE_FETCHED = `
  UPDATE imports SET fetched = $4 WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3 AND is_forced = $5 RETURNING id`;

/**
 * Ends an import whose file has not changed. A scheduled import is deleted, because a source that is checked every minute
 * would fill the list; a manual one succeeds without changes. Throws FetchOutdated when a user has forced it meanwhile.
 */
export function settleUnchanged(
  { db, clock, hints, settings: { isMailing } }: ImporterContext,
  work: ClaimedFetch,
  known: { readonly seen: SeenFile | null; readonly version: number },
): Promise<FinishedOutcome | null> {
  return inSystem(db, async (client) => {
    const { workspaceId, id, owner } = work;
    const now = clock.now();
    await lockSource(client, work);
    const fetched = fetchedOf(known, { bytes: 0, isUnchanged: true, now });
    hints.note(workspaceId, "source");
    const saved = await client.query<{ id: string }>(SAVE_FETCHED, [workspaceId, id, owner, fetched, work.isForced]);
    if (saved.rows.length === 0) throw new FetchOutdated();
    const outcome = { status: "succeeded", error: null } as const;
    const deleted = await client.query<{ id: string }>(DELETE_UNFORCED, [workspaceId, id, owner]);
    if (deleted.rows.length === 0) {
      await finishInTransaction(client, work, { outcome, isMailing, now });
      return outcome;
    }
    await settleSource(client, work, { eventId: null, outcome, isMailing, now, fetched: JSON.parse(fetched) });
    return null;
  });
}
