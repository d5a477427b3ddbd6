import type { ImportQuestion } from "@skucast/contracts/imports/import";
import { askEncoding, hasRuns, isOfOtherAlphabet } from "../columns/ask-encoding.js";
import { createDecoder } from "./create-decoder.js";
import { type Characters, countCharacters, countUnknown, type Family, LANGUAGES, sizeOf } from "./languages.js";
import { clearEncoding, hasLikelyWords, likelyReadings } from "./likely-encodings.js";
import { countOddLetters } from "./odd-letters.js";

/** The encoding of a text that is not UTF-8; undefined with a question if several are possible. */
export type DetectedEncoding =
  | { readonly encoding: string; readonly questions: readonly [] }
  | { readonly encoding: undefined; readonly questions: readonly ImportQuestion[] };

const BYTES_MAX = 65_536;

/** The encodings with one byte for a character, the most frequent first, with the languages that are written in them. */
const TRIED: readonly (readonly (readonly [encoding: string, family: Family])[])[] = [
  [
    ["windows-1252", "western"],
    ["iso-8859-15", "western"],
  ],
  [
    ["windows-1250", "central"],
    ["iso-8859-2", "central"],
  ],
  [
    ["windows-1254", "turkish"],
    ["windows-1257", "baltic"],
  ],
  [
    ["cp850", "dos"],
    ["cp852", "central"],
    ["macintosh", "dos"],
  ],
];
/** Encodings in which short texts may be read as those of another language. */
const RIVALS = TRIED.slice(0, 3).flat();
const WESTERN_ENCODINGS = ["windows-1252", "iso-8859-15"] as const;
/** The share of characters that may be others: names in other languages occur in any text. */
const UNKNOWN_SHARE_MAX = 0.03;
/** So many letters of one alphabet in their place are no accident. */
const CYRILLIC_LETTERS_MIN = 20;

/**
 * Detects the encoding of a text that is not UTF-8 by its letters: in the right one they are those of one language, and
 * capital letters do not follow small ones. Windows-1252 comes first, also for symbols only and for several languages.
 */
export function detectEncoding(bytes: Buffer): DetectedEncoding {
  const lines = bytes.subarray(0, BYTES_MAX);
  const known = new Map<string, Characters>();
  const charactersIn = (encoding: string): Characters => {
    const found = known.get(encoding) ?? countCharacters(createDecoder(encoding).decode(lines));
    known.set(encoding, found);
    return found;
  };
  const unknownIn = (encoding: string, alphabets: readonly string[]): number =>
    Math.min(...alphabets.map((alphabet) => countUnknown(alphabet, charactersIn(encoding))));
  /** The encoding in which the fewest characters are unknown, if they are few. */
  const bestOf = (tried: readonly (readonly [string, readonly string[]])[]): string | undefined => {
    const all = tried.map(([encoding, alphabets]) => ({ encoding, unknown: unknownIn(encoding, alphabets) }));
    const best = all.reduce((least, one) => (one.unknown < least.unknown ? one : least));
    return best.unknown <= sizeOf(charactersIn(best.encoding)) * UNKNOWN_SHARE_MAX ? best.encoding : undefined;
  };
  /**
   * The encoding in which the fewest letters are in odd places, of those in which all are known. Asks if two readings that
   * differ are as good.
   */
  const unlessUnclear = (found: string): DetectedEncoding => {
    const rivals = RIVALS.filter(
      ([encoding, family]) =>
        encoding !== found &&
        charactersIn(encoding).letters.size > 0 &&
        unknownIn(encoding, LANGUAGES[family]) <= sizeOf(charactersIn(encoding)) * UNKNOWN_SHARE_MAX,
    ).map(([encoding]) => encoding);
    const readings = [found, ...rivals].map((encoding) => {
      const text = createDecoder(encoding).decode(lines);
      return { encoding, text, odd: countOddLetters(text) };
    });
    const least = Math.min(...readings.map(({ odd }) => odd));
    const [best, ...others] = readings.filter(({ odd }) => odd === least);
    const isClear = best !== undefined && others.every(({ text }) => text === best.text);
    return isClear && hasLikelyWords(best.text) ? detected(best.encoding) : asked(lines);
  };
  if (!hasRuns(lines)) {
    const ofSymbols = WESTERN_ENCODINGS.find((encoding) => {
      const { letters, misfits } = charactersIn(encoding);
      return letters.size === 0 && misfits === 0;
    });
    if (ofSymbols !== undefined) return detected(ofSymbols);
  }
  for (const [i, group] of TRIED.entries()) {
    const withLetters = group.filter(([encoding]) => charactersIn(encoding).letters.size > 0);
    const found = withLetters.length === 0 ? undefined : bestOf(withLetters.map(([one, of]) => [one, LANGUAGES[of]]));
    if (found !== undefined) return unlessUnclear(found);
    const ofSeveral = WESTERN_ENCODINGS.find(
      (one) => charactersIn(one).letters.size > 0 && unknownIn(one, LANGUAGES.several) === 0,
    );
    if (i === 0 && ofSeveral !== undefined) return unlessUnclear(ofSeveral);
  }
  if (isCyrillic(charactersIn("windows-1251"))) return detected("windows-1251");
  if (isOfOtherAlphabet(lines)) return asked(lines);
  const western = [LANGUAGES.western.join("")];
  const fallback = bestOf([...WESTERN_ENCODINGS, "cp850"].map((encoding) => [encoding, western]));
  if (fallback !== undefined && hasLikelyWords(createDecoder(fallback).decode(lines))) return detected(fallback);
  return asked(lines);
}

/** The encoding that is clear by the words of a text; otherwise it is asked for. */
function asked(lines: Uint8Array): DetectedEncoding {
  const readings = likelyReadings(lines);
  const encoding = clearEncoding(readings);
  return encoding === undefined ? { encoding, questions: [askEncoding(readings)] } : detected(encoding);
}

const detected = (encoding: string): DetectedEncoding => ({ encoding, questions: [] });

function isCyrillic(characters: Characters): boolean {
  const count = sizeOf(characters);
  const [alphabet] = LANGUAGES.cyrillic;
  return count >= CYRILLIC_LETTERS_MIN && countUnknown(alphabet, characters) <= count * UNKNOWN_SHARE_MAX;
}
