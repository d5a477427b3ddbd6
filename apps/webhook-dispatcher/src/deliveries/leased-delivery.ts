import type { AttemptOrder } from "./attempt-message.js";

/** A delivery that was leased for its order. */
export interface LeasedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly endpoint_id: string;
  readonly claim: string;
  readonly rate_per_second: number | null;
}

/** A delivery that was leased for this process. */
export interface LocalRow extends LeasedRow {
  readonly unfinished_count: number;
  readonly is_asked: boolean;
}

/** An order that no message carries: the process that leased the delivery attempts it. */
export interface LocalOrder extends AttemptOrder {
  /** Several attempts of it started and never ended, so it may be what crashes processes. It runs alone. */
  readonly mustRunAlone: boolean;
  /** A client requested this attempt: it starts at once. */
  readonly isRequested: boolean;
}

/** After this many attempts in a row without an outcome, a delivery may be what crashes processes. */
const RUN_ALONE_AFTER = 2;

export const toOrder = (row: LeasedRow): AttemptOrder => ({
  workspaceId: row.workspace_id,
  deliveryId: row.id,
  endpointId: row.endpoint_id,
  claim: row.claim,
  ratePerSecond: row.rate_per_second ?? undefined,
});

/** What is overdue already waits behind new single changes. */
export const toLocalOrder = (row: LocalRow): LocalOrder => ({
  ...toOrder(row),
  isBulk: true,
  mustRunAlone: row.unfinished_count >= RUN_ALONE_AFTER,
  isRequested: row.is_asked,
});
