import { randomBase62 } from "./random-base62.js";

const LENGTH = 43;

/** The secret part of a mailed link: 43 random base62 characters (256 bits). Stored as `hashToken` of it. */
export const newLinkToken = (): string => randomBase62(LENGTH);
