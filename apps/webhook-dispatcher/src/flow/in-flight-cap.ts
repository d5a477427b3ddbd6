const START = 10;
const SHRINK_FACTOR = 0.7;

/** How many attempts may be in flight: grows while the endpoint keeps up, shrinks when it is overloaded (AIMD). */
export interface InFlightCap {
  /** From 1 to the current value of `max`. */
  current(): number;
  /** An attempt succeeded while all slots were taken. Each full round of them adds one slot. */
  grow(): void;
  /** The endpoint is overloaded. Of the attempts that were in flight together, only the first one counts. */
  shrink(attempt: { readonly startedAtMs: number; readonly endedAtMs: number }): void;
  /** Starts over with one slot, as after an outage. */
  reset(): void;
}

export function createInFlightCap(max: () => number): InFlightCap {
  let slots = START;
  let shrunkAtMs = Number.NEGATIVE_INFINITY;
  const bounded = () => Math.max(1, Math.min(slots, max()));
  return {
    current: () => Math.floor(bounded()),
    grow: () => {
      slots = Math.min(bounded() + 1 / bounded(), Math.max(1, max()));
    },
    shrink: ({ startedAtMs, endedAtMs }) => {
      if (startedAtMs < shrunkAtMs) return;
      shrunkAtMs = endedAtMs;
      slots = Math.max(1, bounded() * SHRINK_FACTOR);
    },
    reset: () => {
      slots = 1;
    },
  };
}
