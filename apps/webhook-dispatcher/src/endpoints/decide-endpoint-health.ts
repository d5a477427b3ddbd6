const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What is known about the failures of an endpoint; all null and 0 while it works. */
export interface EndpointHealth {
  /** The first failure since the last success. */
  readonly failingSince: Date | null;
  readonly lastFailedAt: Date | null;
  /** When the current run of failures started. Within a run, no failure comes long after the one before. */
  readonly failuresSince: Date | null;
  /** Minutes of the current run in which an attempt failed. */
  readonly failureCount: number;
  readonly failingNoticedAt: Date | null;
  readonly exhaustedNoticedAt: Date | null;
}

/** What an attempt shows about its endpoint. */
export interface HealthSignal {
  readonly at: Date;
  readonly isSuccess: boolean;
  /** It was the last attempt of its delivery's schedule. */
  readonly isExhausted: boolean;
}

export type EndpointNotice = "failing" | "exhausted" | "recovered";

export interface HealthDecision {
  readonly health: EndpointHealth;
  /** Notices to send to the endpoint's owners. */
  readonly notices: readonly EndpointNotice[];
}

/** Failures within this time count once, so that an endpoint that fails often is not updated each time. */
export const FAILURE_EVERY_MS = MINUTE_MS;
/** After a longer gap a failure starts a new run. The longest wait between two attempts, with Retry-After, is 48 h. */
const RUN_GAP_MS_MAX = 50 * HOUR_MS;

/** An endpoint is failing when the run of failures lasts this long and has this many failures. */
const FAILING_MS = 30 * MINUTE_MS;
const FAILING_COUNT = 3;
/** Owners get a notice about one exhausted delivery; further ones within this time are not reported. */
const EXHAUSTED_EVERY_MS = 24 * HOUR_MS;

/** An endpoint is disabled when nothing has succeeded for this long … */
const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS;
/** … and its current run of failures lasts this long and has this many failures. */
const DISABLE_RUN_MS = 12 * HOUR_MS;
const DISABLE_FAILURES_MIN = 4;

/** The endpoint's health after an attempt, and the notices that it causes. */
export function decideEndpointHealth(health: EndpointHealth, signal: HealthSignal): HealthDecision {
  return signal.isSuccess ? afterSuccess(health) : afterFailure(health, signal);
}

function afterSuccess({ failingNoticedAt, exhaustedNoticedAt }: EndpointHealth): HealthDecision {
  const health = {
    failingSince: null,
    lastFailedAt: null,
    failuresSince: null,
    failureCount: 0,
    failingNoticedAt: null,
    exhaustedNoticedAt,
  };
  return { health, notices: failingNoticedAt === null ? [] : ["recovered"] };
}

function afterFailure(health: EndpointHealth, { at, isExhausted }: HealthSignal): HealthDecision {
  const { lastFailedAt, failingNoticedAt, exhaustedNoticedAt } = health;
  const sinceLastMs = lastFailedAt === null ? Number.POSITIVE_INFINITY : at.getTime() - lastFailedAt.getTime();
  const isNewRun = sinceLastMs > RUN_GAP_MS_MAX;
  const isCounted = sinceLastMs >= FAILURE_EVERY_MS;
  const failuresSince = isNewRun ? at : (health.failuresSince ?? at);
  const failureCount = isNewRun ? 1 : health.failureCount + (isCounted ? 1 : 0);
  const isFailing = failingNoticedAt === null && failureCount >= FAILING_COUNT && lasts(failuresSince, at, FAILING_MS);
  const reportsExhausted =
    isExhausted && (exhaustedNoticedAt === null || lasts(exhaustedNoticedAt, at, EXHAUSTED_EVERY_MS));
  return {
    health: {
      failingSince: health.failingSince ?? at,
      lastFailedAt: isCounted ? at : lastFailedAt,
      failuresSince,
      failureCount,
      failingNoticedAt: isFailing ? at : failingNoticedAt,
      exhaustedNoticedAt: reportsExhausted ? at : exhaustedNoticedAt,
    },
    notices: [...(isFailing ? ["failing" as const] : []), ...(reportsExhausted ? ["exhausted" as const] : [])],
  };
}

/** Whether to disable an endpoint that has just failed: nothing succeeded for days, and it failed repeatedly. */
export const mustDisable = ({ failingSince, failuresSince, failureCount }: EndpointHealth, at: Date): boolean =>
  failingSince !== null &&
  failuresSince !== null &&
  failureCount >= DISABLE_FAILURES_MIN &&
  lasts(failingSince, at, DISABLE_AFTER_MS) &&
  lasts(failuresSince, at, DISABLE_RUN_MS);

/** An endpoint can be disabled at `at` only if it has been failing since this time or longer. */
export const disableCutoff = (at: Date): Date => new Date(at.getTime() - DISABLE_AFTER_MS);

const lasts = (since: Date, at: Date, ms: number): boolean => at.getTime() - since.getTime() >= ms;
