import type { ENCODINGS } from "@skucast/contracts/imports/import";
import { WESTERN } from "../mapping/names-by-values.js";
import { nameScore } from "../recognize-product.js";
import { createDecoder } from "./create-decoder.js";

type Encoding = (typeof ENCODINGS)[number];

/** A text as one encoding reads it. */
export interface Reading {
  readonly encoding: Encoding;
  readonly text: string;
  /** Its words with letters that are not ASCII. */
  readonly words: readonly string[];
}

/** Encodings of languages that do not use the Latin alphabet. Each fits most texts of the others. */
const OTHERS = [
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
  "windows-1251",
  "koi8-r",
  "windows-1253",
  "iso-8859-7",
  "windows-1255",
  "windows-1256",
  "windows-874",
] as const satisfies readonly Encoding[];
/** The most frequent one first: where several read the same, it counts. */
const LATIN = [
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "cp852",
  "cp850",
  "iso-8859-15",
  "macintosh",
  "windows-1254",
  "windows-1257",
] as const satisfies readonly Encoding[];

/** How many words may be written as in no language: names, and abbreviations. */
const ODD_SHARE_MAX = 0.12;
const WORDS_MAX = 400;
const BYTES_MAX = 16_384;
/** So many letters of one alphabet, and words in the Latin one, in their usual places are no accident. */
const LETTERS_MIN = 5;
const LATIN_WORDS_MIN = 3;

/**
 * The encodings in which the words of a text are written as in a language that uses the encoding, the best ones first; all
 * that can be decoded if there is none. Of several that read the same, the first one.
 */
export function likelyReadings(bytes: Uint8Array): readonly Reading[] {
  const given = bytes.subarray(0, BYTES_MAX);
  const seen = new Set<string>();
  const all = [...LATIN, ...OTHERS].flatMap((encoding) => {
    const text = textIn(encoding, given);
    if (text === undefined || seen.has(text)) return [];
    seen.add(text);
    const words = (text.match(WORD) ?? []).slice(0, WORDS_MAX);
    return [{ encoding, text, words, odd: oddShareOf(encoding, words, given) }];
  });
  const likely = all.filter(({ odd }) => odd <= ODD_SHARE_MAX).toSorted((one, other) => one.odd - other.odd);
  return likely.length > 0 ? likely : all;
}

/**
 * The encoding of a text that is clear: the only one that is likely, or in which the names of its columns are known, or
 * Windows-1252 if it fits and these are of a Western language.
 */
export function clearEncoding(readings: readonly Reading[]): Encoding | undefined {
  const byNames = byColumnNames(readings);
  if (byNames !== undefined) return byNames;
  if (readings.some(({ encoding, text }) => encoding === "windows-1252" && hasWesternNames(text)))
    return "windows-1252";
  const [only, ...others] = readings;
  if (only === undefined || others.length > 0) return undefined;
  if (LATIN.some((latin) => latin === only.encoding))
    return only.words.length >= LATIN_WORDS_MIN ? only.encoding : undefined;
  const letters = only.words.join("").match(OTHER_LETTER)?.length ?? 0;
  return letters >= LETTERS_MIN ? only.encoding : undefined;
}

const hasWesternNames = (text: string): boolean => namesIn(text).some((name) => WESTERN.has(name.trim().toLowerCase()));

const namesIn = (text: string): string[] =>
  (text.split(/\r?\n/, 1)[0] ?? "").split(/[;,\t|]/).map((name) => name.replace(/^"|"$/g, ""));

function byColumnNames(readings: readonly Reading[]): Encoding | undefined {
  const scored = readings.map(({ encoding, text }) => {
    const names = namesIn(text);
    // With a SKU in all readings, so that names of other fields count.
    return { encoding, score: nameScore(["sku", ...names.filter((name) => NOT_ASCII.test(name))]) };
  });
  const most = Math.max(...scored.map(({ score }) => score));
  const best = scored.filter(({ score }) => score === most);
  return most > 1 && best.length === 1 ? best[0]?.encoding : undefined;
}

/** Whether most words of a text with letters that are not ASCII are written as in some language. */
export function hasLikelyWords(text: string): boolean {
  const words = (text.slice(0, BYTES_MAX).match(WORD) ?? []).slice(0, WORDS_MAX);
  return words.length === 0 || words.filter(isOdd).length * 2 < words.length;
}

/** Undefined if the bytes are not text in the encoding. */
function textIn(encoding: string, bytes: Uint8Array): string | undefined {
  const text = createDecoder(encoding)
    .decode(bytes)
    .replace(/\ufffd$/, "");
  return text === "" || /[\ufffd\p{Co}\p{Cn}]|[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text;
}

const NOT_ASCII = /[^\0-\x7f]/;
const WORD = /[^\s;,|"<>()/:0-9]*[^\0-\x7f][^\s;,|"<>()/:0-9]*/g;
const OTHER_LETTER = /[^\0-\u024f\p{P}\p{S}]/gu;

function oddShareOf(encoding: Encoding, words: readonly string[], bytes: Uint8Array): number {
  const common = COMMON[encoding];
  if (common !== undefined) return rareShareIn(bytes, encoding, common);
  return words.length === 0 ? 1 : words.filter(isOdd).length / words.length;
}

/** The first bytes of the characters of everyday texts, in encodings with several bytes for a character. */
const COMMON: Readonly<Record<string, readonly (readonly [first: number, last: number])[] | undefined>> = {
  shift_jis: [
    [0x81, 0x83],
    [0x88, 0x97],
  ],
  "euc-jp": [
    [0xa1, 0xa5],
    [0xb0, 0xcf],
  ],
  gb18030: [
    [0xa1, 0xa3],
    [0xb0, 0xd7],
  ],
  big5: [[0xa1, 0xc6]],
  "euc-kr": [
    [0xa1, 0xa3],
    [0xb0, 0xc8],
  ],
};

const KATAKANA_OF_ONE_BYTE = [0xa1, 0xdf] as const;

/** The share of characters that are rare in everyday texts. */
function rareShareIn(bytes: Uint8Array, encoding: Encoding, common: (typeof COMMON)[string] & {}): number {
  let count = 0;
  let rare = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 128) continue;
    count += 1;
    if (!common.some(([first, last]) => byte >= first && byte <= last)) rare += 1;
    const isOne = encoding === "shift_jis" && byte >= KATAKANA_OF_ONE_BYTE[0] && byte <= KATAKANA_OF_ONE_BYTE[1];
    if (!isOne) at += 1;
  }
  return count === 0 ? 1 : rare / count;
}

/** Marks that stand next to letters in texts. */
const MARKS = /[‘’‚“”„«»‹›–—…·•°€£¥®©™×²³¹½¼¾ºª¿¡§´`\u00a0\u00ad\u200e\u200f]/g;
const OF_OTHERS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]/u;
const OF_LATIN = /\p{Script=Latin}/u;
/** Hebrew letters that end a word, before another letter; signs for vowels, which shops do not write. */
const ODD_HEBREW = /[ךםןףץ]\p{L}|[\u05b0-\u05c7\u05f0-\u05f4]/u;
/** A Thai word does not begin with a sign above or below a letter, nor end with a vowel that is written before one. */
const ODD_THAI =
  /^[\u0e30-\u0e3a\u0e45-\u0e4e]|[\u0e40-\u0e44]$|[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e][\u0e31\u0e34-\u0e37]/u;
/** Letters with accents are the smaller part of a word in the Latin alphabet. */
const ACCENTS_MAX = 0.6;

/** So many marks may follow each other. */
const MARKS_MAX = 2;
/** A sign in a word, a capital letter after a small one or many before it, and three times the same letter. */
const ODD_ANYWHERE = /[^\p{L}\p{M}\p{P}\p{N}]|\p{Ll}\p{Lu}|\p{Lu}{4}\p{Ll}|([^\0-\x7f])\1\1/u;

/** Whether a word is written as in no language. */
function isOdd(given: string): boolean {
  const word = given.replace(MARKS, "");
  if (word === "") return given.length > MARKS_MAX;
  if (!NOT_ASCII.test(word)) return false;
  if (ODD_ANYWHERE.test(word)) return true;
  const isOther = OF_OTHERS.test(word);
  const isLatin = OF_LATIN.test(word);
  if (isOther) return isLatin || ODD_HEBREW.test(word) || ODD_THAI.test(word);
  const letters = word.match(/\p{L}/gu) ?? [];
  const accents = letters.filter((letter) => NOT_ASCII.test(letter)).length;
  return letters.length > 3 && accents > letters.length * ACCENTS_MAX;
}
