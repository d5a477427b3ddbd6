import type { FileEncoding } from "@skucast/contracts/channel-profiles/file-encodings";
import iconv from "iconv-lite";

/** How a file's text becomes bytes. */
export interface TextEncoding {
  /** The name for an XML declaration and a media type. */
  readonly label: string;
  /** The byte order mark. */
  readonly start: Uint8Array;
  /** Encodes text without missing characters, as `replaced` returns it. */
  encode(text: string): Uint8Array;
  /** Decodes bytes that `encode` made. */
  decode(bytes: Uint8Array): string;
  /** The characters of a text that the encoding does not have, each once. */
  missingIn(text: string): readonly string[];
  /** The text with each missing character replaced. */
  replaced(text: string, replacement: (character: string) => string): string;
}

const NOTHING = new Uint8Array();

/** The encoding with this name. */
export const encodingNamed = (name: FileEncoding): TextEncoding => ENCODINGS[name];

const unicode = (label: string, start: Uint8Array, encoding: "utf8" | "utf16le"): TextEncoding => ({
  label,
  start,
  encode: (text) => Buffer.from(text, encoding),
  decode: (bytes) => Buffer.from(bytes).toString(encoding),
  missingIn: () => [],
  replaced: (text) => text,
});

/** One of the encodings before Unicode. Its tables are loaded with the first character that is not ASCII. */
function legacy(label: string, name: string = label): TextEncoding {
  const known = new Map<string, boolean>();
  const isMissing = (character: string): boolean => {
    const found = known.get(character) ?? !roundTrips(character, name);
    known.set(character, found);
    return found;
  };
  return {
    label,
    start: NOTHING,
    encode: (text) => (isAscii(text) ? Buffer.from(text, "latin1") : iconv.encode(text, name)),
    decode: (bytes) => iconv.decode(bytes, name),
    missingIn: (text) => (isAscii(text) ? [] : [...new Set(text)].filter((one) => !isAscii(one) && isMissing(one))),
    replaced: (text, replacement) =>
      isAscii(text) ? text : text.replace(NOT_ASCII, (one) => (isMissing(one) ? replacement(one) : one)),
  };
}

const NOT_ASCII = /\P{ASCII}/gu;
const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** Whether a reader gets the character back: tables also have bytes for some that are only similar (`¥` as a backslash). */
const roundTrips = (character: string, name: string): boolean =>
  // Tables have U+FFFD for every byte that stands for nothing.
  character !== "\ufffd" && iconv.decode(iconv.encode(character, name), name) === character;

const ENCODINGS: Readonly<Record<FileEncoding, TextEncoding>> = {
  "utf-8": unicode("UTF-8", NOTHING, "utf8"),
  "utf-8-bom": unicode("UTF-8", Uint8Array.of(0xef, 0xbb, 0xbf), "utf8"),
  "utf-16le": unicode("UTF-16", Uint8Array.of(0xff, 0xfe), "utf16le"),
  "windows-1250": legacy("windows-1250"),
  "windows-1251": legacy("windows-1251"),
  "windows-1252": legacy("windows-1252"),
  "windows-1253": legacy("windows-1253"),
  "windows-1254": legacy("windows-1254"),
  "windows-1255": legacy("windows-1255"),
  "windows-1256": legacy("windows-1256"),
  "windows-1257": legacy("windows-1257"),
  "windows-874": legacy("windows-874"),
  "iso-8859-1": legacy("ISO-8859-1"),
  "iso-8859-2": legacy("ISO-8859-2"),
  "iso-8859-7": legacy("ISO-8859-7"),
  "iso-8859-9": legacy("ISO-8859-9"),
  "iso-8859-13": legacy("ISO-8859-13"),
  "iso-8859-15": legacy("ISO-8859-15"),
  cp852: legacy("IBM852", "cp852"),
  "koi8-r": legacy("KOI8-R"),
  shift_jis: legacy("Shift_JIS"),
  gbk: legacy("GBK"),
  gb18030: legacy("GB18030"),
  "euc-kr": legacy("EUC-KR"),
};

/**
 * The nearest text that an encoding has: a similar letter, one without its accent, simple punctuation, nothing for a
 * character that has no width, otherwise a question mark.
 */
export function nearestText(character: string, encoding: TextEncoding): string {
  if (HAS_NO_WIDTH.test(character)) return "";
  const found = [NEAREST[character], character.normalize("NFKD").replace(/\p{M}/gu, "")].find(
    (text) => text && encoding.missingIn(text).length === 0,
  );
  return found ?? "?";
}

/** Combining marks, joiners and other invisible characters. */
const HAS_NO_WIDTH = /^[\p{M}\p{Cf}]$/u;

/** Text in place of each of the characters. */
const instead = (characters: string, text: string): [string, string][] =>
  Array.from(characters, (character) => [character, text]);

/** Characters that Unicode does not decompose, or not into text that is common. */
const NEAREST: Readonly<Record<string, string>> = Object.fromEntries([
  ["ł", "l"],
  ["Ł", "L"],
  ["đ", "d"],
  ["Đ", "D"],
  ["ħ", "h"],
  ["ı", "i"],
  ["œ", "oe"],
  ["Œ", "OE"],
  ["ẞ", "ß"],
  ["μ", "µ"],
  ["ș", "ş"],
  ["Ș", "Ş"],
  ["ț", "ţ"],
  ["Ț", "Ţ"],
  ["₺", "TL"],
  ["¥", "￥"],
  ["〜", "～"],
  ["⁄", "/"],
  ["•", "*"],
  ["№", "No."],
  ["½", "1/2"],
  ["¼", "1/4"],
  ["¾", "3/4"],
  ...instead("‐‑‒–—−", "-"),
  ...instead("‘’‚‛′", "'"),
  ...instead("“”„‟″", '"'),
  ...instead("‹", "<"),
  ...instead("›", ">"),
  ...instead("\u2028\u2029", " "),
]);
