import type { ChangedBy } from "@skucast/contracts/events/changed-by";
import type { EventTypeName } from "@skucast/contracts/events/event-types";
import { newId } from "@skucast/contracts/ids";
import { currentTraceparent } from "@skucast/service-kit/traces";

/** The part of a transaction's client that appendEvent needs, from any library. */
export interface SqlClient {
  query(text: string, values: unknown[]): Promise<unknown>;
}

export interface NewEvent {
  readonly workspaceId: string;
  readonly type: EventTypeName;
  /** The version of the object: the count of its changes, from 1. */
  readonly sequence: number | bigint;
  /** Events are stored, ordered and looked up by `object.id`. */
  readonly data: {
    readonly object: { readonly id: string; readonly [field: string]: unknown };
    readonly previous: object;
    readonly changed_by?: ChangedBy | undefined;
  };
  readonly now: Date;
  /** A W3C `traceparent`; null for none. By default that of the active trace. */
  readonly traceparent?: string | null;
}

const APPEND_EVENT = `
  WITH appended AS (
    INSERT INTO events (workspace_id, id, type, object_id, sequence, data, traceparent, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  )
  INSERT INTO outbox (workspace_id, event_id, created_at) VALUES ($1, $2, $8)`;

/**
 * Appends an event in the caller's transaction: it exists and will be sent if and only if the transaction commits. Takes
 * one statement. Returns the event's id.
 */
export async function appendEvent(client: SqlClient, event: NewEvent): Promise<string> {
  const id = newId("evt", event.now.getTime());
  await client.query(APPEND_EVENT, [
    event.workspaceId,
    id,
    event.type,
    event.data.object.id,
    String(event.sequence),
    JSON.stringify(event.data),
    event.traceparent === undefined ? (currentTraceparent() ?? null) : event.traceparent,
    event.now,
  ]);
  return id;
}
