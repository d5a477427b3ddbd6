/** However much it is used, a session ends so long after it began. */
export const SESSION_LIFE_MS = 30 * 24 * 3_600_000;
/** A session that is not used for so long has ended. */
export const SESSION_IDLE_MS = 7 * 24 * 3_600_000;

/** Until when a session lives that began and was used at these times. */
export const sessionExpiry = (beganAt: Date, usedAt: Date): Date =>
  new Date(Math.min(beganAt.getTime() + SESSION_LIFE_MS, usedAt.getTime() + SESSION_IDLE_MS));
