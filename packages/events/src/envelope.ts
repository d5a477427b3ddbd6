import type { EventKind } from "@skucast/contracts/define-event";
import { kindOfType } from "@skucast/contracts/events/event-types";

/** A row of the table `events`. */
export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly workspace_id: string;
  /** A bigint, which drivers return as a string. */
  readonly sequence: string | number | bigint;
  /** JSON text of `{"object": …, "previous": …, "changed_by": …}`. */
  readonly data: string;
  readonly created_at: Date;
}

/** An event as it is sent on the bus and to webhook endpoints. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  /** Missing in messages of earlier versions. */
  readonly kind?: EventKind;
  /** When it happened: RFC 3339, UTC, milliseconds. */
  readonly timestamp: string;
  readonly workspace_id: string;
  /** Counts per object, from 1. */
  readonly sequence: number;
  readonly data: { readonly object: unknown; readonly previous: unknown; readonly changed_by?: unknown };
}

/** The exact text that is sent. The same row always gives the same bytes, and `data` is sent as stored. */
export function renderEnvelope({ id, type, created_at, workspace_id, sequence, data }: EventRow): string {
  const head = JSON.stringify({ id, type, kind: kindOfType(type), timestamp: created_at.toISOString(), workspace_id });
  return `${head.slice(0, -1)},"sequence":${sequence},"data":${data}}`;
}

/** The envelope in a message's body; undefined if the body is not valid. Unknown fields are ignored. */
export function parseEnvelope(body: string): Envelope | undefined {
  const value = parseJson(body);
  return isEnvelope(value) ? value : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEnvelope(value: unknown): value is Envelope {
  if (!isRecord(value) || !isRecord(value.data)) return false;
  const { id, type, timestamp, workspace_id, sequence, data } = value;
  return (
    [id, type, timestamp, workspace_id].every((field) => typeof field === "string" && field !== "") &&
    Number.isSafeInteger(sequence) &&
    "object" in data &&
    "previous" in data
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
