import { TextDecoder } from "node:util";
import type { ImportQuestion } from "@skucast/contracts/imports/import";
import type { Reading } from "../encodings/likely-encodings.js";

const RUN = 2;
const SHOWN_WORDS_MAX = 3;
const SHOWN_LENGTH_MAX = 30;
/** The most likely ones. */
const ANSWERS_MAX = 12;

/**
 * Whether a text that is not UTF-8 does not look like a language with the Latin alphabet, in which single letters have
 * accents: most of its bytes above 127 follow each other.
 */
export const isOfOtherAlphabet = (bytes: Uint8Array): boolean => hasRuns(bytes) || mayBeJapanese(bytes);

/** Asks for the encoding of a text, with some of its words as each likely encoding reads them. */
export function askEncoding(readings: readonly Reading[]): ImportQuestion {
  const places = placesToShow(readings);
  const texts = new Map<string, Reading["encoding"]>();
  for (const { encoding, words } of readings) {
    const text = places.flatMap((place) => words[place]?.slice(0, SHOWN_LENGTH_MAX) ?? []).join(", ");
    if (text !== "" && !texts.has(text)) texts.set(text, encoding);
  }
  const answers = [...texts]
    .slice(0, ANSWERS_MAX)
    .map(([text, encoding]) => ({ label: `${text} (${encoding})`, options: { encoding } }));
  const message = "Which of these texts is readable? The file is not UTF-8, and several encodings fit it.";
  return { code: "encoding", column: null, message, answers };
}

/** The places of the first words that most encodings read in ways of their own, in their order. */
function placesToShow(readings: readonly Reading[]): readonly number[] {
  const count = Math.max(0, ...readings.map(({ words }) => words.length));
  const places = Array.from({ length: count }, (_, place) => ({
    place,
    ways: new Set(readings.map(({ words }) => words[place])).size,
  }));
  return places
    .toSorted((one, other) => other.ways - one.ways || one.place - other.place)
    .slice(0, SHOWN_WORDS_MAX)
    .map(({ place }) => place)
    .toSorted((one, other) => one - other);
}

/** Whether most bytes above 127 follow each other. */
export function hasRuns(bytes: Uint8Array): boolean {
  let inRuns = 0;
  let alone = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 128) continue;
    const start = at;
    while ((bytes[at] ?? 0) >= 128) at += 1;
    const length = at - start;
    if (length >= RUN) inRuns += length;
    else alone += length;
  }
  return inRuns > alone;
}

/**
 * Whether a text is well-formed Shift_JIS and has more of its first bytes (0x81 to 0x9f) than letters with accents. Its
 * second bytes may be ASCII, so they form no runs. As Windows-1252 the first bytes are punctuation.
 */
function mayBeJapanese(bytes: Uint8Array): boolean {
  const first = bytes.filter((byte) => byte >= 0x81 && byte <= 0x9f).length;
  const letters = bytes.filter((byte) => byte >= 0xc0).length;
  return first > letters && isShiftJis(bytes);
}

function isShiftJis(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("shift_jis", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
