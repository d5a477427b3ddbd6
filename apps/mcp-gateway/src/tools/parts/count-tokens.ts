/**
 * What a character may cost a model, by the first code unit after its range. The tokenizers of models differ, and their
 * figures are not published: each is above the higher one of cl100k_base and o200k_base for product texts of the scripts in
 * that range. A character beyond the Basic Multilingual Plane, such as an emoji, is two code units.
 */
const RANGES: readonly (readonly [end: number, tokens: number])[] = [
  [0x0250, 1.5], // Latin letters with marks
  [0x0700, 1.2], // Greek, Cyrillic, Hebrew, Arabic
  [0x0f00, 1.7], // Indic scripts, Thai, Lao
  [0x1e00, 3], // Tibetan, Burmese, Georgian, Ethiopic, Khmer
  [0x2000, 2], // Vietnamese and Greek letters with marks
  [0x2e80, 1.5], // signs
  [0xd800, 1.8], // Chinese, Japanese, Korean
  [0x10000, 2],
];

/** Letters and spaces make words, digits mostly ids; other characters are JSON's. */
const ASCII = Float64Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z ]/.test(character)) return 0.4;
  return /\d/.test(character) ? 1.1 : 0.5;
});

/** At least as many tokens as a text costs a model, whatever its script. */
export function tokensOf(text: string): number {
  let total = 0;
  for (let at = 0; at < text.length; at += 1) total += costOf(text.charCodeAt(at));
  return Math.ceil(total);
}

/** The beginning of a text that costs no more than so many tokens, without half of a character at its end. */
export function withinTokens(text: string, tokensMax: number): string {
  let total = 0;
  for (let at = 0; at < text.length; at += 1) {
    total += costOf(text.charCodeAt(at));
    if (total > tokensMax) return text.slice(0, at).replace(/[\ud800-\udbff]$/, "");
  }
  return text;
}

function costOf(code: number): number {
  return ASCII[code] ?? RANGES.find(([end]) => code < end)?.[1] ?? 2;
}
