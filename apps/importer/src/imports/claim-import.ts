import { randomUUID } from "node:crypto";
import { inSystem } from "@skucast/db/database";
import type { ImporterContext } from "../context.js";
import type { ClaimedImport } from "./claimed-import.js";

/**
 * Selects a queued import, or one whose lease has expired, and locks its workspace, so that two importers do not claim its
 * imports at the same time. A workspace has at most one import in progress, the oldest first. The workspace whose last import
 * started longest ago comes first, so that a workspace with many files does not hold up the others.
 */
const LOCK_CANDIDATE = `
  SELECT i.workspace_id, i.id
  FROM imports i JOIN workspaces w ON w.id = i.workspace_id
  WHERE i.status IN ('queued', 'running') AND i.upload IS NOT NULL AND (i.lease_until IS NULL OR i.lease_until < now())
    AND (i.status = 'running' OR NOT EXISTS (
      SELECT FROM imports o WHERE o.workspace_id = i.workspace_id AND o.status = 'running'))
  ORDER BY (SELECT max(o.started_at) FROM imports o WHERE o.workspace_id = i.workspace_id) NULLS FIRST, i.id
  LIMIT 1
  FOR NO KEY UPDATE OF w SKIP LOCKED`;

/** A separate statement, so that it sees what other transactions committed before the workspace was locked. */
const CLAIM = `
  UPDATE imports i SET status = 'running', lease_owner = $3, lease_until = now() + $4 * interval '1 millisecond',
    started_at = coalesce(i.started_at, $5), version = i.version + 1, updated_at = $5
  WHERE i.workspace_id = $1 AND i.id = $2 AND i.status IN ('queued', 'running') AND i.upload IS NOT NULL
    AND (i.lease_until IS NULL OR i.lease_until < now())
    AND (i.status = 'running' OR NOT EXISTS (
      SELECT FROM imports o WHERE o.workspace_id = i.workspace_id AND o.status = 'running'))
  RETURNING i.actor, i.mode, i.missing, i.max_removal_percent AS "maxRemovalPercent", i.validate_only AS "validateOnly",
    i.source_id AS "sourceId", i.trigger, i.max_change_percent AS "maxChangePercent", i.is_released AS "isReleased",
    i.upload, i.bytes_total::float8 AS "bytesTotal", i.plan, i.counts, i.error_count AS "errorCount",
    i.cell_counts AS cells, i.faulty_rows AS "faultyRows", i.faulty_bytes AS "faultyBytes", i.started_at AS "startedAt"`;

/** Claims the next import. Undefined when there is none. */
export function claimImport({ db, clock, settings }: ImporterContext): Promise<ClaimedImport | undefined> {
  return inSystem(db, async (client) => {
    const candidates = await client.query<{ workspace_id: string; id: string }>(LOCK_CANDIDATE);
    const [candidate] = candidates.rows;
    if (!candidate) return undefined;
    const { workspace_id: workspaceId, id } = candidate;
    const owner = randomUUID();
    const { rows } = await client.query<Omit<ClaimedImport, "workspaceId" | "id" | "owner">>(CLAIM, [
      workspaceId,
      id,
      owner,
      settings.leaseMs,
      clock.now(),
    ]);
    const [claimed] = rows;
    return claimed && { ...claimed, workspaceId, id, owner };
  });
}
