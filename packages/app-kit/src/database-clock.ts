import type { Database } from "@skucast/db/database";
import { createBackOff } from "@skucast/service-kit/back-off";
import { type Clock, systemClock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import { startLoop } from "@skucast/service-kit/loop";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";

/** Interval of comparisons, so that a change of the machine's clock is detected soon. */
const COMPARE_MS = 15_000;
const retryMs = createBackOff({ baseMs: 250, maxMs: 5_000 });
/** Number of samples; the fastest response is the most accurate. */
const SAMPLES = 3;
/** Smaller differences are ignored, so that the time does not jump back and forth. */
const TOLERATED_MS = 1_000;
/** Differences from this size on are logged. */
const REPORTED_MS = 5_000;
/** A process starts without the comparison if the database does not answer: it can do nothing then anyway. */
const FIRST_WAIT_MS = 2_000;

/** A clock with the database's time, as far as it is known. */
export interface DatabaseClock {
  readonly clock: Clock;
  /** Stops comparing. Resolves when a running comparison has ended. */
  stop(): Promise<void>;
}

export interface DatabaseClockOptions {
  readonly db: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The machine's own clock. */
  readonly machine?: Clock;
  readonly intervalMs?: number;
}

const NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms";

interface Comparison {
  /** Offset to add to the machine's time. */
  readonly offsetMs: number;
  /** Maximum error of the offset. */
  readonly uncertainMs: number;
}

/**
 * A clock that agrees with the database and thus with all other processes, whatever the machine's clock shows:
 * signatures carry its time, and due times are compared with it. Compared at the start and periodically; the last known
 * offset is kept while the database does not answer.
 */
export async function startDatabaseClock(options: DatabaseClockOptions): Promise<DatabaseClock> {
  const { db, logger, metrics, machine = systemClock, intervalMs = COMPARE_MS } = options;
  const skew = metrics.gauge(METRICS.clockSkew);
  let offsetMs = 0;
  let isReported = false;
  let markCompared = () => {};
  const isCompared = new Promise<void>((resolve) => {
    markCompared = resolve;
  });

  async function sample(): Promise<Comparison> {
    const startedMs = performance.now();
    const machineMs = machine.now().getTime();
    const { rows } = await db.system.query<{ ms: number }>(NOW);
    const halfMs = (performance.now() - startedMs) / 2;
    return { offsetMs: Number(rows[0]?.ms) - (machineMs + halfMs), uncertainMs: halfMs };
  }

  async function compare(): Promise<void> {
    const samples: Comparison[] = [];
    for (let n = 0; n < SAMPLES; n += 1) samples.push(await sample());
    const best = samples.reduce((a, b) => (b.uncertainMs < a.uncertainMs ? b : a));
    skew.set(-best.offsetMs / 1_000);
    offsetMs = Math.abs(best.offsetMs) > TOLERATED_MS + best.uncertainMs ? Math.round(best.offsetMs) : 0;
    reportSkew();
    markCompared();
  }

  function reportSkew(): void {
    const differs = Math.abs(offsetMs) > REPORTED_MS;
    if (differs === isReported) return;
    isReported = differs;
    const fields = { event: differs ? "clock.differs" : "clock.agrees", skew_seconds: -offsetMs / 1_000 };
    if (differs) logger.error(fields, "the machine's clock differs from the database's; using the database's time");
    else logger.info(fields, "the machine's clock agrees with the database's again");
  }

  function onError(err: unknown, failures: number): void {
    if (failures > 1) return;
    logger.warn({ event: "clock.not_compared", err }, "the clock could not be compared with the database's");
  }

  const loop = startLoop({ name: "database-clock", run: compare, intervalMs, retryMs, logger, onError });
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FIRST_WAIT_MS);
  });
  await Promise.race([isCompared, waited]);
  clearTimeout(timer);
  return { clock: { now: () => new Date(machine.now().getTime() + offsetMs) }, stop: () => loop.stop() };
}
