import { type Clock, systemClock } from "./clock.js";
import type { Logger } from "./logger.js";
import { TimeLimitError, withinTime } from "./time-limit.js";

/** The answer to "can this process serve now?". Safe to show to anyone. */
export interface Readiness {
  /** Whether every required check passes. */
  ok: boolean;
  /** It serves, but a check that is not required fails. */
  isDegraded: boolean;
  /** Why the process as a whole is not ready, whatever its checks say. */
  reason?: "draining";
  checks: { name: string; ok: boolean; required?: false; error?: string }[];
}

/** Thrown by a check to say publicly what is wrong; the message of any other error stays private. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";
}

/** Resolves when the thing works, rejects when not, and gives up when the signal aborts. */
export type HealthCheck = (signal: AbortSignal) => Promise<void>;

export interface CheckOptions {
  /**
   * Whether the process refuses traffic while the check fails. Default true. False for what the process can serve
   * without: a failure then shows as degraded, in the answer and in the metrics.
   */
  isRequired?: boolean;
}

export interface Health {
  /** Adds a check, named for what it reaches: `database`, `bus`. Returns a function that takes it away. */
  add(name: string, check: HealthCheck, options?: CheckOptions): () => void;
  /** Runs all checks side by side. Never rejects; calls within 500 ms of the last answer share it. */
  ready(): Promise<Readiness>;
  /** From now on `ready` answers no, so that balancers send nothing new. */
  setDraining(): void;
}

export interface HealthOptions {
  clock?: Clock;
  /** Told once when a check turns bad, with the private error, and once when it turns good. */
  logger?: Logger;
  /** How long one check may take. Default 2 s. */
  timeoutMs?: number;
  /** How long an answer is given again. Default 500 ms. */
  cacheMs?: number;
}

type CheckResult = Readiness["checks"][number];

/** The health of a process, made of checks that its apps add. */
export function createHealth(options: HealthOptions = {}): Health {
  const { clock = systemClock, logger, timeoutMs = 2_000, cacheMs = 500 } = options;
  const checks = new Set<{ name: string; check: HealthCheck; isRequired: boolean; wasOk: boolean }>();
  let isDraining = false;
  let last: { at: number; results: CheckResult[] } | undefined;
  let running: Promise<CheckResult[]> | undefined;

  async function runAll(): Promise<CheckResult[]> {
    return await Promise.all(
      [...checks].map(async (entry): Promise<CheckResult> => {
        const failure = await failureOf(entry.check, timeoutMs);
        const isOk = failure === undefined;
        if (isOk !== entry.wasOk) tellChange(logger, entry.name, failure);
        entry.wasOk = isOk;
        return {
          name: entry.name,
          ok: isOk,
          ...(!entry.isRequired && { required: false }),
          ...(!isOk && { error: sentence(entry.name, failure) }),
        };
      }),
    );
  }

  function results(): Promise<CheckResult[]> | CheckResult[] {
    if (last !== undefined && clock.now().getTime() - last.at < cacheMs) return last.results;
    running ??= keep(runAll());
    return running;
  }

  /** An answer that no longer covers all checks is given to those who wait for it, and not kept. */
  function keep(run: Promise<CheckResult[]>): Promise<CheckResult[]> {
    const kept = run.then((results) => {
      if (running === kept) {
        last = { at: clock.now().getTime(), results };
        running = undefined;
      }
      return results;
    });
    return kept;
  }

  function forget(): void {
    last = undefined;
    running = undefined;
  }

  return {
    add(name, check, { isRequired = true } = {}) {
      const entry = { name, check, isRequired, wasOk: true };
      checks.add(entry);
      forget();
      return () => {
        checks.delete(entry);
        forget();
      };
    },
    async ready() {
      const all = await results();
      const ok = all.every((check) => check.ok || check.required === false);
      const isDegraded = ok && all.some((check) => !check.ok);
      if (isDraining) return { ok: false, isDegraded, reason: "draining", checks: all };
      return { ok, isDegraded, checks: all };
    },
    setDraining() {
      isDraining = true;
    },
  };
}

async function failureOf(check: HealthCheck, timeoutMs: number): Promise<unknown> {
  const controller = new AbortController();
  try {
    await withinTime(timeoutMs, check(controller.signal), `no answer within ${timeoutMs} ms`);
    return undefined;
  } catch (error) {
    return error ?? new Error("rejected without a reason");
  } finally {
    controller.abort();
  }
}

function sentence(name: string, failure: unknown): string {
  if (failure instanceof TimeLimitError) return `${name} did not answer in time`;
  return failure instanceof CheckFailure ? failure.message : `${name} unreachable`;
}

function tellChange(logger: Logger | undefined, check: string, failure: unknown): void {
  if (failure === undefined) logger?.info({ event: "health.recovered", check }, `${check} answers again`);
  else logger?.error({ event: "health.failed", check, err: failure }, sentence(check, failure));
}
