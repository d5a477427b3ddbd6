import { randomBase62 } from "./random-base62.js";

const LENGTH = 43;

/**
 * The secret with which a partner fetches files: 43 random base62 characters (256 bits). Stored as `hashToken` of it.
 */
export const newPullSecret = (): string => randomBase62(LENGTH);

/** Whether a string has the form of a pull secret, to avoid needless look-ups. */
export const isPullSecret = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text);
