import { randomInt } from "node:crypto";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 43;

/** The secret part of an invitation's link: 43 random base62 characters (256 bits). Stored as `hashToken` has it. */
export const newInvitationToken = (): string =>
  Array.from({ length: LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join("");
