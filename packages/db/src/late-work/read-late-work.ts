import type { Database } from "../database.js";

/**
 * Work that should have started, by kind:
 * - `feed`, `source`: the scheduled time has passed, and no run or import was queued for it;
 * - `run`, `import`: it is queued or was left by a process that ended, and its workspace has none in progress, so it waits for
 *   a process only;
 * - `run_in_turn`, `import_in_turn`: the same while its workspace has others in progress;
 * - `product_export`, `workspace_transfer`: no process works on it;
 * - `workspace_deletion`: the time to erase the workspace has passed, and it is not erased.
 */
export const LATE_WORK_KINDS = [
  "feed",
  "run",
  "run_in_turn",
  "source",
  "import",
  "import_in_turn",
  "product_export",
  "workspace_transfer",
  "workspace_deletion",
] as const;

export type LateWorkKind = (typeof LATE_WORK_KINDS)[number];

/** Rows of each table that are read. If there are more, the oldest of these is old enough to be reported. */
const LOOKED_AT_MAX = 10_000;

/** Exported for the test of its cost. */
export const LATE_WORK = {
  name: "db.late-work",
  text: `
    WITH waiting_runs AS (
      SELECT workspace_id, coalesce(lease_until, created_at) AS since FROM runs
      WHERE status IN ('queued', 'generating', 'delivering') AND (lease_until IS NULL OR lease_until < now())
      LIMIT ${LOOKED_AT_MAX}
    ), running_runs AS (
      SELECT DISTINCT workspace_id FROM runs
      WHERE status IN ('queued', 'generating', 'delivering') AND status <> 'queued' AND lease_until >= now()
    ), waiting_imports AS (
      SELECT workspace_id, coalesce(lease_until, created_at) AS since FROM imports
      WHERE status IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < now())
      LIMIT ${LOOKED_AT_MAX}
    ), running_imports AS (
      SELECT DISTINCT workspace_id FROM imports
      WHERE status IN ('queued', 'running') AND status = 'running' AND lease_until >= now()
    )
    SELECT 'feed' AS kind, (
      SELECT f.next_run_at FROM feeds f JOIN workspaces w ON w.id = f.workspace_id AND w.deletes_at IS NULL
      WHERE f.next_run_at <= $1 AND f.status = 'active' AND f.schedule IS NOT NULL
      ORDER BY f.next_run_at LIMIT 1) AS since
    UNION ALL SELECT 'source', (
      SELECT s.next_run_at FROM sources s JOIN workspaces w ON w.id = s.workspace_id AND w.deletes_at IS NULL
      WHERE s.next_run_at <= $1 AND s.status = 'active' AND s.schedule IS NOT NULL
      ORDER BY s.next_run_at LIMIT 1)
    UNION ALL
    SELECT CASE WHEN b.workspace_id IS NULL THEN 'run' ELSE 'run_in_turn' END, min(r.since)
    FROM waiting_runs r LEFT JOIN running_runs b ON b.workspace_id = r.workspace_id GROUP BY 1
    UNION ALL
    SELECT CASE WHEN b.workspace_id IS NULL THEN 'import' ELSE 'import_in_turn' END, min(i.since)
    FROM waiting_imports i LEFT JOIN running_imports b ON b.workspace_id = i.workspace_id GROUP BY 1
    UNION ALL SELECT 'product_export', min(coalesce(lease_until, created_at)) FROM product_exports
      WHERE status IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < now())
    UNION ALL SELECT 'workspace_transfer', min(coalesce(lease_until, created_at)) FROM workspace_transfers
      WHERE status IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < now())
    UNION ALL SELECT 'workspace_deletion', min(deletes_at) FROM workspaces WHERE deletes_at <= $1`,
};

/** For how many seconds the most overdue work of each kind has been late. 0 if none is. */
export async function readLateWork({ system }: Database, now: Date): Promise<Record<LateWorkKind, number>> {
  const { rows } = await system.query<{ kind: LateWorkKind; since: Date | null }>({ ...LATE_WORK, values: [now] });
  const sinceOf = new Map(rows.map(({ kind, since }) => [kind, since]));
  const secondsOf = (kind: LateWorkKind) => {
    const since = sinceOf.get(kind);
    return since ? Math.max(0, (now.getTime() - since.getTime()) / 1_000) : 0;
  };
  return Object.fromEntries(LATE_WORK_KINDS.map((kind) => [kind, secondsOf(kind)])) as Record<LateWorkKind, number>;
}
