import { CHANGES_KEPT_MS } from "@skucast/credentials/changed-subjects";
import { type ClockReadings, elapsedMs } from "@skucast/credentials/clock-readings";
import type { Database } from "@skucast/db/database";
import { readReplayedPosition, readWrittenPosition } from "@skucast/db/revocations/read-wal-position";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { withTimeLimit } from "@skucast/service-kit/time-limit";

/** Watches whether the replica's lag is shorter than the time for which changes are remembered. */
export interface ReplicaWatch {
  /** Starts the watching loop; none if there is no replica. */
  start(): Loop[];
  isCurrent(): boolean;
}

/** A position in the primary's log. Everything committed before the given time precedes it. */
interface Sample {
  readonly position: bigint;
  readonly at: ClockReadings;
}

const INTERVAL_MS = 1_000;
const ASK_TIMEOUT_MS = 2_000;
/** Half of the time for which changes are remembered, which leaves time to detect the lag. */
const LAG_MAX_MS = CHANGES_KEPT_MS / 2;
const SAMPLES_MAX = LAG_MAX_MS / INTERVAL_MS;

interface ReplicaWatchOptions {
  readonly db: Database;
  readonly logger: Logger;
  readonly now: () => ClockReadings;
}

export function createReplicaWatch({ db, logger, now }: ReplicaWatchOptions): ReplicaWatch {
  /** Positions that the replica has not reached yet, oldest first. */
  let unreached: Sample[] = [];
  let reached: Sample | undefined;
  let isAnswering = false;

  async function watch(): Promise<void> {
    const at = now();
    const asking = Promise.all([readWrittenPosition(db), readReplayedPosition(db)]);
    const [written, replayed] = await withTimeLimit(ASK_TIMEOUT_MS, asking, "the replica did not answer in time");
    unreached = [...unreached, { position: written, at }].slice(-SAMPLES_MAX);
    reached = unreached.findLast(({ position }) => position <= replayed) ?? reached;
    unreached = unreached.filter(({ position }) => position > replayed);
    isAnswering = true;
  }

  return {
    isCurrent: () => isAnswering && reached !== undefined && elapsedMs(reached.at, now()) < LAG_MAX_MS,
    start: () => {
      if (!db.replica) return [];
      const loop = startLoop({
        name: "revocations.replica",
        intervalMs: INTERVAL_MS,
        retryMs: () => INTERVAL_MS,
        logger,
        clock: { now: () => new Date(now().monotonicMs) },
        run: watch,
        onError: (err) => {
          if (isAnswering) logger.warn({ event: "replica.lost", err }, "the replica does not answer and is not used");
          isAnswering = false;
        },
      });
      return [loop];
    },
  };
}
