import { CHANGE_KINDS, CHANGED_WITHIN_MS_MAX, type ChangeKind } from "@skucast/contracts/live/change-kinds";

/** When which kinds of objects last changed in each workspace, for as long as a page takes to load. */
export interface RecentChanges {
  note(workspaceId: string, kinds: readonly ChangeKind[]): void;
  /** The kinds that changed in the last `withinMs` milliseconds: all kinds, if that is longer than what is remembered. */
  changedWithin(workspaceId: string, withinMs: number): readonly ChangeKind[];
}

const ALL_KINDS = Object.keys(CHANGE_KINDS) as ChangeKind[];
const WORKSPACES_MAX = 5_000;

/** `now` returns milliseconds of a monotonic clock. */
export function createRecentChanges(now: () => number = () => performance.now()): RecentChanges {
  /** Times of the last changes, the workspaces that changed longest ago first. */
  const changedAtMs = new Map<string, Map<ChangeKind, number>>();
  /** Earlier changes are not remembered. */
  let rememberedFromMs = now();

  function forgetOldest(): void {
    for (const [workspaceId, kinds] of changedAtMs) {
      const lastMs = Math.max(...kinds.values());
      if (changedAtMs.size <= WORKSPACES_MAX && lastMs > now() - CHANGED_WITHIN_MS_MAX) return;
      changedAtMs.delete(workspaceId);
      rememberedFromMs = Math.max(rememberedFromMs, lastMs);
    }
  }

  return {
    note: (workspaceId, kinds) => {
      const times = changedAtMs.get(workspaceId) ?? new Map<ChangeKind, number>();
      for (const kind of kinds) times.set(kind, now());
      changedAtMs.delete(workspaceId);
      changedAtMs.set(workspaceId, times);
      forgetOldest();
    },
    changedWithin: (workspaceId, withinMs) => {
      const fromMs = now() - withinMs;
      if (fromMs <= rememberedFromMs) return ALL_KINDS;
      return [...(changedAtMs.get(workspaceId) ?? [])].filter(([, atMs]) => atMs >= fromMs).map(([kind]) => kind);
    },
  };
}
