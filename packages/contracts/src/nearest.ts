/** The candidate with the smallest edit distance (Levenshtein) to `word`; null if none is close enough to be a typo. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  if (word.length > 64) return null;
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * The same for names of several words, such as columns: without a typo, the first name that contains all words of the given
 * one, as `stripe_product_tax_code` contains `tax_code`.
 */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  const words = inWords(name);
  const containing = words.length < 4 ? undefined : candidates.find((candidate) => inWords(candidate).includes(words));
  return nearest(name, candidates) ?? containing ?? null;
}

/** A name between underscores, with one between its words. */
const inWords = (name: string): string => `_${name.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, "_")}_`;

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitute = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(substitute, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
