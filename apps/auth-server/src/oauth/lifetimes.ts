const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long things live, in seconds. */
export const LIFETIMES = {
  code: MINUTE,
  accessToken: HOUR,
  /** Since its last rotation: each refresh begins anew. */
  refreshTokenIdle: 60 * DAY,
  /** A connection, however much it is used. */
  grant: 365 * DAY,
  /** From the request of an app until the person has decided. */
  interaction: 30 * MINUTE,
  unusedClient: DAY,
  idleClient: 90 * DAY,
  /** The same request with the same refresh token gets the same answer for so long. */
  refreshGrace: 30,
  /** A refresh that comes so soon after a challenge for more scopes is taken for the client's reaction to it. */
  stepUp: 60,
} as const;

/** The moment so many seconds later. */
export const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1_000);
