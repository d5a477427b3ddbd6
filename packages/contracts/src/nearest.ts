import { distance } from "fastest-levenshtein";

/** The candidate with the smallest edit distance (Levenshtein) to `word`; null if none is close enough to be a typo. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  if (word.length > 64) return null;
  const lowered = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const found = distance(lowered, candidate.toLowerCase());
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}
