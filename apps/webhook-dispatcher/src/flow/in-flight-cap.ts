const START = 10;
const SHRINK = 0.7;

/** How many attempts may be under way at once: grows while an endpoint keeps up, shrinks when it pushes back (AIMD). */
export interface InFlightCap {
  /** From 1 to what `max` answers now. */
  current(): number;
  /** An attempt succeeded while all places were taken: one more place for each round of them. */
  grow(): void;
  /** The endpoint pushed back; only the first attempt of those that were under way together counts. */
  shrink(attempt: { readonly startedAtMs: number; readonly endedAtMs: number }): void;
  /** Begins again with one place, as after an outage. */
  reset(): void;
}

export function createInFlightCap(max: () => number): InFlightCap {
  let places = START;
  let shrunkAtMs = Number.NEGATIVE_INFINITY;
  const bounded = () => Math.max(1, Math.min(places, max()));
  return {
    current: () => Math.floor(bounded()),
    grow: () => {
      places = Math.min(bounded() + 1 / bounded(), Math.max(1, max()));
    },
    shrink: ({ startedAtMs, endedAtMs }) => {
      if (startedAtMs < shrunkAtMs) return;
      shrunkAtMs = endedAtMs;
      places = Math.max(1, bounded() * SHRINK);
    },
    reset: () => {
      places = 1;
    },
  };
}
