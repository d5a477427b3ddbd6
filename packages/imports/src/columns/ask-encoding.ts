import { TextDecoder } from "node:util";
import type { ENCODINGS, ImportQuestion } from "@skucast/contracts/imports/import";
import { createDecoder } from "../encodings/create-decoder.js";

type Encoding = (typeof ENCODINGS)[number];

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
const LATIN = [
  "windows-1250",
  "iso-8859-2",
  "cp852",
  "cp850",
  "iso-8859-15",
  "macintosh",
  "windows-1254",
  "windows-1257",
  "windows-1252",
] as const satisfies readonly Encoding[];
const SHOWN_BYTES_MAX = 24;
const RUN = 2;

/**
 * Asks for the encoding of a text that is not UTF-8 and does not look like a language with the Latin alphabet, in which
 * single letters have accents: most of its bytes above 127 follow each other.
 */
export function askOtherAlphabet(bytes: Uint8Array): ImportQuestion[] {
  const shown = runsIn(bytes) ?? japaneseIn(bytes);
  return shown === undefined ? [] : [askEncoding(shown)];
}

/** Whether most bytes above 127 follow each other. */
export const hasRuns = (bytes: Uint8Array): boolean => runsIn(bytes) !== undefined;

/** Asks for the encoding of a text that is in no known language. */
export const askAnyEncoding = (bytes: Uint8Array): ImportQuestion[] => [askEncoding(firstWordIn(bytes))];

function askEncoding(shown: Uint8Array): ImportQuestion {
  const texts = new Map<string, Encoding>();
  for (const encoding of [...OTHERS, ...LATIN]) {
    const text = textIn(encoding, shown);
    if (text !== undefined && !texts.has(text)) texts.set(text, encoding);
  }
  const answers = [...texts].map(([text, encoding]) => ({ label: `${text} (${encoding})`, options: { encoding } }));
  const message = "Which of these texts is readable? The file is not UTF-8, and several encodings fit it.";
  return { code: "encoding", column: null, message, answers };
}

/** The first word with a byte above 127. */
function firstWordIn(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 128);
  let start = first;
  while (start > 0 && first - start < SHOWN_BYTES_MAX / 2 && !isSeparator(bytes[start - 1] ?? 0)) start -= 1;
  let end = first;
  while (end < bytes.length && end - start < SHOWN_BYTES_MAX && !isSeparator(bytes[end] ?? 0)) end += 1;
  return bytes.subarray(start, end);
}

/** Spaces, quotes, delimiters and what else is before the digits in ASCII. */
const isSeparator = (byte: number): boolean => byte < 0x30 || byte === 0x3b || byte === 0x7c;

/** The longest run of bytes above 127, if more of these bytes are in runs than alone. */
function runsIn(bytes: Uint8Array): Uint8Array | undefined {
  let inRuns = 0;
  let alone = 0;
  let longest = bytes.subarray(0, 0);
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 128) continue;
    const start = at;
    while ((bytes[at] ?? 0) >= 128) at += 1;
    const length = at - start;
    if (length >= RUN) inRuns += length;
    else alone += length;
    if (length > longest.length) longest = bytes.subarray(start, start + Math.min(length, SHOWN_BYTES_MAX));
  }
  return inRuns > alone ? longest : undefined;
}

/**
 * The beginning of a text that is well-formed Shift_JIS and has more of its first bytes (0x81 to 0x9f) than letters with
 * accents. Its second bytes may be ASCII, so they form no runs. As Windows-1252 the first bytes are punctuation.
 */
function japaneseIn(bytes: Uint8Array): Uint8Array | undefined {
  let first = 0;
  let letters = 0;
  let start = -1;
  for (const [at, byte] of bytes.entries()) {
    if (byte >= 0x81 && byte <= 0x9f) {
      first += 1;
      if (start < 0) start = at;
    } else if (byte >= 0xc0) letters += 1;
  }
  if (first <= letters || !isShiftJis(bytes)) return undefined;
  const end = bytes.subarray(start, start + SHOWN_BYTES_MAX).findIndex((byte) => byte < 0x30);
  return bytes.subarray(start, end < 0 ? start + SHOWN_BYTES_MAX : start + end);
}

function isShiftJis(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("shift_jis", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Undefined if the bytes are not text in the encoding. */
function textIn(encoding: string, bytes: Uint8Array): string | undefined {
  const text = createDecoder(encoding)
    .decode(bytes)
    .replace(/\ufffd$/, "");
  return text === "" || /[\ufffd\p{Cc}]/u.test(text) ? undefined : text;
}
