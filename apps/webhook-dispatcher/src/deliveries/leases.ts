/**
 * How long a delivery is left alone after its order was published. Were the order lost, it is published again then; a
 * repeated order does no harm, since only one of them can take the delivery.
 */
export const ORDER_LEASE_MS = 30_000;

/** What an attempt may take beyond its timeout: reading, signing and writing down the outcome. */
const ATTEMPT_MARGIN_MS = 15_000;

/** How long an attempt holds its delivery: if its process dies, another one tries after this. */
export const attemptLeaseMs = (attemptTimeoutMs: number): number => attemptTimeoutMs + ATTEMPT_MARGIN_MS;
