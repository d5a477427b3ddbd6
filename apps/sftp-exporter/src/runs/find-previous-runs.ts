import type { RunDelivery } from "@skucast/contracts/runs/run";
import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";

/** An earlier run whose rows partners may have. */
export interface PreviousRun {
  readonly id: string;
  /** Rows in its index. */
  readonly rows: number;
  /** See recipeOf; null for a run of a version without recipes. */
  readonly recipe: string | null;
  readonly deliveries: readonly RunDelivery[];
  /** Whether it was delivered to all of its destinations. */
  readonly isBase: boolean;
}

/** Bounds the search when a destination fails every night. */
const PREVIOUS_RUNS_MAX = 14;

/** Includes runs that failed after their files were generated, because they may have reached some destinations. */
const SELECT_PREVIOUS = `
  WITH previous AS (
    SELECT id, (counts->>'written')::int AS rows, stats->>'recipe' AS recipe, deliveries,
           status <> 'failed' AND NOT deliveries @> '[{"status": "failed"}]' AS "isBase"
    FROM runs
    WHERE workspace_id = $1 AND feed_id = $2 AND id <> $3 AND files_deleted_at IS NULL
      AND (status IN ('succeeded', 'succeeded_with_errors') OR (status = 'failed' AND deliveries <> '[]'))
    ORDER BY id DESC LIMIT ${PREVIOUS_RUNS_MAX})
  SELECT * FROM previous WHERE id >= coalesce((SELECT max(id) FROM previous WHERE "isBase"), '') ORDER BY id DESC`;

/**
 * The last run that was delivered to all of its destinations (the base), and the runs since then that may have reached
 * some. Newest first.
 */
export async function findPreviousRuns({ db }: ExporterContext, run: ClaimedRun): Promise<PreviousRun[]> {
  const { rows } = await db.system.query<PreviousRun>(SELECT_PREVIOUS, [run.workspaceId, run.feedId, run.id]);
  return rows;
}
