import type { ChangeKind } from "@skucast/contracts/live/change-kinds";

/** Between two times that the same is asked again, at least. Lists of products are long, and change by the thousand. */
const INTERVAL_MS = 2_000;
const PRODUCTS_INTERVAL_MS = 10_000;

/** Acts on a kind at once, and while it goes on changing not more often than its pace; the last change is never lost. */
export function throttleByKind(onKind: (kind: ChangeKind) => void): {
  note(kinds: readonly ChangeKind[]): void;
  stop(): void;
} {
  const freeAtMs = new Map<ChangeKind, number>();
  const waiting = new Map<ChangeKind, ReturnType<typeof setTimeout>>();

  function note(kind: ChangeKind): void {
    if (waiting.has(kind)) return;
    const waitMs = Math.max(0, (freeAtMs.get(kind) ?? 0) - performance.now());
    const begin = () => {
      waiting.delete(kind);
      freeAtMs.set(kind, performance.now() + (kind === "product" ? PRODUCTS_INTERVAL_MS : INTERVAL_MS));
      onKind(kind);
    };
    waiting.set(kind, setTimeout(begin, waitMs));
  }

  return {
    note: (kinds) => {
      for (const kind of kinds) note(kind);
    },
    stop: () => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}
