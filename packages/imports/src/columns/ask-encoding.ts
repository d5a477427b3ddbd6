import { TextDecoder } from "node:util";
import type { ImportQuestion } from "@skucast/contracts/imports/import";

/** Encodings of languages that do not use the Latin alphabet. Each fits most texts of the others. */
const OTHERS = ["shift_jis", "gb18030", "big5", "euc-kr", "windows-1251"] as const;
const SHOWN_BYTES_MAX = 24;
const RUN = 2;

/**
 * Asks for the encoding of a text that is not UTF-8 and does not look like a language with the Latin alphabet, in which
 * single letters have accents: most of its bytes above 127 follow each other.
 */
export function askEncoding(bytes: Uint8Array): ImportQuestion[] {
  const longest = runsIn(bytes) ?? japaneseIn(bytes);
  if (longest === undefined) return [];
  const answers = OTHERS.flatMap((encoding) => {
    const text = textIn(encoding, longest);
    return text === undefined ? [] : [{ label: `${text} (${encoding})`, options: { encoding } }];
  });
  const latin = new TextDecoder("windows-1252").decode(longest);
  const own = { label: `${latin} (windows-1252)`, options: { encoding: "windows-1252" } };
  const message = "Which of these texts is readable? The file is not UTF-8, and several encodings fit it.";
  return [{ code: "encoding", column: null, message, answers: [...answers, own] }];
}

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
  const text = new TextDecoder(encoding).decode(bytes).replace(/\ufffd$/, "");
  return text === "" || text.includes("\ufffd") ? undefined : text;
}
