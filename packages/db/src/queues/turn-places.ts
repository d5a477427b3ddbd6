/** Interval at which a workspace's turn starts from its first row, which finds rows that were added before the place. */
const FULL_SCAN_MS = 1_000;

/**
 * Where the turns of workspaces with a long queue start. While a long transaction holds a snapshot, deleted rows remain in
 * the table, and a turn from the first row on would read all of them again.
 */
export interface TurnPlaces {
  /** The key of the row after which to look; empty for the start of the queue. */
  startOf(workspaceId: string): string;
  /** Call it after a turn that began at `start` and ended with the row `lastKey`, if there may be more after it. */
  move(workspaceId: string, start: string, lastKey: string): void;
  /** The next turn starts at the first row. */
  forget(workspaceId: string): void;
}

/** The places of one process. They are hints: any number of processes may take turns at once. */
export function createTurnPlaces(clock: { now(): Date }): TurnPlaces {
  const places = new Map<string, { readonly lastKey: string; readonly fullScanMs: number }>();
  return {
    startOf(workspaceId) {
      const place = places.get(workspaceId);
      return place !== undefined && clock.now().getTime() < place.fullScanMs ? place.lastKey : "";
    },
    move(workspaceId, start, lastKey) {
      const fullScanMs =
        start === "" ? clock.now().getTime() + FULL_SCAN_MS : (places.get(workspaceId)?.fullScanMs ?? 0);
      places.set(workspaceId, { lastKey, fullScanMs });
    },
    forget: (workspaceId) => void places.delete(workspaceId),
  };
}

/**
 * SQL that returns, as `workspace_id`, the workspace whose turn it is among the rows of a queue that meet `condition`: the
 * next one after $1, in the order of ids, starting over after the last one. $1 itself comes after all others, and is
 * looked up after its row with the key $2 first. The queue has an index on the workspace and the key.
 */
export const nextWorkspaceText = (table: string, key: string, condition = "true"): string => {
  const first = (where: string) =>
    `(SELECT workspace_id FROM ${table} WHERE ${condition} AND ${where} ORDER BY workspace_id, ${key} LIMIT 1)`;
  return `SELECT coalesce(
    ${first("workspace_id > $1")},
    ${first("workspace_id < $1")},
    ${first(`workspace_id = $1 AND ${key} > $2`)},
    ${first("workspace_id = $1")}) AS workspace_id`;
};
