import type { Database } from "@skucast/db/database";
import { backOff } from "@skucast/service-kit/back-off";
import { type Clock, systemClock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import { startLoop } from "@skucast/service-kit/loop";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";

/** Compared this often, so that a machine's clock that is set is noticed soon. */
const COMPARE_MS = 15_000;
const retryMs = backOff({ baseMs: 250, maxMs: 5_000 });
/** The quickest of so many answers says it best. */
const SAMPLES = 3;
/** A difference within this is left alone: it harms nobody, and time does not move to and fro. */
const TOLERATED_MS = 1_000;
/** From this on it is worth a line in the log. */
const TOLD_MS = 5_000;
/** A process starts without the comparison when the database does not answer: it can do nothing then. */
const FIRST_WAIT_MS = 2_000;

/** The database's time, as far as it is known. */
export interface DatabaseClock {
  readonly clock: Clock;
  /** Compares no more; resolves when the comparison in hand has ended. */
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
  /** What has to be added to the machine's time. */
  readonly offsetMs: number;
  /** How far that may be off. */
  readonly uncertainMs: number;
}

/**
 * A clock that agrees with the database's, and so with that of every other process, whatever the machine's clock says:
 * signatures carry its time, and what is due is decided by it. Compared at the start and again and again from then on; what
 * was known is kept while the database does not answer.
 */
export async function followDatabaseClock(options: DatabaseClockOptions): Promise<DatabaseClock> {
  const { db, logger, metrics, machine = systemClock, intervalMs = COMPARE_MS } = options;
  const skew = metrics.gauge(METRICS.clockSkew);
  let offsetMs = 0;
  let isTold = false;
  let first = () => {};
  const isCompared = new Promise<void>((resolve) => {
    first = resolve;
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
    tell();
    first();
  }

  function tell(): void {
    const differs = Math.abs(offsetMs) > TOLD_MS;
    if (differs === isTold) return;
    isTold = differs;
    const fields = { event: differs ? "clock.differs" : "clock.agrees", skew_seconds: -offsetMs / 1_000 };
    if (differs) logger.error(fields, "the machine's clock differs from the database's; the database's time is used");
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
