import type { EventRow } from "@skucast/events/envelope";
import type { StoredExtras } from "../attempts/request-extras.js";
import type { StoredFormerKey } from "../attempts/signing-keys.js";
import type { DispatcherContext } from "../context.js";
import type { AttemptOrder } from "./attempt-message.js";
import { attemptLeaseMs } from "./leases.js";

/** A delivery that this process alone may attempt until its lease runs out. */
export interface TakenDelivery {
  readonly workspaceId: string;
  readonly id: string;
  readonly endpointId: string;
  /** The object whose line it stands in; null outside of lines. */
  readonly line: string | null;
  /** The fence: an outcome is written only by the newest claim. */
  readonly claim: string;
  readonly attemptCount: number;
  /** Attempts in a row that began and whose outcome nobody wrote: their processes died, or lost the database. */
  readonly unfinishedCount: number;
  readonly url: string;
  readonly secretSealed: Uint8Array;
  readonly privateKeySealed: Uint8Array | null;
  readonly formerKeys: readonly StoredFormerKey[];
  /** Raised by every change of the endpoint. */
  readonly endpointVersion: string;
  readonly extras: StoredExtras;
  /** Since when none of the endpoint's attempts has succeeded; null while it works. */
  readonly failingSince: Date | null;
  readonly event: EventRow;
  readonly traceparent: string | null;
}

interface TakenRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly endpoint_id: string;
  readonly line: string | null;
  readonly claim: string;
  readonly attempt_count: number;
  readonly unfinished_count: number;
  readonly url: string;
  readonly secret_sealed: Uint8Array;
  readonly private_key_sealed: Uint8Array | null;
  readonly former_keys: readonly StoredFormerKey[];
  readonly endpoint_version: string;
  readonly headers_sealed: Uint8Array | null;
  readonly plain_signature: StoredExtras["plainSignature"];
  readonly plain_secret_sealed: Uint8Array | null;
  readonly client_certificate: string | null;
  readonly client_key_sealed: Uint8Array | null;
  readonly failing_since: Date | null;
  readonly event_id: string;
  readonly type: string;
  readonly sequence: string;
  readonly event_data: string;
  readonly traceparent: string | null;
  readonly event_created_at: Date;
}

/**
 * Raising the claim is the taking: of several orders for the same delivery one matches, and the rest are void. It does not
 * wait for the disk: a crash of PostgreSQL that forgets it has the delivery attempted once more, which receivers know.
 * The endpoint's status is asked row by row: joined, PostgreSQL may look deliveries up by endpoint, a whole backlog each.
 */
const TAKE = {
  name: "webhook-dispatcher.take",
  text: `
    WITH taken AS (
      UPDATE deliveries d SET claim = d.claim + 1, unfinished_count = d.unfinished_count + 1, lease_until = $4
      FROM (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS o (workspace_id, id, claim) ORDER BY 1, 2) o,
           (SELECT set_config('synchronous_commit', 'off', true)) quick
      WHERE d.workspace_id = o.workspace_id AND d.id = o.id AND d.claim = o.claim AND d.status = 'pending'
        AND (SELECT e.status FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id) = 'active'
      RETURNING d.workspace_id, d.id, d.endpoint_id, d.event_id, d.claim, d.attempt_count, d.unfinished_count, d.line
    )
    SELECT t.*, e.url, e.secret_sealed, e.private_key_sealed, e.former_keys, e.failing_since,
           e.version AS endpoint_version, e.headers_sealed, e.plain_signature, e.plain_secret_sealed, e.client_certificate,
           e.client_key_sealed,
           v.type, v.sequence, v.data AS event_data, v.traceparent, v.created_at AS event_created_at
    FROM taken t
    JOIN webhook_endpoints e ON e.workspace_id = t.workspace_id AND e.id = t.endpoint_id
    JOIN events v ON v.workspace_id = t.workspace_id AND v.id = t.event_id`,
};

/**
 * Takes the deliveries that the orders name, each with what its attempt needs, in the orders' order; undefined where the
 * delivery is finished, was taken by someone else, or its endpoint is not active.
 */
export async function takeDeliveries(
  ctx: DispatcherContext,
  orders: readonly AttemptOrder[],
): Promise<(TakenDelivery | undefined)[]> {
  const leaseUntil = new Date(ctx.clock.now().getTime() + attemptLeaseMs(ctx.limits.attemptTimeoutMs));
  const { rows } = await ctx.db.system.query<TakenRow>(TAKE, [
    orders.map((order) => order.workspaceId),
    orders.map((order) => order.deliveryId),
    orders.map((order) => order.claim),
    leaseUntil,
  ]);
  const taken = new Map(rows.map((row) => [row.id, row]));
  return orders.map(({ deliveryId }) => {
    const row = taken.get(deliveryId);
    // The same order twice in one statement: the first one has it.
    taken.delete(deliveryId);
    return row && deliveryOf(row);
  });
}

function deliveryOf(row: TakenRow): TakenDelivery {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    endpointId: row.endpoint_id,
    line: row.line,
    claim: row.claim,
    attemptCount: row.attempt_count,
    unfinishedCount: row.unfinished_count - 1,
    url: row.url,
    secretSealed: row.secret_sealed,
    privateKeySealed: row.private_key_sealed,
    formerKeys: row.former_keys,
    endpointVersion: row.endpoint_version,
    extras: {
      headersSealed: row.headers_sealed,
      plainSignature: row.plain_signature,
      plainSecretSealed: row.plain_secret_sealed,
      clientCertificate: row.client_certificate,
      clientKeySealed: row.client_key_sealed,
    },
    failingSince: row.failing_since,
    event: {
      id: row.event_id,
      type: row.type,
      workspace_id: row.workspace_id,
      sequence: row.sequence,
      data: row.event_data,
      created_at: row.event_created_at,
    },
    traceparent: row.traceparent,
  };
}
