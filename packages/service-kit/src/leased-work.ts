import { type Lease, LeaseLost, startLease } from "./lease.js";
import type { Logger } from "./logger.js";
import { startLoop } from "./loop.js";
import { inSpan, type SpanOptions } from "./traces.js";

/** Describes an app's work. The app provides the SQL statements for `claim`, `renew` and `release`. */
export interface LeasedWorkOptions<Work> {
  /** Names the polling loop in logs, such as `runs`. */
  readonly name: string;
  /** One piece of work, such as `run`: the log has `run.lease_lost`, `run.given_back` and `run.not_finished`. */
  readonly noun: string;
  /** Pieces that this process works on at the same time. */
  readonly concurrency: number;
  /** How long a claim or a renewal lasts. */
  readonly leaseMs: number;
  /** How long a piece that no `wake` reported may wait until it is found. */
  readonly pollIntervalMs: number;
  readonly logger: Logger;
  /** Takes the next pending or abandoned piece under a lease of `leaseMs`. Undefined when there is none. */
  claim(): Promise<Work | undefined>;
  /** Extends the lease by `leaseMs`. Returns false when this process no longer holds it. */
  renew(work: Work): Promise<boolean>;
  /** Ends the lease, so that any process can claim the piece at once. */
  release(work: Work): Promise<void>;
  /**
   * Does the work and stores its result. Every write must be conditional on the lease and throw `LeaseLost` if it matches
   * no row. Long work watches the lease's signal or calls `check`, and throws what they throw.
   */
  perform(work: Work, lease: HeldLease): Promise<void>;
  /** Whether the error has nothing to do with the piece, such as a lost database connection: the piece is then released. */
  shouldRelease(error: unknown): boolean;
  /** Settles a piece whose work threw any other error: stores the failure, or postpones the piece. */
  giveUp(work: Work, error: unknown): Promise<void>;
  /** Runs after each piece, however it ended, before the next one is claimed in its place. Must handle its own errors. */
  onEnd?(work: Work): Promise<void> | void;
  /** Fields that identify the piece in log lines. */
  facts(work: Work): Record<string, unknown>;
  /** The span of the work. */
  span(work: Work): SpanOptions;
}

/** The lease of a piece in progress. It also ends when the process stops. */
export type HeldLease = Pick<Lease, "signal" | "check">;

export interface LeasedWork {
  /** Looks for work now, because some may be pending. */
  wake(): void;
  /** Claims no more; resolves when the work in progress has ended. */
  drain(): Promise<void>;
  /** Claims no more and interrupts the work in progress, which is released; resolves when all of it has ended. */
  stop(): Promise<void>;
}

/** The process stops before the work is done. */
class Stopping extends Error {
  override readonly name = "Stopping";
}

/**
 * Claims and performs work that several processes share, a bounded number of pieces at a time. Each piece is held under a
 * lease in the database, which is renewed while the work goes on and lets another process take over when this one dies.
 *
 * | how the work ends | what happens to the piece |
 * |---|---|
 * | `perform` resolves | nothing; `perform` has stored the result |
 * | the lease is lost | nothing; another process may have the piece |
 * | the process stops, or `shouldRelease(error)` | `release` |
 * | any other error | `giveUp` |
 * | `release` or `giveUp` fails | it is logged, and the piece is claimed again after the lease has expired |
 */
export function startLeasedWork<Work>(options: LeasedWorkOptions<Work>): LeasedWork {
  const { name, noun, concurrency, leaseMs, logger } = options;
  const inProgress = new Set<Promise<void>>();
  const stopping = new AbortController();
  const loop = startLoop({ name, intervalMs: options.pollIntervalMs, logger, run: claimWhileFree });

  async function claimWhileFree(): Promise<void> {
    while (inProgress.size < concurrency && !stopping.signal.aborted) {
      const work = await options.claim();
      if (work === undefined) return;
      begin(work);
    }
  }

  function begin(work: Work): void {
    const ended = inSpan({ kind: "consumer", ...options.span(work) }, () => handle(work)).finally(() => {
      inProgress.delete(ended);
      loop.wake();
    });
    inProgress.add(ended);
  }

  async function handle(work: Work): Promise<void> {
    const lease = startLease({ name: `${noun} lease`, leaseMs, renew: () => options.renew(work), logger });
    const check = () => {
      stopping.signal.throwIfAborted();
      lease.check();
    };
    try {
      check();
      await options.perform(work, { signal: AbortSignal.any([lease.signal, stopping.signal]), check });
    } catch (error) {
      await settle(work, error).catch((err: unknown) => {
        logger.error({ event: `${noun}.not_finished`, ...options.facts(work), err }, `the ${noun} is retried later`);
      });
    } finally {
      await lease.stop();
    }
    await options.onEnd?.(work);
  }

  async function settle(work: Work, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) {
      logger.warn(
        { event: `${noun}.lease_lost`, ...options.facts(work) },
        `another process may have taken over the ${noun}`,
      );
      return;
    }
    if (!(error instanceof Stopping || options.shouldRelease(error))) return options.giveUp(work, error);
    await options.release(work);
    logger.info({ event: `${noun}.given_back`, ...options.facts(work) }, `the ${noun} is left to another process`);
  }

  async function drain(): Promise<void> {
    await loop.stop();
    await Promise.all(inProgress);
  }

  return {
    wake: loop.wake,
    drain,
    stop() {
      stopping.abort(new Stopping("the process is stopping"));
      return drain();
    },
  };
}
