const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lifetimes in seconds. */
export const LIFETIMES = {
  code: MINUTE,
  accessToken: HOUR,
  /** Since the last rotation; each refresh restarts it. */
  refreshTokenIdle: 60 * DAY,
  /** A connection, no matter how often it is used. */
  grant: 365 * DAY,
  /** From an app's request until the user's decision. */
  interaction: 30 * MINUTE,
  unusedClient: DAY,
  idleClient: 90 * DAY,
  /** How long the same request with the same refresh token gets the same response. */
  refreshGrace: 30,
  /** A refresh within this time after a challenge for more scopes counts as the client's reaction to it. */
  stepUp: 60,
} as const;

/** The time the given number of seconds later. */
export const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1_000);
