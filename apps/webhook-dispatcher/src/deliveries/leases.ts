import type { DispatcherContext, DispatcherLimits } from "../context.js";

interface LeaseContext extends Pick<DispatcherContext, "clock"> {
  readonly limits: Pick<DispatcherLimits, "attemptTimeoutMs">;
}

/**
 * How long a delivery is left alone after its order was published. Were the order lost, it is published again then; a
 * repeated order does no harm, since only one of them can take the delivery.
 */
export const ORDER_LEASE_MS = 30_000;

/** What an attempt may take beyond its timeout: reading, signing and writing down the outcome. */
const ATTEMPT_MARGIN_MS = 15_000;

/** How long an attempt holds its delivery: if its process dies, another one tries after this. */
export const attemptLeaseMs = (attemptTimeoutMs: number): number => attemptTimeoutMs + ATTEMPT_MARGIN_MS;

/** Until when an attempt that begins now holds its delivery. */
export const leaseFrom = ({ clock, limits }: LeaseContext): Date =>
  new Date(clock.now().getTime() + attemptLeaseMs(limits.attemptTimeoutMs));

/**
 * Whether a request that is sent now comes to its end under its lease: a process that was frozen meanwhile must not send
 * what another one has sent since.
 */
export const isInTime = (leaseUntil: Date, { clock, limits }: LeaseContext): boolean =>
  clock.now().getTime() + limits.attemptTimeoutMs <= leaseUntil.getTime();
