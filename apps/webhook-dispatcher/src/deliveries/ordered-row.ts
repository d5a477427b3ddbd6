import type { AttemptOrder } from "./attempt-message.js";

/** A delivery that was leased for its order. */
export interface OrderedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly endpoint_id: string;
  readonly claim: string;
  readonly rate_per_second: number | null;
}

/** One that was leased for this process. */
export interface OwnRow extends OrderedRow {
  readonly unfinished_count: number;
  readonly is_asked: boolean;
}

/** An order that goes into no message: whoever found the delivery due attempts it. */
export interface OwnOrder extends AttemptOrder {
  /** Attempts of it began and did not end, so it may be what ends processes: nothing else like it beside it. */
  readonly isSuspect: boolean;
  /** Somebody asked for this attempt: it goes out at once. */
  readonly isAsked: boolean;
}

/** After so many attempts in a row without an end a delivery may be what ends processes. */
const SUSPECT_AFTER = 2;

export const orderOf = (row: OrderedRow): AttemptOrder => ({
  ...{ workspaceId: row.workspace_id, deliveryId: row.id, endpointId: row.endpoint_id, claim: row.claim },
  ratePerSecond: row.rate_per_second ?? undefined,
});

export const ownOrderOf = (row: OwnRow): OwnOrder => ({
  ...orderOf(row),
  isSuspect: row.unfinished_count >= SUSPECT_AFTER,
  isAsked: row.is_asked,
});
