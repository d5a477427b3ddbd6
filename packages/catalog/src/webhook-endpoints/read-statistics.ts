import { DELIVERY_STATUSES, FIRST_ATTEMPT_MS_MAX } from "@skucast/contracts/deliveries/delivery";
import { firstIdAt } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import {
  BUCKET_MS,
  BUCKETS_MAX,
  COUNTED_DELIVERIES_MAX,
  type Statistics,
  type StatisticsQuery,
  statisticsSchema,
} from "@skucast/contracts/webhook-endpoints/statistics";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";

const DAY_MS = BUCKET_MS.day;

const COUNTED = `
  SELECT id, status, created_at FROM deliveries
  WHERE workspace_id = $1 AND endpoint_id = $2 AND id >= $3 AND id < $4
  ORDER BY id DESC LIMIT ${COUNTED_DELIVERIES_MAX}`;

const STATUSES = `
  SELECT status, count(*)::int AS count, min(created_at) AS oldest FROM (${COUNTED}) counted GROUP BY status`;

/**
 * Of the attempts, which are read once: figures for each bucket, and without a start for the total; those since $6; and the
 * last failure. OFFSET 0 makes the attempts of each delivery a lookup: a planner that joins the tables reads all attempts
 * of the workspace.
 */
const ATTEMPTS = `
  WITH attempted AS MATERIALIZED (
    SELECT a.delivery_id, a.started_at, a.outcome, a.status_code, a.error, a.duration_ms
    FROM (${COUNTED}) d CROSS JOIN LATERAL (
      SELECT * FROM delivery_attempts WHERE workspace_id = $1 AND delivery_id = d.id OFFSET 0
    ) a
  ), figures AS (
    SELECT date_bin($5::interval, started_at, 'epoch'::timestamptz) AS start, count(*)::int AS attempts,
           count(*) FILTER (WHERE outcome = 'delivered')::int AS delivered,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status_code IS NOT NULL) AS p50,
           percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status_code IS NOT NULL) AS p95
    FROM attempted GROUP BY GROUPING SETS ((start), ())
  ), last_hour AS (
    SELECT count(*)::int AS attempts, count(*) FILTER (WHERE outcome = 'delivered')::int AS delivered
    FROM attempted WHERE started_at >= $6::timestamptz
  ), last_failure AS (
    SELECT delivery_id, started_at, outcome, status_code, error
    FROM attempted WHERE outcome <> 'delivered' ORDER BY started_at DESC LIMIT 1
  )
  SELECT (SELECT json_agg(figures ORDER BY start) FROM figures) AS figures,
         (SELECT to_json(last_hour) FROM last_hour) AS last_hour,
         (SELECT to_json(last_failure) FROM last_failure) AS last_failure`;

/** Excludes retries of successful deliveries, which are pending again but were delivered before. */
const NO_REPEAT = `
  NOT (d.is_asked AND EXISTS (
    SELECT FROM delivery_attempts a WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id AND a.outcome = 'delivered'))`;

/**
 * In a long backlog, only the deliveries that are due first are compared: they are the oldest ones, with few exceptions.
 * First attempts, which no index contains, are looked for among the newest deliveries.
 */
const OLDEST_UNDELIVERED = `
  SELECT min(created_at) AS created_at FROM (
    (SELECT created_at FROM deliveries d WHERE workspace_id = $1 AND endpoint_id = $2 AND is_waiting
     AND ${NO_REPEAT} ORDER BY next_attempt_at LIMIT ${LIMITS.deliveryScanRowsMax})
    UNION ALL
    (SELECT created_at FROM (
       SELECT workspace_id, id, status, is_asked, created_at FROM deliveries WHERE workspace_id = $1 AND endpoint_id = $2 AND id >= $3
       ORDER BY id DESC LIMIT ${LIMITS.deliveryScanRowsMax}
     ) d WHERE status = 'pending' AND ${NO_REPEAT})
  ) undelivered`;

interface StatusRow {
  readonly status: string;
  readonly count: number;
  readonly oldest: Date;
}

/** Times are as PostgreSQL writes them in JSON. */
interface AttemptsRow {
  readonly figures: readonly FigureRow[];
  readonly last_hour: Statistics["last_hour"];
  readonly last_failure: {
    readonly delivery_id: string;
    readonly started_at: string;
    readonly outcome: string;
    readonly status_code: number | null;
    readonly error: string | null;
  } | null;
}

interface FigureRow {
  readonly start: string | null;
  readonly attempts: number;
  readonly delivered: number;
  readonly p50: number | null;
  readonly p95: number | null;
}

/** Statistics of an endpoint's deliveries that were created in a time range: totals, and buckets for a chart. */
export function readStatistics(call: Call<StatisticsQuery & { endpointId: string }>): Promise<Statistics> {
  const { endpointId, bucket } = call.input;
  return runRead(call, "webhooks:read", async (tx, workspaceId) => {
    const { since, until } = timeWindow(call.input, call.ctx.clock.now());
    const where = { workspaceId_id: { workspaceId, id: endpointId } };
    requireFound(await tx.webhookEndpoint.findUnique({ where }), "webhook endpoint", endpointId);
    const range = [workspaceId, endpointId, firstIdAt("dlv", since.getTime()), firstIdAt("dlv", until.getTime())];
    const statuses = await tx.$queryRawUnsafe<StatusRow[]>(STATUSES, ...range);
    const hourAgo = new Date(until.getTime() - BUCKET_MS.hour);
    const [attempts] = await tx.$queryRawUnsafe<AttemptsRow[]>(ATTEMPTS, ...range, `${BUCKET_MS[bucket]} ms`, hourAgo);
    if (attempts === undefined) throw new Error("the statement returned no row");
    const { figures, last_hour, last_failure: failure } = attempts;
    const [undelivered] = await tx.$queryRawUnsafe<{ created_at: Date | null }[]>(
      OLDEST_UNDELIVERED,
      workspaceId,
      endpointId,
      firstIdAt("dlv", call.ctx.clock.now().getTime() - FIRST_ATTEMPT_MS_MAX),
    );
    const total = figures.find(({ start }) => start === null);
    return statisticsSchema.parse({
      since: (isTruncated(statuses) ? oldestOf(statuses) : since).toISOString(),
      until: until.toISOString(),
      bucket,
      deliveries: Object.fromEntries(
        DELIVERY_STATUSES.map((status) => [status, statuses.find((row) => row.status === status)?.count ?? 0]),
      ),
      oldest_undelivered_at: undelivered?.created_at?.toISOString() ?? null,
      total: figuresOf(total ?? { start: null, attempts: 0, delivered: 0, p50: null, p95: null }),
      last_hour,
      last_failure: failure && { ...failure, started_at: new Date(failure.started_at).toISOString() },
      buckets: figures.flatMap((row) =>
        row.start === null ? [] : [{ start: new Date(row.start).toISOString(), ...figuresOf(row) }],
      ),
    });
  });
}

function timeWindow(query: StatisticsQuery, now: Date): { since: Date; until: Date } {
  const until = query.until === undefined || Date.parse(query.until) > now.getTime() ? now : new Date(query.until);
  const requested = query.since === undefined ? until.getTime() - DAY_MS : Date.parse(query.since);
  if (requested > until.getTime()) {
    const message = `must not be later than until, which is ${until.toISOString()}`;
    const faults = [{ pointer: "since", code: "not_allowed", message }];
    throw new Problem("invalid_parameter", `since: ${message}`, { faults });
  }
  return { since: new Date(Math.max(0, requested, until.getTime() - BUCKETS_MAX * BUCKET_MS[query.bucket])), until };
}

const isTruncated = (statuses: readonly StatusRow[]): boolean =>
  statuses.reduce((sum, { count }) => sum + count, 0) === COUNTED_DELIVERIES_MAX;

const oldestOf = (statuses: readonly StatusRow[]): Date =>
  new Date(Math.min(...statuses.map(({ oldest }) => oldest.getTime())));

const figuresOf = ({ attempts, delivered, p50, p95 }: FigureRow) => ({
  attempts,
  delivered,
  success_rate: attempts === 0 ? null : delivered / attempts,
  latency_p50_ms: p50,
  latency_p95_ms: p95,
});
