import { SERVICE_NAME } from "@skucast/contracts/service";

/** Shorter parts occur in words by chance. */
const PART_LENGTH_MIN = 2;
const LETTERS_LEFT_MIN = 3;

/**
 * Whether a lower-cased password is made of nothing but what anyone knows about the account, in any order, with digits
 * and signs: the name of this service, and the address and its parts.
 */
export function isOfContext(plain: string, email: string): boolean {
  const rest = wordsOf(email).reduce((left, word) => left.replaceAll(word, " "), plain);
  return rest !== plain && rest.replaceAll(/\P{L}/gu, "").length < LETTERS_LEFT_MIN;
}

/** The longest first, because a part may contain another. Parts without letters are digits like any others. */
const wordsOf = (email: string): string[] =>
  [email, ...email.split("@"), ...email.split(/[^\p{L}\p{N}]+/u), SERVICE_NAME.toLowerCase()]
    .filter((word) => word.length >= PART_LENGTH_MIN && /\p{L}/u.test(word))
    .sort((a, b) => b.length - a.length);
