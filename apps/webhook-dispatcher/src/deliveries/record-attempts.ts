import { int4Array, int8Array, textArray, timestamptzArray } from "@skucast/db/array-parameter";
import type { Decision } from "../attempts/decide-next.js";
import type { AttemptResult } from "../attempts/send-request.js";
import type { ClaimedDelivery } from "./claim-deliveries.js";

/** An attempt that has ended, with what follows. */
export interface EndedAttempt {
  readonly delivery: ClaimedDelivery;
  /** 1 for the first attempt. */
  readonly number: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly durationMs: number;
  readonly result: Pick<AttemptResult, "outcome" | "statusCode" | "error" | "responseBody">;
  readonly decision: Decision;
  /** False if it failed because of this deployment, which says nothing about the endpoint. */
  readonly concernsEndpoint: boolean;
}

/** A pool, or a client in a transaction. */
interface SqlClient {
  query(
    statement: { name: string; text: string },
    values: unknown[],
  ): Promise<{ rows: { delivery_id: string; claim: string }[] }>;
}

/**
 * Writes the attempt and the delivery's new state in one statement, or nothing if a newer claim exists. It returns only
 * the attempts that were not written: there are hardly any, and a row for each of the others would cost PostgreSQL and
 * this process.
 */
const RECORD = {
  name: "webhook-dispatcher.record-attempts",
  text: `
    WITH ended AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::timestamptz[], $6::int[], $7::text[], $8::int[],
                           $9::text[], $10::text[], $11::text[], $12::timestamptz[], $13::timestamptz[])
        AS a (workspace_id, delivery_id, claim, number, started_at, duration_ms, outcome, status_code,
              error, response_body, status, next_attempt_at, completed_at)
    ), recorded AS (
      UPDATE deliveries d SET status = a.status, attempt_count = a.number, next_attempt_at = a.next_attempt_at,
                              completed_at = a.completed_at, lease_until = NULL, unfinished_count = 0, is_asked = false
      FROM ended a
      WHERE d.workspace_id = a.workspace_id AND d.id = a.delivery_id AND d.claim = a.claim AND d.completed_at IS NULL
      RETURNING a.*
    ), logged AS (
      INSERT INTO delivery_attempts (workspace_id, delivery_id, number, started_at, duration_ms, outcome, status_code, error, response_body)
      SELECT workspace_id, delivery_id, number, started_at, duration_ms, outcome, status_code, error, response_body FROM recorded
    )
    SELECT delivery_id, claim FROM ended EXCEPT SELECT delivery_id, claim FROM recorded`,
};

/** A cancelled delivery that arrived all the same becomes `delivered`. */
const LOG_CANCELLED = {
  name: "webhook-dispatcher.log-cancelled",
  text: `
    WITH ended AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::timestamptz[], $6::int[], $7::text[], $8::int[],
                           $9::text[], $10::text[])
        AS a (workspace_id, delivery_id, claim, number, started_at, duration_ms, outcome, status_code, error, response_body)
    ), counted AS (
      UPDATE deliveries d SET attempt_count = a.number, status = CASE WHEN a.outcome = 'delivered' THEN 'delivered' ELSE d.status END
      FROM ended a
      WHERE d.workspace_id = a.workspace_id AND d.id = a.delivery_id AND d.claim = a.claim AND d.status = 'cancelled'
        AND d.attempt_count = a.number - 1
      RETURNING a.*
    ), logged AS (
      INSERT INTO delivery_attempts (workspace_id, delivery_id, number, started_at, duration_ms, outcome, status_code, error, response_body)
      SELECT workspace_id, delivery_id, number, started_at, duration_ms, outcome, status_code, error, response_body FROM counted
    )
    SELECT delivery_id, claim FROM ended EXCEPT SELECT delivery_id, claim FROM counted`,
};

const STATUS_AFTER = {
  delivered: "delivered",
  failed: "failed",
  gone: "failed",
  retry: "pending",
} as const satisfies Record<Decision["type"], string>;

/** A delivery that was delivered before stays delivered, even if the endpoint answers 410 now. */
const statusAfter = ({ decision, delivery }: EndedAttempt): string =>
  delivery.wasDelivered ? "delivered" : STATUS_AFTER[decision.type];

/** Records ended attempts. Returns for each whether it was recorded, which means that its claim was still the newest. */
export async function recordAttempts(client: SqlClient, attempts: readonly EndedAttempt[]): Promise<boolean[]> {
  const { rows } = await client.query(RECORD, [
    ...logOf(attempts),
    textArray(attempts.map(statusAfter)),
    timestamptzArray(attempts.map(({ decision }) => (decision.type === "retry" ? decision.nextAttemptAt : null))),
    timestamptzArray(attempts.map(({ decision, endedAt }) => (decision.type === "retry" ? null : endedAt))),
  ]);
  return whetherWritten(attempts, rows);
}

/**
 * Logs attempts whose delivery was cancelled while they were in flight: their receiver has seen them. Returns for each
 * whether it was one of those.
 */
export async function logCancelled(client: SqlClient, attempts: readonly EndedAttempt[]): Promise<boolean[]> {
  if (attempts.length === 0) return [];
  return whetherWritten(attempts, (await client.query(LOG_CANCELLED, logOf(attempts))).rows);
}

const logOf = (attempts: readonly EndedAttempt[]) => [
  textArray(attempts.map(({ delivery }) => delivery.workspaceId)),
  textArray(attempts.map(({ delivery }) => delivery.id)),
  int8Array(attempts.map(({ delivery }) => Number(delivery.claim))),
  int4Array(attempts.map(({ number }) => number)),
  timestamptzArray(attempts.map(({ startedAt }) => startedAt)),
  int4Array(attempts.map(({ durationMs }) => durationMs)),
  textArray(attempts.map(({ result }) => result.outcome)),
  int4Array(attempts.map(({ result }) => result.statusCode)),
  textArray(attempts.map(({ result }) => result.error)),
  textArray(attempts.map(({ result }) => result.responseBody)),
];

/** The statements return what they did not write. */
function whetherWritten(
  attempts: readonly EndedAttempt[],
  rows: readonly { delivery_id: string; claim: string }[],
): boolean[] {
  const late = new Set(rows.map(({ delivery_id: id, claim }) => `${id} ${claim}`));
  return attempts.map(({ delivery: { id, claim } }) => !late.has(`${id} ${claim}`));
}
