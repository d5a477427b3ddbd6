import { importColumns } from "@skucast/catalog/sources/import-columns";
import { newId } from "@skucast/contracts/ids";
import type { Schedule } from "@skucast/contracts/schedules/schedule";
import type { SourceOptions } from "@skucast/contracts/sources/reading";
import { type Bound, withEndedAccess } from "@skucast/db/access/ended-access";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import { eachInSavepoint } from "@skucast/db/each-in-savepoint";
import { nextTimeOf } from "@skucast/profiles/next-time-of";
import type { ImporterContext } from "../context.js";

const SOURCES_MAX = 50;

const CLAIM_DUE = `
  SELECT s.workspace_id, s.id, s.schedule, s.options, s.next_run_at, s.bound_to FROM sources s
  JOIN workspaces w ON w.id = s.workspace_id AND w.deletes_at IS NULL
  WHERE s.next_run_at <= $1 AND s.status = 'active' AND s.schedule IS NOT NULL
  ORDER BY s.next_run_at LIMIT ${SOURCES_MAX}
  FOR UPDATE OF s SKIP LOCKED`;

/** Inserts nothing while an import of the source is queued or running. The source is fetched at its next time. */
const INSERT = `
  INSERT INTO imports (workspace_id, id, source_id, trigger, status, mode, missing, max_removal_percent,
    max_change_percent, validate_only, actor, bytes_total, plan, columns, created_at, updated_at)
  SELECT $1, $2, $3, 'schedule', $4, $5, $6, $7, $8, false, '*', 0, '{}', '[]', $9, $9
  WHERE NOT EXISTS (
    SELECT FROM imports o WHERE o.workspace_id = $1 AND o.source_id = $3 AND o.status IN ('queued', 'running'))`;

const SET_NEXT = "UPDATE sources SET next_run_at = $3 WHERE workspace_id = $1 AND id = $2";

interface DueSource {
  workspace_id: string;
  id: string;
  schedule: Schedule;
  options: SourceOptions;
  next_run_at: Date;
  bound_to: string | null;
}

/**
 * Queues an import of each source that is due and sets its next time in the same transaction, so that any number of
 * importers queue one import per time. Several missed times get one import. A source that fails is logged and stays due.
 * Returns how many sources were queued.
 */
export function queueDueSources({ db, clock, logger }: ImporterContext): Promise<number> {
  return inSystem(db, async (client) => {
    const now = clock.now();
    const { rows } = await client.query<DueSource>(CLAIM_DUE, [now]);
    // Those whose access has ended stay due until `pauseEndedSources` pauses them.
    const ended = new Set<unknown>(await withEndedAccess(client, rows.filter(isBound)));
    const usable = rows.filter((source) => !ended.has(source));
    return eachInSavepoint(client, usable, {
      work: (source) => queueDueSource(client, source, now),
      onFault: ({ workspace_id, id: source_id }, err) =>
        logger.error({ event: "source.not_queued", workspace_id, source_id, err }, "a due source could not be queued"),
    });
  });
}

const isBound = (source: DueSource): source is DueSource & Bound => source.bound_to !== null;

async function queueDueSource(client: TransactionClient, source: DueSource, now: Date): Promise<void> {
  const { workspace_id: workspaceId, id, schedule, options, next_run_at: due } = source;
  const { status, mode, missing, maxRemovalPercent, maxChangePercent } = importColumns(options);
  const importId = newId("imp", now.getTime());
  const settings = [status, mode, missing, maxRemovalPercent, maxChangePercent];
  await client.query(INSERT, [workspaceId, importId, id, ...settings, now]);
  await client.query(SET_NEXT, [workspaceId, id, nextTimeOf(schedule, now, due)]);
}
