/** How often something came from each network within a while that begins with the first time. */
export interface NetworkCounts {
  of(network: string): number;
  /** Counts once more, and answers how often that is. */
  add(network: string): number;
  /** Takes back what was counted once. */
  remove(network: string): void;
}

const NETWORKS_MAX = 10_000;

/** Of more networks than these the oldest are forgotten. */
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
