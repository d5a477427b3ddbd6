/** A session ends after this time, even if it is in use. */
export const SESSION_LIFE_MS = 30 * 24 * 3_600_000;
/** A session that is not used for this time ends. */
export const SESSION_IDLE_MS = 7 * 24 * 3_600_000;
/**
 * A session that an identity provider started ends after this time, even if it is in use, so that people whom the
 * provider no longer admits lose access within a working day.
 */
export const SINGLE_SIGN_ON_LIFE_MS = 12 * 3_600_000;

/** When a session expires that was created and last used at these times. */
export const sessionExpiry = (beganAt: Date, usedAt: Date, isSingleSignOn: boolean): Date => {
  const lifeMs = isSingleSignOn ? SINGLE_SIGN_ON_LIFE_MS : SESSION_LIFE_MS;
  return new Date(Math.min(beganAt.getTime() + lifeMs, usedAt.getTime() + SESSION_IDLE_MS));
};
