/** Counts events per network within a window that starts with the first event. */
export interface NetworkCounts {
  of(network: string): number;
  /** Counts one event and returns the new count. */
  add(network: string): number;
  /** Subtracts one event. */
  remove(network: string): void;
}

const NETWORKS_MAX = 10_000;

/** When there are more than NETWORKS_MAX networks, the oldest are dropped. */
export function createNetworkCounts(nowMs: () => number, windowMs: number): NetworkCounts {
  const counts = new Map<string, { count: number; sinceMs: number }>();

  function known(network: string) {
    const entry = counts.get(network);
    if (entry && nowMs() - entry.sinceMs < windowMs) return entry;
    counts.delete(network);
    return undefined;
  }

  function begin(network: string) {
    const [oldest] = counts.keys();
    if (oldest !== undefined && counts.size >= NETWORKS_MAX) counts.delete(oldest);
    const entry = { count: 0, sinceMs: nowMs() };
    counts.set(network, entry);
    return entry;
  }

  return {
    of: (network) => known(network)?.count ?? 0,
    add(network) {
      const entry = known(network) ?? begin(network);
      entry.count += 1;
      return entry.count;
    },
    remove(network) {
      const entry = known(network);
      if (entry) entry.count = Math.max(0, entry.count - 1);
    },
  };
}
