/**
 * Tokens per UTF-16 code unit; `end` is the first code unit after the range. Tokenizers differ and their figures are not
 * published. Each figure is above the higher of cl100k_base and o200k_base for product texts of the scripts in the
 * range. Characters beyond the Basic Multilingual Plane, such as emoji, are two code units.
 */
const RANGES: readonly (readonly [end: number, tokens: number])[] = [
  [0x0300, 1.5], // Latin letters with diacritics
  [0x0370, 2.5], // marks that are combined with letters
  [0x0590, 1.2], // Greek, Cyrillic, Armenian
  [0x05d0, 2], // Hebrew points
  [0x0700, 1.2], // Hebrew, Arabic
  [0x0f00, 1.7], // Indic scripts, Thai, Lao
  [0x1e00, 3], // Tibetan, Burmese, Georgian, Ethiopic, Khmer
  [0x2000, 2], // Vietnamese and Greek letters with diacritics
  [0x2e80, 1.5], // symbols
  [0xd800, 1.8], // Chinese, Japanese, Korean
  [0x10000, 2],
];

/** Letters and spaces form words, digits mostly ids; the other characters mostly belong to the JSON syntax. */
const ASCII = Float64Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z ]/.test(character)) return 0.4;
  return /\d/.test(character) ? 1.1 : 0.5;
});

/** What a letter costs more if the one before it shows that both do not belong to a word: `x7Lm2Pw8`. */
const BREAK_COST = 0.9;

/** An upper estimate of a string's tokens, in any script. */
export function estimateTokens(text: string): number {
  let total = 0;
  for (let at = 0; at < text.length; at += 1) total += costAt(text, at);
  return Math.ceil(total);
}

/** Cuts a string to a token limit, without splitting a surrogate pair. */
export function truncateToTokens(text: string, tokensMax: number): string {
  let total = 0;
  for (let at = 0; at < text.length; at += 1) {
    total += costAt(text, at);
    if (total > tokensMax) return text.slice(0, at).replace(/[\ud800-\udbff]$/, "");
  }
  return text;
}

function costAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const cost = ASCII[code] ?? RANGES.find(([end]) => code < end)?.[1] ?? 2;
  if (!isLetter(code) || at === 0) return cost;
  const former = text.charCodeAt(at - 1);
  return isDigit(former) || (isUpper(code) && isLower(former)) ? cost + BREAK_COST : cost;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a;
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isLetter = (code: number): boolean => isUpper(code) || isLower(code);
