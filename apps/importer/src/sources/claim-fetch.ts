import { randomUUID } from "node:crypto";
import { inSystem } from "@skucast/db/database";
import type { ImporterContext } from "../context.js";

/** An import of a source whose file was not fetched yet and whose lease this process holds. */
export interface ClaimedFetch {
  readonly workspaceId: string;
  readonly id: string;
  /** Identifies this claim. The import may be changed only while it has this owner. */
  readonly owner: string;
  readonly sourceId: string;
  readonly trigger: "manual" | "schedule";
  readonly isForced: boolean;
  readonly startedAt: Date;
  readonly bytesTotal: number;
}

/**
 * A source has one import at a time. The workspace with the fewest fetches in progress comes first, so that a workspace with
 * many sources does not hold up the others.
 */
const LOCK_CANDIDATE = `
  SELECT i.workspace_id, i.id
  FROM imports i
  WHERE i.status = 'queued' AND i.upload IS NULL AND i.source_id IS NOT NULL
    AND (i.lease_until IS NULL OR i.lease_until < now())
    AND NOT EXISTS (
      SELECT FROM imports o WHERE o.workspace_id = i.workspace_id AND o.source_id = i.source_id
        AND o.status IN ('queued', 'running') AND o.upload IS NOT NULL)
  ORDER BY (SELECT count(*) FROM imports o WHERE o.workspace_id = i.workspace_id AND o.status = 'queued'
    AND o.upload IS NULL AND o.lease_until > now()), i.id
  LIMIT 1
  FOR NO KEY UPDATE OF i SKIP LOCKED`;

const CLAIM = `
  UPDATE imports SET lease_owner = $3, lease_until = now() + $4 * interval '1 millisecond'
  WHERE workspace_id = $1 AND id = $2
  RETURNING source_id AS "sourceId", trigger, is_forced AS "isForced"`;

/** Claims the next import whose file is to be fetched. Undefined when there is none. */
export function claimFetch({ db, clock, settings }: ImporterContext): Promise<ClaimedFetch | undefined> {
  return inSystem(db, async (client) => {
    const candidates = await client.query<{ workspace_id: string; id: string }>(LOCK_CANDIDATE);
    const [candidate] = candidates.rows;
    if (!candidate) return undefined;
    const { workspace_id: workspaceId, id } = candidate;
    const owner = randomUUID();
    const { rows } = await client.query<Pick<ClaimedFetch, "sourceId" | "trigger" | "isForced">>(CLAIM, [
      workspaceId,
      id,
      owner,
      settings.leaseMs,
    ]);
    const [claimed] = rows;
    return claimed && { ...claimed, workspaceId, id, owner, startedAt: clock.now(), bytesTotal: 0 };
  });
}
