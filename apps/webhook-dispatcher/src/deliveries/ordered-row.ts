import type { AttemptOrder } from "./attempt-message.js";

/** A delivery that was leased for its order. */
export interface OrderedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly endpoint_id: string;
  readonly claim: string;
  readonly unfinished_count: number;
  readonly is_asked: boolean;
  readonly rate_per_second: number | null;
}

/** After so many attempts in a row without an end a delivery may be what ends processes. */
const SUSPECT_AFTER = 2;

export const orderOf = (row: OrderedRow): AttemptOrder => ({
  ...{ workspaceId: row.workspace_id, deliveryId: row.id, endpointId: row.endpoint_id, claim: row.claim },
  isSuspect: row.unfinished_count >= SUSPECT_AFTER,
  isAsked: row.is_asked,
  ratePerSecond: row.rate_per_second ?? undefined,
});
