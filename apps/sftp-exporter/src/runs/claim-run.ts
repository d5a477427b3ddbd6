import { randomUUID } from "node:crypto";
import { inSystem } from "@skucast/db/database";
import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";

/** Runs in progress per workspace, so that one workspace does not hold up the runs of the others. */
const RUNS_PER_WORKSPACE_MAX = 2;
/** The same with stalled runs included: a partner that hangs does not hold up the workspace's other runs. */
const WITH_STALLED_MAX = 6;
/** A run without progress for this long is stalled. Progress is written once a second; responsive partners pause for less. */
const STALLED_MS = 15_000;

/**
 * Selects a queued run, or one whose lease has expired, and locks its feed. The runs of a feed are claimed one at a time, the
 * oldest first. Runs that were claimed most often come last, so that a run that kills its exporter holds up no others. A run
 * waits while all of its destinations have as many connections as they allow, because it could not be delivered.
 */
const LOCK_CANDIDATE = `
  SELECT r.workspace_id, r.id, r.feed_id
  FROM runs r JOIN feeds f ON f.workspace_id = r.workspace_id AND f.id = r.feed_id
  WHERE r.status IN ('queued', 'generating', 'delivering') AND (r.lease_until IS NULL OR r.lease_until < now())
    AND NOT EXISTS (
      SELECT FROM runs o WHERE o.workspace_id = r.workspace_id AND o.feed_id = r.feed_id AND o.id <> r.id
        AND o.status IN ('generating', 'delivering') AND o.lease_until >= now())
    AND NOT EXISTS (
      SELECT FROM runs o WHERE o.workspace_id = r.workspace_id AND o.feed_id = r.feed_id AND o.id < r.id
        AND o.status IN ('queued', 'generating', 'delivering'))
    AND (
      SELECT count(*) < $2 AND count(*) FILTER (WHERE o.status = 'generating' OR o.updated_at > $3) < $1
      FROM runs o WHERE o.workspace_id = r.workspace_id
        AND o.status IN ('generating', 'delivering') AND o.lease_until >= now())
    AND NOT coalesce((
      SELECT bool_and(w->>'type' = 'sftp_push' AND d.connections_max <= (
        SELECT count(*) FROM runs o JOIN feeds g ON g.workspace_id = o.workspace_id AND g.id = o.feed_id
        WHERE o.workspace_id = r.workspace_id AND o.status IN ('generating', 'delivering') AND o.lease_until >= now()
          AND g.deliveries @> jsonb_build_array(jsonb_build_object('destination_id', d.id))))
      FROM jsonb_array_elements(f.deliveries) AS w
      LEFT JOIN destinations d ON d.workspace_id = f.workspace_id AND d.id = w->>'destination_id'), false)
  ORDER BY r.claim_count, r.id LIMIT 1
  FOR UPDATE OF f SKIP LOCKED`;

/** A separate statement, so that it sees what other transactions committed before the feed was locked. */
const CLAIM = `
  UPDATE runs r SET
    status = CASE WHEN r.status = 'delivering' THEN r.status ELSE 'generating' END,
    lease_owner = $4, lease_until = now() + $5 * interval '1 millisecond', claim_count = r.claim_count + 1,
    started_at = coalesce(r.started_at, $6), version = r.version + 1, updated_at = $6
  FROM runs before
  WHERE r.workspace_id = $1 AND r.id = $2 AND r.feed_id = $3
    AND before.workspace_id = r.workspace_id AND before.id = r.id
    AND r.status IN ('queued', 'generating', 'delivering') AND (r.lease_until IS NULL OR r.lease_until < now())
    AND NOT EXISTS (
      SELECT FROM runs o WHERE o.workspace_id = r.workspace_id AND o.feed_id = r.feed_id AND o.id <> r.id
        AND o.status IN ('generating', 'delivering') AND o.lease_until >= now())
  RETURNING before.status AS was, r.started_at, r.claim_count`;

interface Candidate {
  workspace_id: string;
  id: string;
  feed_id: string;
}

interface Claimed {
  was: ClaimedRun["was"];
  started_at: Date;
  claim_count: number;
}

/** Claims a queued run, or one whose lease has expired. Undefined when there is none. A feed has at most one run in progress. */
export function claimRun({ db, clock, settings }: ExporterContext): Promise<ClaimedRun | undefined> {
  return inSystem(db, async (client) => {
    const candidates = await client.query<Candidate>(LOCK_CANDIDATE, [
      RUNS_PER_WORKSPACE_MAX,
      WITH_STALLED_MAX,
      new Date(clock.now().getTime() - STALLED_MS),
    ]);
    const [candidate] = candidates.rows;
    if (!candidate) return undefined;
    const owner = randomUUID();
    const { rows } = await client.query<Claimed>(CLAIM, [
      candidate.workspace_id,
      candidate.id,
      candidate.feed_id,
      owner,
      settings.leaseMs,
      clock.now(),
    ]);
    const [claimed] = rows;
    if (!claimed) return undefined;
    return {
      workspaceId: candidate.workspace_id,
      id: candidate.id,
      feedId: candidate.feed_id,
      owner,
      was: claimed.was,
      startedAt: claimed.started_at,
      claimCount: claimed.claim_count,
    };
  });
}
