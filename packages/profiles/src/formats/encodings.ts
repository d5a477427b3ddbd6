import type { FileEncoding } from "@skucast/contracts/channel-profiles/file-form";

/** How a file's text becomes bytes. */
export interface TextEncoding {
  /** The name for an XML declaration and a media type. */
  readonly label: string;
  /** The byte order mark. */
  readonly start: Uint8Array;
  /** Encodes text; characters that the encoding does not have become question marks. */
  encode(text: string): Uint8Array;
  /** Decodes bytes that `encode` made. */
  decode(bytes: Uint8Array): string;
  /** The characters of a text that the encoding does not have, each once. */
  missingIn(text: string): readonly string[];
  /** The text with each missing character replaced. */
  replaced(text: string, replacement: (character: string) => string): string;
}

const NOTHING = new Uint8Array();
const QUESTION_MARK = 0x3f;

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

/** The characters of a single-byte encoding, by the standard's own table (encoding.spec.whatwg.org). */
function singleByte(label: string, characters: string): TextEncoding {
  const all = Array.from(characters);
  const bytes = new Map(all.map((character, byte) => [character, byte]));
  const isMissing = (character: string): boolean => !bytes.has(character);
  const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
  return {
    label,
    start: NOTHING,
    encode(text) {
      if (isAscii(text)) return Buffer.from(text, "latin1");
      return Uint8Array.from(Array.from(text), (character) => bytes.get(character) ?? QUESTION_MARK);
    },
    decode: (encoded) => Array.from(encoded, (byte) => all[byte]).join(""),
    missingIn: (text) => (isAscii(text) ? [] : [...new Set(text)].filter(isMissing)),
    replaced: (text, replacement) =>
      isAscii(text) ? text : Array.from(text, (one) => (isMissing(one) ? replacement(one) : one)).join(""),
  };
}

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const decoded = (label: string): string => new TextDecoder(label).decode(ALL_BYTES);

const ENCODINGS: Readonly<Record<FileEncoding, TextEncoding>> = {
  "utf-8": unicode("UTF-8", NOTHING, "utf8"),
  "utf-8-bom": unicode("UTF-8", Uint8Array.of(0xef, 0xbb, 0xbf), "utf8"),
  "utf-16le": unicode("UTF-16", Uint8Array.of(0xff, 0xfe), "utf16le"),
  "windows-1252": singleByte("windows-1252", decoded("windows-1252")),
  // TextDecoder reads iso-8859-1 as windows-1252, as browsers do.
  "iso-8859-1": singleByte("ISO-8859-1", String.fromCharCode(...ALL_BYTES)),
  "iso-8859-15": singleByte("ISO-8859-15", decoded("iso-8859-15")),
};

/**
 * The nearest text that a single-byte encoding has: a letter without its accent, simple punctuation, nothing for a
 * character that has no width, otherwise a question mark.
 */
export function nearestText(character: string, encoding: TextEncoding): string {
  if (HAS_NO_WIDTH.test(character)) return "";
  const plain = (NEAREST[character] ?? character.normalize("NFKD")).replace(/\p{M}/gu, "");
  return plain !== "" && encoding.missingIn(plain).length === 0 ? plain : "?";
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
