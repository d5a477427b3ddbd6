/** Endings of English plurals and verb forms, and how many letters of a word must remain without each. */
const ENDINGS: readonly (readonly [ending: RegExp, kept: number])[] = [
  [/ies$/, 5],
  [/(?<=ss|sh|ch|x|z)es$/, 3],
  [/(?<![su'i])s$/, 3],
  [/ing$/, 4],
  [/ed$/, 4],
  [/y$/, 5],
];

/**
 * The beginning that an English word shares with its other forms: `lamp` of `lamps`, `batter` of `battery` and
 * `batteries`. Searches look for it within words, so a product that contains the word itself is always found. Codes
 * and words with other letters than a to z stay as they are.
 */
export function stemWord(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  for (const [ending, kept] of ENDINGS) {
    const stem = word.replace(ending, "");
    if (stem !== word && stem.length >= kept) return stem;
  }
  return word;
}
