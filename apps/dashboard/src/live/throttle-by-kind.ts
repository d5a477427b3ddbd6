/** Minimum interval between two refetches for the same kind. Product lists are long and change by the thousand. */
const INTERVAL_MS = 2_000;
const PRODUCTS_INTERVAL_MS = 10_000;

/**
 * Calls `onKind` immediately for the first change of a kind, then at most once per interval. The last change is never
 * dropped.
 */
export function throttleByKind(onKind: (kind: string) => void): {
  note(kinds: readonly string[]): void;
  stop(): void;
} {
  const nextAllowedAtMs = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function note(kind: string): void {
    if (timers.has(kind)) return;
    const waitMs = Math.max(0, (nextAllowedAtMs.get(kind) ?? 0) - performance.now());
    const fire = () => {
      timers.delete(kind);
      nextAllowedAtMs.set(kind, performance.now() + (kind === "product" ? PRODUCTS_INTERVAL_MS : INTERVAL_MS));
      onKind(kind);
    };
    timers.set(kind, setTimeout(fire, waitMs));
  }

  return {
    note: (kinds) => {
      for (const kind of kinds) note(kind);
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
