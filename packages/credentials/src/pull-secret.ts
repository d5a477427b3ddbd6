import { randomBase62 } from "./random-base62.js";

const LENGTH = 43;

/** What a partner fetches files with: 43 random base62 characters (256 bits). Stored as `hashToken` has it. */
export const newPullSecret = (): string => randomBase62(LENGTH);

/** Whether a text could be one, so that nothing is looked up for what cannot. */
export const isPullSecret = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text);
