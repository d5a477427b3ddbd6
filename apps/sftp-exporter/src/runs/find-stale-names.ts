import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";

/**
 * Selects the files and companions (manifest or trigger) of the last run that was delivered to the destination, and of
 * runs that have started to write there since, at most 1,000. Leaves out names that another feed has delivered there.
 */
const SELECT_STALE = `
  WITH reached AS (SELECT jsonb_build_array(jsonb_build_object('destination_id', $4::text, 'status', 'delivered')) AS it),
  last AS (
    SELECT coalesce(max(r.id), '') AS id FROM runs r, reached
    WHERE r.workspace_id = $1 AND r.feed_id = $2 AND r.id <> $3 AND r.deliveries @> reached.it),
  brought AS (
    SELECT r.files, d->>'companion' AS companion FROM last, runs r, jsonb_array_elements(r.deliveries) AS d
    WHERE r.workspace_id = $1 AND r.feed_id = $2 AND r.id <> $3 AND r.id >= last.id
      AND d->>'destination_id' = $4 AND (d->>'status' = 'delivered' OR d->>'begun_at' IS NOT NULL)),
  named AS (
    SELECT file->>'name' AS name FROM brought, jsonb_array_elements(files) AS file
    UNION SELECT companion FROM brought WHERE companion IS NOT NULL)
  SELECT name FROM named
  WHERE name <> ALL ($5::text[])
    AND NOT EXISTS (
      SELECT FROM runs o, reached WHERE o.workspace_id = $1 AND o.feed_id <> $2 AND o.deliveries @> reached.it
        AND (o.files @> jsonb_build_array(jsonb_build_object('name', name))
          OR o.deliveries @> jsonb_build_array(jsonb_build_object('destination_id', $4::text, 'companion', name))))
  ORDER BY 1
  LIMIT 1000`;

/** Names of files that earlier runs have left, or may have left, at the destination, and that this run does not have. */
export async function findStaleNames(
  { db }: ExporterContext,
  run: ClaimedRun,
  destinationId: string,
  names: readonly string[],
): Promise<string[]> {
  const values = [run.workspaceId, run.feedId, run.id, destinationId, names];
  const { rows } = await db.system.query<{ name: string }>(SELECT_STALE, values);
  return rows.map(({ name }) => name);
}
