import { withTimeLimit } from "./time-limit.js";

/**
 * A part of a process with the same lifetime: an app, an HTTP origin, a pool, a worker.
 *
 * Life cycle: `start` → `drain` → `stop`, each called at most once and in this order; `drain` may be skipped.
 * - `start` resolves when the service is ready for work. When it rejects, it must leave nothing open: `stop` is not called.
 * - `drain` accepts no new work, and resolves when the work in progress has finished.
 * - `stop` closes what `start` opened, last opened first. It must also work during a drain.
 */
export interface Service {
  readonly name: string;
  start(): Promise<void>;
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export interface RunLimits {
  /** How long all services together may take to finish the work in progress. Default 10 s. */
  drainTimeoutMs?: number;
  /** How long each service may take to close. Default 5 s. */
  stopTimeoutMs?: number;
}

/** In which work in progress may finish, unless a caller sets another limit. */
export const DRAIN_TIMEOUT_MS = 10_000;

/** Combines the services and starts them. See `groupServices`. */
export async function runServices(services: readonly Service[], limits: RunLimits = {}): Promise<Service> {
  const group = groupServices("services", services, limits);
  await group.start();
  return group;
}

/**
 * Combines several services into one. They start in order; when one fails, those already started are stopped in reverse order
 * and the error is thrown. Drain and stop run in reverse order, for every service even if another fails or takes too long; the
 * errors are thrown together at the end, as an `AggregateError`. Both may be called twice (the second call joins the first).
 * `stop` during `start` waits for the service that is starting, and starts no other.
 */
export function groupServices(name: string, services: readonly Service[], limits: RunLimits = {}): Service {
  const { drainTimeoutMs = DRAIN_TIMEOUT_MS, stopTimeoutMs = 5_000 } = limits;
  const started: Service[] = [];
  let starting: Promise<void> | undefined;
  let draining: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;

  async function startAll(): Promise<void> {
    for (const service of services) {
      if (stopping !== undefined) throw new Error(`${name}: stopped while starting`);
      try {
        await service.start();
      } catch (error) {
        throw withStopErrors(error, await stopAll(started, stopTimeoutMs));
      }
      started.push(service);
    }
  }

  async function stopOnce(): Promise<void> {
    await starting?.catch(() => {});
    throwAll(`${name}: stopping failed`, await stopAll(started, stopTimeoutMs));
  }

  return {
    name,
    start() {
      starting ??= startAll();
      return starting;
    },
    drain() {
      draining ??= drainAll(started, drainTimeoutMs).then((errors) => throwAll(`${name}: draining failed`, errors));
      return draining;
    },
    stop() {
      stopping ??= stopOnce();
      return stopping;
    },
  };
}

/** Drains every service, even when earlier ones have used up the time. */
async function drainAll(started: readonly Service[], timeoutMs: number): Promise<unknown[]> {
  const deadline = performance.now() + timeoutMs;
  const errors: unknown[] = [];
  for (const service of started.toReversed()) {
    try {
      const leftMs = Math.max(0, deadline - performance.now());
      await withTimeLimit(leftMs, service.drain(), `${service.name}: work in progress did not finish in time`);
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}

/** Empties the list, so that nothing is stopped twice. */
async function stopAll(started: Service[], timeoutMs: number): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (let service = started.pop(); service; service = started.pop()) {
    try {
      await withTimeLimit(timeoutMs, service.stop(), `${service.name}: did not stop within ${timeoutMs} ms`);
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}

function withStopErrors(error: unknown, stopErrors: readonly unknown[]): unknown {
  if (stopErrors.length === 0) return error;
  return new AggregateError([error, ...stopErrors], "starting failed, and so did stopping what had started");
}

function throwAll(sentence: string, errors: readonly unknown[]): void {
  if (errors.length > 0) throw new AggregateError(errors, sentence);
}
