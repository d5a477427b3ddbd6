import { randomUUID } from "node:crypto";
import { inSystem } from "@skucast/db/database";
import type { ExporterContext } from "../context.js";
import type { ClaimedRun } from "./claimed-run.js";

/** So that one workspace does not hold up the runs of the others. */
const RUNS_PER_WORKSPACE_MAX = 2;
/** With those for which nothing has moved for a while, since their partner hangs: they do not hold up their own workspace's either. */
const WITH_STILL_MAX = 6;
/** Longer than a lively partner keeps still. Progress is written once a second. */
const STILL_MS = 15_000;

/**
 * Waits for an exporter, or has lost the one it had. Locks the feed, so that of its runs one is claimed at a time, the
 * oldest first. Those that lost the most exporters come last: a run that ends whoever takes it up holds up no others. One
 * whose partners all have as many connections as they may is left to wait, for it could not be delivered.
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

/** A statement of its own: it sees what others committed before the feed was locked. */
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

/**
 * Takes a run that waits, or whose exporter shows no sign of life, under a lease. Undefined when there is none.
 * Of one feed at most one run is worked on at a time.
 */
export function claimRun({ db, clock, settings }: ExporterContext): Promise<ClaimedRun | undefined> {
  return inSystem(db, async (client) => {
    const candidates = await client.query<Candidate>(LOCK_CANDIDATE, [
      RUNS_PER_WORKSPACE_MAX,
      WITH_STILL_MAX,
      new Date(clock.now().getTime() - STILL_MS),
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
