import type { DispatcherContext, DispatcherLimits } from "../context.js";

interface LeaseContext extends Pick<DispatcherContext, "clock"> {
  readonly limits: Pick<DispatcherLimits, "attemptTimeoutMs">;
}

/**
 * The lease of a delivery whose order was published. If the order is lost, the delivery is due again after this. A
 * repeated order does no harm, because only one order can claim the delivery.
 */
export const ORDER_LEASE_MS = 30_000;

/** Time of an attempt in addition to its timeout: reading, signing, and recording the outcome. */
const ATTEMPT_MARGIN_MS = 15_000;

/** The lease of an attempt. If its process dies, another one attempts the delivery after this. */
export const attemptLeaseMs = (attemptTimeoutMs: number): number => attemptTimeoutMs + ATTEMPT_MARGIN_MS;

/** When the lease of an attempt that starts now expires. */
export const leaseFrom = ({ clock, limits }: LeaseContext): Date =>
  new Date(clock.now().getTime() + attemptLeaseMs(limits.attemptTimeoutMs));

/**
 * Whether a request that is sent now ends before its lease does. A process that was suspended for a while must not send
 * what another process may have sent since.
 */
export const isInTime = (leaseUntil: Date, { clock, limits }: LeaseContext): boolean =>
  clock.now().getTime() + limits.attemptTimeoutMs <= leaseUntil.getTime();
