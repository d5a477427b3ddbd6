/** A session ends after this time, even if it is in use. */
export const SESSION_LIFE_MS = 30 * 24 * 3_600_000;
/** A session that is not used for this time ends. */
export const SESSION_IDLE_MS = 7 * 24 * 3_600_000;

/** When a session expires that was created and last used at these times. */
export const sessionExpiry = (beganAt: Date, usedAt: Date): Date =>
  new Date(Math.min(beganAt.getTime() + SESSION_LIFE_MS, usedAt.getTime() + SESSION_IDLE_MS));
