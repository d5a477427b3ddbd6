import { type Clock, systemClock } from "./clock.js";
import type { Logger } from "./logger.js";
import { TimeLimitError, withTimeLimit } from "./time-limit.js";

/** Whether this process can serve requests. Contains nothing private. */
export interface Readiness {
  /** Whether every required check passes, or passed shortly before it became slow. */
  ok: boolean;
  /** The process serves requests, but a check that is not required fails, or a required one is slow. */
  isDegraded: boolean;
  /** Why the process is not ready, regardless of its checks. */
  reason?: "draining";
  checks: { name: string; ok: boolean; required?: false; slow?: true; error?: string }[];
}

/** Thrown by a check with a public message. The messages of other errors stay private. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";
}

/** Resolves when the checked dependency works and rejects when it does not. Should stop when the signal aborts. */
export type HealthCheck = (signal: AbortSignal) => Promise<void>;

export interface CheckOptions {
  /**
   * Whether the process is not ready while the check fails. Default true. False for dependencies that the process can serve
   * requests without: a failure is then reported as degraded, in the response and in the metrics. A required check that
   * exceeds its time limit counts as slow, which is degraded too, until it has not passed for `slowMs`.
   */
  isRequired?: boolean;
}

export interface Health {
  /** Adds a check, named after what it checks: `database`, `bus`. Returns a function that removes it. */
  add(name: string, check: HealthCheck, options?: CheckOptions): () => void;
  /** Runs all checks in parallel. Never rejects. The result is cached for `cacheMs`. */
  ready(): Promise<Readiness>;
  /** Makes `ready` report not ready from now on, so that load balancers send no new requests. */
  setDraining(): void;
}

export interface HealthOptions {
  clock?: Clock;
  /** Logs when a check starts to fail, with the private error, and when it recovers. */
  logger?: Logger;
  /** Time limit for each check. Default 2 s. */
  timeoutMs?: number;
  /**
   * How long a required check may exceed its time limit. A slow dependency is slow for every process: if all of them became
   * not ready, none would serve. Default 15 s.
   */
  slowMs?: number;
  /** How long the result is cached. Default 500 ms. */
  cacheMs?: number;
}

type CheckResult = Readiness["checks"][number];

interface Entry {
  readonly name: string;
  readonly check: HealthCheck;
  readonly isRequired: boolean;
  wasOk: boolean;
  passedAtMs: number;
}

/** Creates the health of a process from checks that its apps add. */
export function createHealth(options: HealthOptions = {}): Health {
  const { clock = systemClock, logger, timeoutMs = 2_000, slowMs = 15_000, cacheMs = 500 } = options;
  const checks = new Set<Entry>();
  let isDraining = false;
  let last: { at: number; results: CheckResult[] } | undefined;
  let running: Promise<CheckResult[]> | undefined;

  async function runAll(): Promise<CheckResult[]> {
    return await Promise.all(
      [...checks].map(async (entry): Promise<CheckResult> => {
        const failure = await failureOf(entry.check, timeoutMs);
        const isOk = failure === undefined;
        if (isOk !== entry.wasOk) logChange(logger, entry.name, failure);
        entry.wasOk = isOk;
        const nowMs = clock.now().getTime();
        if (isOk) entry.passedAtMs = nowMs;
        const isSlow = failure instanceof TimeLimitError && nowMs - entry.passedAtMs < slowMs;
        return {
          name: entry.name,
          ok: isOk,
          ...(!entry.isRequired && { required: false }),
          ...(entry.isRequired && isSlow && { slow: true }),
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

  /** A result that was started before the checks changed is returned to its callers, but not cached. */
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
      const entry = { name, check, isRequired, wasOk: true, passedAtMs: Number.NEGATIVE_INFINITY };
      checks.add(entry);
      forget();
      return () => {
        checks.delete(entry);
        forget();
      };
    },
    async ready() {
      const all = await results();
      const ok = all.every((check) => check.ok || check.required === false || check.slow);
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
    await withTimeLimit(timeoutMs, check(controller.signal), `no answer within ${timeoutMs} ms`);
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

function logChange(logger: Logger | undefined, check: string, failure: unknown): void {
  if (failure === undefined) logger?.info({ event: "health.recovered", check }, `${check} answers again`);
  else logger?.error({ event: "health.failed", check, err: failure }, sentence(check, failure));
}
