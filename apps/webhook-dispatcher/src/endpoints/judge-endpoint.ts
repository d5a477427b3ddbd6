const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What is known of how an endpoint fails; all null and 0 while it works. */
export interface EndpointHealth {
  /** When the first attempt failed that no success has followed. */
  readonly failingSince: Date | null;
  readonly lastFailedAt: Date | null;
  /** When the present run of failures began: none of them came long after the one before. */
  readonly failuresSince: Date | null;
  /** Minutes of that run in which an attempt failed. */
  readonly failureCount: number;
  readonly failingNoticedAt: Date | null;
  readonly exhaustedNoticedAt: Date | null;
}

/** An attempt that says something about its endpoint. */
export interface Sign {
  readonly at: Date;
  readonly isGood: boolean;
  /** It was the last one of its delivery's schedule. */
  readonly isExhausted: boolean;
}

export type EndpointNotice = "failing" | "exhausted" | "recovered";

export interface Judgement {
  readonly health: EndpointHealth;
  /** What its owners are to be told. */
  readonly notices: readonly EndpointNotice[];
}

/** Failures this close together count as one: an endpoint that fails often is not written at each of them. */
export const FAILURE_EVERY_MS = MINUTE_MS;
/** The longest wait of the schedule is a day and a fifth; after more than this a failure begins a new run. */
const RUN_GAP_MS_MAX = 30 * HOUR_MS;

/** An endpoint is failing when nothing has succeeded for so long, and so many failures were seen. */
const FAILING_MS = 30 * MINUTE_MS;
const FAILING_COUNT = 3;
/** One delivery that fails for good is told; those that follow within this are not. */
const EXHAUSTED_EVERY_MS = 24 * HOUR_MS;

/** An endpoint is lost when nothing has succeeded for so long … */
const LOST_MS = 5 * 24 * HOUR_MS;
/** … and its failures of the present run go on for so long, and are so many. */
const LOST_RUN_MS = 12 * HOUR_MS;
const LOST_COUNT = 4;

/** What an attempt makes of what was known, and what is to be told. */
export function judgeEndpoint(health: EndpointHealth, sign: Sign): Judgement {
  return sign.isGood ? afterSuccess(health) : afterFailure(health, sign);
}

function afterSuccess({ failingNoticedAt, exhaustedNoticedAt }: EndpointHealth): Judgement {
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

function afterFailure(health: EndpointHealth, { at, isExhausted }: Sign): Judgement {
  const { lastFailedAt, failingNoticedAt, exhaustedNoticedAt } = health;
  const sinceLastMs = lastFailedAt === null ? Number.POSITIVE_INFINITY : at.getTime() - lastFailedAt.getTime();
  const isNewRun = sinceLastMs > RUN_GAP_MS_MAX;
  const isCounted = sinceLastMs >= FAILURE_EVERY_MS;
  const failuresSince = isNewRun ? at : (health.failuresSince ?? at);
  const failureCount = isNewRun ? 1 : health.failureCount + (isCounted ? 1 : 0);
  const isFailing = failingNoticedAt === null && failureCount >= FAILING_COUNT && lasts(failuresSince, at, FAILING_MS);
  const isExhaustedTold =
    isExhausted && (exhaustedNoticedAt === null || lasts(exhaustedNoticedAt, at, EXHAUSTED_EVERY_MS));
  return {
    health: {
      failingSince: health.failingSince ?? at,
      lastFailedAt: isCounted ? at : lastFailedAt,
      failuresSince,
      failureCount,
      failingNoticedAt: isFailing ? at : failingNoticedAt,
      exhaustedNoticedAt: isExhaustedTold ? at : exhaustedNoticedAt,
    },
    notices: [...(isFailing ? ["failing" as const] : []), ...(isExhaustedTold ? ["exhausted" as const] : [])],
  };
}

/** Whether an endpoint that has just failed is to be disabled: nothing succeeded for days, and it failed repeatedly. */
export const isLost = ({ failingSince, failuresSince, failureCount }: EndpointHealth, at: Date): boolean =>
  failingSince !== null &&
  failuresSince !== null &&
  failureCount >= LOST_COUNT &&
  lasts(failingSince, at, LOST_MS) &&
  lasts(failuresSince, at, LOST_RUN_MS);

/** The moment before which an endpoint must have begun to fail to be lost now. */
export const lostBefore = (at: Date): Date => new Date(at.getTime() - LOST_MS);

const lasts = (since: Date, at: Date, ms: number): boolean => at.getTime() - since.getTime() >= ms;
