/** The letters of languages other than those of ASCII, in lower case. */
const WESTERN = {
  de: "äöüß",
  fr: "éèêëàâçîïôûùœæÿ",
  es: "áéíóúüñªº",
  it: "àèéìíîòóùú",
  pt: "áâãàçéêíóôõúªº",
  nl: "éèëïöüê",
  sv: "åäöéàü",
  da: "æøåéäöü",
  is: "áðéíóúýþæö",
  ca: "àçèéíïòóúü",
} as const;
const CENTRAL = {
  pl: "ąćęłńóśźż",
  cs: "áčďéěíňóřšťúůýž",
  sk: "áäčďéíĺľňóôŕšťúýž",
  hu: "áéíóöőúüű",
  ro: "ăâîşţșț",
  hr: "čćđšž",
} as const;
const BALTIC = {
  lt: "ąčęėįšųūž",
  lv: "āčēģīķļņšūž",
  et: "äöüõšž",
} as const;
const TURKISH = "çğıöşüâîûi\u0307";
const CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћђџѓќ";

/** Languages by the encodings that are used for them. */
export const LANGUAGES = {
  western: Object.values(WESTERN),
  /** Languages that often come together, and have few letters that look like those of others in a wrong encoding. */
  several: [[WESTERN.de, WESTERN.fr, WESTERN.es, WESTERN.it].join("")],
  central: Object.values(CENTRAL),
  /** Of the encodings of DOS: without Portuguese, as which Polish could be read. */
  dos: [WESTERN.de, WESTERN.fr, WESTERN.es, WESTERN.it, WESTERN.nl, WESTERN.sv, WESTERN.da],
  turkish: [TURKISH],
  baltic: Object.values(BALTIC),
  cyrillic: [CYRILLIC],
} as const satisfies Record<string, readonly string[]>;

export type Family = keyof typeof LANGUAGES;

/** Letters that are in no language in this place: accents that end words, and a letter that no word begins with. */
const GRAVE_INSIDE = /^[ìòù]$/;
const NEVER_FIRST = /^[ßìòùèàÿ]$/;
/** After digits and measures: `12 m²`. */
const RAISED = /^[²³¹]$/;
/** Characters that may be between two letters: an apostrophe, hyphens, spaces without break and the soft hyphen. */
const JOINS = /^[’´‘–—\u00a0\u00ad·]$/;
/** Ordinals: `1º`, `Nº`. */
const ORDINAL = /^[ªº]$/;
/** Signs that are before a word, never after it: opening quotes. */
const OPENS = /^[„‚¿¡]$/;
/** Signs between which and a word there is a space or a digit. */
const BEFORE_NO_LETTER = /^[¼½¾£¥©®]$/;
/** Signs that texts have only if they are decoded wrongly. */
const NEVER = /^[\p{Cc}\ufffd\u2500-\u259f¤¬¶¯ƒ‡†ˆ˜¸¨]$/u;

const LETTER = /\p{L}/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;

/** Characters from 128 on of a text: how often each letter fits its place, and how many others do or do not. */
export interface Characters {
  readonly letters: ReadonlyMap<string, number>;
  readonly symbols: number;
  readonly misfits: number;
}

/** Counts the characters of a text other than those of ASCII, with regard to the characters next to them. */
export function countCharacters(text: string): Characters {
  const letters = new Map<string, number>();
  let symbols = 0;
  let misfits = 0;
  for (const { 0: character, index } of text.matchAll(/[^\0-\x7f]/gu)) {
    const before = text.charAt(index - 1);
    const after = text.charAt(index + 1);
    if (!fits(character, before, after)) misfits += 1;
    else if (!LETTER.test(character)) symbols += 1;
    else {
      const lower = character.toLowerCase();
      letters.set(lower, (letters.get(lower) ?? 0) + 1);
    }
  }
  return { letters, symbols, misfits };
}

function fits(character: string, before: string, after: string): boolean {
  if (NEVER.test(character)) return false;
  const isInWord = LETTER.test(before);
  if (LETTER.test(character)) {
    if (UPPER.test(character)) return !LOWER.test(before);
    if (UPPER.test(after)) return false;
    if (ORDINAL.test(character)) return /[\d.n]/i.test(before) && !LETTER.test(after);
    if (character === "õ") return /e/i.test(after);
    if (character === "œ") return /u|i|d|s|n/i.test(after);
    if (GRAVE_INSIDE.test(character)) return isInWord && !LETTER.test(after);
    return !(NEVER_FIRST.test(character) && !isInWord && LETTER.test(after));
  }
  if (BEFORE_NO_LETTER.test(character) && LETTER.test(after)) return false;
  if (RAISED.test(character)) return /[\dm]/i.test(before);
  if (character === "¦") return isInWord || !LETTER.test(after);
  if (JOINS.test(character)) return true;
  if (OPENS.test(character)) return !isInWord;
  return !(isInWord && LETTER.test(after));
}

/** How many characters are neither letters of the alphabet nor symbols, in their place. */
export function countUnknown(alphabet: string, { letters, misfits }: Characters): number {
  let unknown = misfits;
  for (const [letter, count] of letters) if (!alphabet.includes(letter)) unknown += count;
  return unknown;
}

/** The number of characters. */
export const sizeOf = ({ letters, symbols, misfits }: Characters): number =>
  [...letters.values()].reduce((sum, count) => sum + count, symbols + misfits);
