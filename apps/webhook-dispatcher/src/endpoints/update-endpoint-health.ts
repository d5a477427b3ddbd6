import { inSystem, type TransactionClient } from "@skucast/db/database";
import type { DispatcherContext } from "../context.js";
import type { EndedAttempt } from "../deliveries/record-attempts.js";
import { IS_AUDIT_STREAM } from "./append-endpoint-event.js";
import {
  decideEndpointHealth,
  disableCutoff,
  type EndpointHealth,
  FAILURE_EVERY_MS,
  type HealthSignal,
  mustDisable,
} from "./decide-endpoint-health.js";
import { reportEndpointHealth } from "./report-endpoint-health.js";

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
  readonly is_audit_stream: boolean;
}

const COLUMNS = `e.workspace_id, e.id, e.url, e.version, e.failing_since, e.last_failed_at, e.failures_since, e.failure_count,
  e.failing_noticed_at, e.exhausted_noticed_at, e.${IS_AUDIT_STREAM} AS is_audit_stream`;

/** Sorted, so that two of these statements cannot deadlock. */
const LOCK = {
  name: "webhook-dispatcher.lock-endpoints",
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

const isSuccess = ({ decision }: EndedAttempt): boolean => decision.type === "delivered";
const isExhausted = ({ decision }: EndedAttempt): boolean => decision.type === "failed";

const healthSignalOf = (attempt: EndedAttempt): HealthSignal => ({
  at: attempt.endedAt,
  isSuccess: isSuccess(attempt),
  isExhausted: isExhausted(attempt),
});

/** Whether the attempt may change the endpoint's health, judged by what was known when the delivery was claimed. */
export function mayChangeHealth(attempt: EndedAttempt): boolean {
  const { failingSince, lastFailedAt } = attempt.delivery;
  if (!attempt.concernsEndpoint) return false;
  if (isSuccess(attempt)) return failingSince !== null;
  const sinceMs = lastFailedAt === null ? Number.POSITIVE_INFINITY : attempt.endedAt.getTime() - lastFailedAt.getTime();
  return isExhausted(attempt) || sinceMs >= FAILURE_EVERY_MS;
}

/** If this failure must disable the endpoint: the time since which it must have been failing. Undefined otherwise. */
export async function findDisableCutoff(
  ctx: Pick<DispatcherContext, "db">,
  attempt: EndedAttempt,
): Promise<Date | undefined> {
  const { workspaceId, failingSince, endpoint } = attempt.delivery;
  const before = disableCutoff(attempt.endedAt);
  if (!attempt.concernsEndpoint || isSuccess(attempt) || failingSince === null || failingSince > before)
    return undefined;
  const values = [workspaceId, endpoint.endpointId, endpoint.url];
  const { rows } = await ctx.db.system.query<HealthRow>(READ, values);
  const [row] = rows;
  if (!row) return undefined;
  const { health } = decideEndpointHealth(healthOf(row), healthSignalOf(attempt));
  return mustDisable(health, attempt.endedAt) ? before : undefined;
}

/**
 * In one transaction, updates the health of the attempts' endpoints and reports to their owners when an endpoint is
 * failing, has exhausted a delivery, or works again. Returns for each attempt whether its endpoint started to fail or
 * works again.
 */
export function updateEndpointHealth(
  ctx: Pick<DispatcherContext, "db" | "mailer" | "publicUrl">,
  attempts: readonly EndedAttempt[],
): Promise<boolean[]> {
  return inSystem(ctx.db, async (client) => {
    const { rows } = await client.query<HealthRow>(LOCK, [
      attempts.map(({ delivery }) => delivery.workspaceId),
      attempts.map(({ delivery }) => delivery.endpoint.endpointId),
    ]);
    const changed = new Set<string>();
    for (const row of rows) {
      // An attempt to a former URL of the endpoint says nothing about it.
      const own = attempts.filter(
        ({ delivery: { endpoint } }) => endpoint.endpointId === row.id && endpoint.url === row.url,
      );
      const isChanged = await updateOne(ctx, client, { row, attempts: inOrder(own) });
      if (isChanged) changed.add(row.id);
    }
    return attempts.map(({ delivery }) => changed.has(delivery.endpoint.endpointId));
  });
}

/** By the time at which they ended, but successes last: failures at the same time as a success say nothing. */
const inOrder = (attempts: readonly EndedAttempt[]): readonly EndedAttempt[] =>
  attempts.toSorted((a, b) => Number(isSuccess(a)) - Number(isSuccess(b)) || a.endedAt.getTime() - b.endedAt.getTime());

async function updateOne(
  ctx: Pick<DispatcherContext, "mailer" | "publicUrl">,
  client: TransactionClient,
  { row, attempts }: { readonly row: HealthRow; readonly attempts: readonly EndedAttempt[] },
): Promise<boolean> {
  const before = healthOf(row);
  let health = before;
  for (const attempt of attempts) {
    const decided = decideEndpointHealth(health, healthSignalOf(attempt));
    for (const notice of decided.notices) {
      const failingSince = decided.health.failingSince ?? health.failingSince ?? attempt.endedAt;
      const { version, is_audit_stream: isAuditStream } = row;
      await reportEndpointHealth(ctx, client, { notice, attempt, failingSince, version, isAuditStream });
    }
    health = decided.health;
  }
  const oldValues = valuesOf(before);
  const newValues = valuesOf(health);
  if (oldValues.some((value, index) => String(value) !== String(newValues[index]))) {
    await client.query(WRITE, [row.workspace_id, row.id, ...newValues]);
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
