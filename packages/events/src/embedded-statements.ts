import { textArray } from "@skucast/db/array-parameter";
import type { Database } from "@skucast/db/database";
import type { ReceivedMessage } from "./bus.js";

/** A message that a consumer has claimed. `seq` is its place in the queue, `attempt` identifies the claim. */
export interface ClaimedMessage extends ReceivedMessage {
  readonly seq: string;
}

/** A message as it is stored: one row per queue that gets a copy. */
export interface QueuedMessage {
  readonly queue: string;
  readonly id: string;
  readonly routingKey: string;
  readonly body: string;
  readonly traceparent: string | null;
}

interface Held {
  readonly seq: string;
  readonly attempt: number;
}

/** Stores the messages in the given order, all or none. */
export async function insertMessages({ system }: Database, messages: readonly QueuedMessage[]): Promise<void> {
  await system.query({
    name: "bus_insert",
    text: `INSERT INTO bus_messages (queue, id, routing_key, body, traceparent)
           SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])`,
    values: [
      textArray(messages.map((message) => message.queue)),
      textArray(messages.map((message) => message.id)),
      textArray(messages.map((message) => message.routingKey)),
      textArray(messages.map((message) => message.body)),
      textArray(messages.map((message) => message.traceparent)),
    ],
  });
}

/** The number of messages in the queue, at most one more than `max`. */
export async function countMessages({ system }: Database, queue: string, max: number): Promise<number> {
  const { rows } = await system.query<{ count: number }>({
    name: "bus_count",
    text: "SELECT count(*)::int AS count FROM (SELECT FROM bus_messages WHERE queue = $1 LIMIT $2) AS first",
    values: [queue, max + 1],
  });
  return rows[0]?.count ?? 0;
}

interface ClaimInput {
  readonly queue: string;
  readonly limit: number;
  readonly leaseMs: number;
  /** Messages that this consumer has in hand, even if their lease has expired. */
  readonly inHand: readonly string[];
}

/** Claims the first messages that are due and have no valid lease, in the order of the queue. */
export async function claimMessages(
  { system }: Database,
  { queue, limit, leaseMs, inHand }: ClaimInput,
): Promise<ClaimedMessage[]> {
  const { rows } = await system.query<ClaimedRow>({
    name: "bus_claim",
    text: `WITH due AS MATERIALIZED (
             SELECT seq FROM bus_messages
             WHERE queue = $1 AND available_at <= now() AND seq <> ALL ($4::bigint[])
             ORDER BY seq LIMIT $2 FOR UPDATE SKIP LOCKED
           )
           UPDATE bus_messages m
           SET available_at = now() + $3 * interval '1 millisecond', delivery_count = delivery_count + 1
           FROM due WHERE m.queue = $1 AND m.seq = due.seq
           RETURNING m.seq, m.id, m.routing_key, m.body, m.traceparent, m.delivery_count`,
    values: [queue, limit, leaseMs, inHand],
  });
  return rows.map(toMessage).sort((a, b) => Number(a.seq) - Number(b.seq));
}

interface ClaimedRow {
  readonly seq: string;
  readonly id: string;
  readonly routing_key: string;
  readonly body: string;
  readonly traceparent: string | null;
  readonly delivery_count: number;
}

function toMessage(row: ClaimedRow): ClaimedMessage {
  return {
    seq: row.seq,
    id: row.id,
    routingKey: row.routing_key,
    body: row.body,
    headers: row.traceparent === null ? {} : { traceparent: row.traceparent },
    attempt: row.delivery_count,
  };
}

/**
 * Only the consumer with the latest claim may settle a message. Rows are locked in the order of the queue, so that a
 * concurrent renewal of the same messages cannot deadlock with it.
 */
const HELD = `WITH held AS MATERIALIZED (
    SELECT m.seq FROM bus_messages m JOIN unnest($2::bigint[], $3::integer[]) AS h (seq, attempt)
      ON m.seq = h.seq AND m.delivery_count = h.attempt
    WHERE m.queue = $1 ORDER BY m.seq FOR UPDATE OF m
  )`;
const OF_HELD = "WHERE m.queue = $1 AND m.seq = held.seq";
const later = `${HELD} UPDATE bus_messages m SET available_at = now() + $4 * interval '1 millisecond' FROM held ${OF_HELD}`;

const SETTLEMENTS = {
  done: `${HELD} DELETE FROM bus_messages m USING held ${OF_HELD}`,
  retry: later,
  renew: later,
  release: `${HELD} UPDATE bus_messages m SET available_at = now(), delivery_count = delivery_count - 1 FROM held ${OF_HELD}`,
  dead: `${HELD} UPDATE bus_messages m SET queue = $4, available_at = now(), delivery_count = 0 FROM held ${OF_HELD}`,
} as const;

/** How to settle messages in hand. */
export type StoredSettlement =
  | { readonly kind: "done" | "release" }
  | { readonly kind: "retry" | "renew"; readonly afterMs: number }
  | { readonly kind: "dead"; readonly to: string };

export async function settleMessages(
  { system }: Database,
  queue: string,
  held: readonly Held[],
  settlement: StoredSettlement,
): Promise<void> {
  if (held.length === 0) return;
  const values: unknown[] = [queue, held.map((message) => message.seq), held.map((message) => message.attempt)];
  if ("afterMs" in settlement) values.push(settlement.afterMs);
  if ("to" in settlement) values.push(settlement.to);
  await system.query({ name: `bus_${settlement.kind}`, text: SETTLEMENTS[settlement.kind], values });
}
