import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { DispatcherContext } from "../context.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";
import {
  type EndpointHealth,
  FAILURE_EVERY_MS,
  isLost,
  judgeEndpoint,
  lostBefore,
  type Sign,
} from "./judge-endpoint.js";
import { tellEndpoint } from "./tell-endpoint.js";

interface HealthRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly url: string;
  readonly version: string;
  readonly failing_since: Date | null;
  readonly last_failed_at: Date | null;
  readonly failures_since: Date | null;
  readonly failure_count: number;
  readonly failing_noticed_at: Date | null;
  readonly exhausted_noticed_at: Date | null;
}

const COLUMNS = `e.workspace_id, e.id, e.url, e.version, e.failing_since, e.last_failed_at, e.failures_since, e.failure_count,
  e.failing_noticed_at, e.exhausted_noticed_at`;

/** In one order, so that two of these never wait for each other. */
const HOLD = {
  name: "webhook-dispatcher.hold-endpoints",
  text: `SELECT ${COLUMNS} FROM webhook_endpoints e
         JOIN (SELECT DISTINCT workspace_id, id FROM unnest($1::text[], $2::text[]) AS a (workspace_id, id)) a
           ON e.workspace_id = a.workspace_id AND e.id = a.id
         WHERE e.status <> 'disabled' ORDER BY e.workspace_id, e.id FOR NO KEY UPDATE OF e`,
};

const WRITE = `
  UPDATE webhook_endpoints SET failing_since = $3, last_failed_at = $4, failures_since = $5, failure_count = $6,
    failing_noticed_at = $7, exhausted_noticed_at = $8
  WHERE workspace_id = $1 AND id = $2`;

const READ = `SELECT ${COLUMNS} FROM webhook_endpoints e WHERE e.workspace_id = $1 AND e.id = $2 AND e.url = $3`;

const isGood = ({ decision }: EndedAttempt): boolean => decision.type === "delivered";
const isExhausted = ({ decision }: EndedAttempt): boolean => decision.type === "failed";

const signOf = (attempt: EndedAttempt): Sign => ({
  at: attempt.endedAt,
  isGood: isGood(attempt),
  isExhausted: isExhausted(attempt),
});

/** Whether the attempt may change what is known of its endpoint, as far as was known when the delivery was taken. */
export function showsChange(attempt: EndedAttempt): boolean {
  const { failingSince, lastFailedAt } = attempt.delivery;
  if (!attempt.isOfEndpoint) return false;
  if (isGood(attempt)) return failingSince !== null;
  const sinceMs = lastFailedAt === null ? Number.POSITIVE_INFINITY : attempt.endedAt.getTime() - lastFailedAt.getTime();
  return isExhausted(attempt) || sinceMs >= FAILURE_EVERY_MS;
}

/** The moment before which the endpoint must have begun to fail, when this attempt is one failure too many; else undefined. */
export async function failingTooLongBefore(
  ctx: Pick<DispatcherContext, "db">,
  attempt: EndedAttempt,
): Promise<Date | undefined> {
  const { workspaceId, failingSince, endpoint } = attempt.delivery;
  const before = lostBefore(attempt.endedAt);
  if (!attempt.isOfEndpoint || isGood(attempt) || failingSince === null || failingSince > before) return undefined;
  const values = [workspaceId, endpoint.endpointId, endpoint.url];
  const { rows } = await ctx.db.system.query<HealthRow>(READ, values);
  const [row] = rows;
  return row && isLost(judgeEndpoint(healthOf(row), signOf(attempt)).health, attempt.endedAt) ? before : undefined;
}

/**
 * Notes what attempts show of their endpoints, and tells their owners that one is failing, has given up a delivery or works
 * again, in one transaction. Answers for each attempt whether its endpoint began to fail or works again.
 */
export function markEndpoints(
  ctx: Pick<DispatcherContext, "db" | "mailer" | "publicUrl">,
  attempts: readonly EndedAttempt[],
): Promise<boolean[]> {
  return inSystem(ctx.db, async (client) => {
    const { rows } = await client.query<HealthRow>(HOLD, [
      attempts.map(({ delivery }) => delivery.workspaceId),
      attempts.map(({ delivery }) => delivery.endpoint.endpointId),
    ]);
    const changed = new Set<string>();
    for (const row of rows) {
      // An attempt to an address that is no longer the endpoint's says nothing about it.
      const own = attempts.filter(
        ({ delivery: { endpoint } }) => endpoint.endpointId === row.id && endpoint.url === row.url,
      );
      const isChanged = await markEndpoint(ctx, client, { row, attempts: inOrder(own) });
      if (isChanged) changed.add(row.id);
    }
    return attempts.map(({ delivery }) => changed.has(delivery.endpoint.endpointId));
  });
}

/** As they ended, successes last: beside one, the failures of the same moment say nothing. */
const inOrder = (attempts: readonly EndedAttempt[]): readonly EndedAttempt[] =>
  attempts.toSorted((a, b) => Number(isGood(a)) - Number(isGood(b)) || a.endedAt.getTime() - b.endedAt.getTime());

async function markEndpoint(
  ctx: Pick<DispatcherContext, "mailer" | "publicUrl">,
  client: TransactionClient,
  { row, attempts }: { readonly row: HealthRow; readonly attempts: readonly EndedAttempt[] },
): Promise<boolean> {
  const before = healthOf(row);
  let health = before;
  for (const attempt of attempts) {
    const judged = judgeEndpoint(health, signOf(attempt));
    for (const notice of judged.notices) {
      const failingSince = judged.health.failingSince ?? health.failingSince ?? attempt.endedAt;
      await tellEndpoint(ctx, client, { notice, attempt, failingSince, version: row.version });
    }
    health = judged.health;
  }
  const [was, is] = [valuesOf(before), valuesOf(health)];
  if (was.some((value, place) => String(value) !== String(is[place]))) {
    await client.query(WRITE, [row.workspace_id, row.id, ...is]);
  }
  return (before.failingSince === null) !== (health.failingSince === null);
}

const healthOf = (row: HealthRow): EndpointHealth => ({
  failingSince: row.failing_since,
  lastFailedAt: row.last_failed_at,
  failuresSince: row.failures_since,
  failureCount: row.failure_count,
  failingNoticedAt: row.failing_noticed_at,
  exhaustedNoticedAt: row.exhausted_noticed_at,
});

const valuesOf = (health: EndpointHealth) => [
  health.failingSince,
  health.lastFailedAt,
  health.failuresSince,
  health.failureCount,
  health.failingNoticedAt,
  health.exhaustedNoticedAt,
];
