import { SERVICE_NAME } from "@skucast/contracts/service";
import { dictionary } from "@zxcvbn-ts/language-common";

/** What is repeated and shorter is as easy to guess as once. */
const REPEATED_LENGTH_MAX = 9;
/** More pieces are a passphrase. */
const PIECES_MAX = 3;
/** Any text is made of shorter pieces. */
const PIECE_LENGTH_MIN = 4;
/** The entries that attackers put together first. */
const COMMON_ENTRIES = 10_000;

const ENTRIES = dictionary["passwords-common"].slice(0, COMMON_ENTRIES).map(String);
/** Words between others. Each counts as a piece. */
const SHORT_WORDS = ["a", "and", "for", "i", "is", "my", "of", "the", "to", "you"];
/** Words that instructions and forms suggest, and that the list has only in other passwords. */
const SUGGESTED_WORDS = ["account", "company", "firstname", "lastname", "login", "name", "surname", "username", "your"];
const PIECES: ReadonlySet<string> = new Set([
  ...ENTRIES.filter(({ length }) => length >= PIECE_LENGTH_MIN),
  ...SHORT_WORDS,
  ...SUGGESTED_WORDS,
  SERVICE_NAME.toLowerCase(),
]);
const PIECE_LENGTH_MAX = 40;

const ALPHABET = "abcdefghijklmnopqrstuvwxyz";
const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** What fingers and heads produce in order: rows, columns and zigzags of keyboards, digits and the alphabet. */
const WALKS: readonly string[] = [
  ROWS.join(""),
  "1234567890qwertzuiopasdfghjklyxcvbnm",
  "1234567890azertyuiopqsdfghjklmwxcvbn",
  "12345678901234567890",
  ALPHABET + ALPHABET,
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1qay2wsx3edc4rfv5tgb6zhn7ujm8ik9ol0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1a2b3c4d5e6f7g8h9i0j",
  "a1b2c3d4e5f6g7h8i9j0",
].flatMap((walk) => [walk, [...walk].reverse().join("")]);

/**
 * Whether a lower-cased password is made of at most three common pieces: passwords of known breaches, the name of the
 * service, keyboard walks and repetitions, with or without separators and with a number at the end.
 */
export function isPredictablePassword(plain: string): boolean {
  return [plain, plain.replace(/\P{L}{1,6}$/u, "")].some((text) => {
    const repeated = /^(.+?)\1+$/su.exec(text)?.[1];
    return (repeated !== undefined && repeated.length <= REPEATED_LENGTH_MAX) || isOfPieces(partsOf(repeated ?? text));
  });
}

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");

function isOfPieces(parts: readonly string[]): boolean {
  let pieces = 0;
  for (const part of parts) {
    pieces += piecesIn(part, PIECES_MAX - pieces);
    if (pieces > PIECES_MAX) return false;
  }
  return pieces > 0;
}

/** The least number of common pieces that a text is made of, or more than the limit. */
function piecesIn(text: string, limit: number): number {
  const least: number[] = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let found = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - PIECE_LENGTH_MAX); start < end; start += 1) {
      const before = least[start] ?? Number.POSITIVE_INFINITY;
      if (before < Math.min(limit, found) && isPiece(text.slice(start, end))) found = before + 1;
    }
    least[end] = found;
  }
  return least[text.length] ?? Number.POSITIVE_INFINITY;
}

const isPiece = (text: string): boolean =>
  PIECES.has(text) || (text.length >= PIECE_LENGTH_MIN && WALKS.some((walk) => walk.includes(text)));
