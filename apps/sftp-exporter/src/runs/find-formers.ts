import type { RunDelivery } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";

/** A run whose rows partners may have. */
export interface FormerRun {
  readonly id: string;
  /** Of its index. */
  readonly rows: number;
  /** What its rows were made by; null for a run from before recipes. */
  readonly recipe: string | null;
  readonly deliveries: readonly RunDelivery[];
  /** Whether it reached every destination that it had. */
  readonly isBase: boolean;
}

/** When a destination fails night after night, so many of its nights are looked at. */
const FORMERS_MAX = 14;

/** A run that failed after its files were made may have reached some destinations all the same. */
const SELECT_FORMERS = `
  WITH former AS (
    SELECT id, (counts->>'written')::int AS rows, stats->>'recipe' AS recipe, deliveries,
           status <> 'failed' AND NOT deliveries @> '[{"status": "failed"}]' AS "isBase"
    FROM runs
    WHERE workspace_id = $1 AND feed_id = $2 AND id <> $3 AND files_deleted_at IS NULL
      AND (status IN ('succeeded', 'succeeded_with_errors') OR (status = 'failed' AND deliveries <> '[]'))
    ORDER BY id DESC LIMIT ${FORMERS_MAX})
  SELECT * FROM former WHERE id >= coalesce((SELECT max(id) FROM former WHERE "isBase"), '') ORDER BY id DESC`;

/** The last run that reached every destination (the base), and those since that may have reached some; the newest first. */
export async function findFormers({ db }: ExporterContext, run: ClaimedRun): Promise<FormerRun[]> {
  const { rows } = await db.system.query<FormerRun>(SELECT_FORMERS, [run.workspaceId, run.feedId, run.id]);
  return rows;
}
