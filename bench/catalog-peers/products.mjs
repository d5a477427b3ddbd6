// Products of the comparison: those of the other measurements, with a word in the title that few products share.
import { productOf, skuOf } from "../products.mjs";

/** Each word is in the title of one product of so many. */
export const WORDS = 100;
const SYLLABLES = ["ba", "ke", "lo", "mi", "nu", "ra", "se", "to", "vi", "zu", "fe", "ga"];

export { skuOf };

/** A made-up word of four syllables that no other rank has. */
export function wordOf(rank) {
  const { length } = SYLLABLES;
  return [
    rank % length,
    Math.floor(rank / length) % length,
    Math.floor(rank / length ** 2) % length,
    (rank * 7) % length,
  ]
    .map((place) => SYLLABLES[place])
    .join("");
}

/** Product `n`; another `revision` has another price and stock. */
export function catalogProductOf(n, revision = 0) {
  const product = productOf(n, revision);
  return { ...product, title: `${wordOf(n % WORDS)} number ${n} in cotton, size M, blue` };
}

/**
 * The names of the fields of `stored` that differ from product `n` in `revision`. Fields that `stored` lacks are not
 * compared, because not every catalog has all of them in every answer.
 */
export function differencesOf(stored, n, revision) {
  const product = catalogProductOf(n, revision);
  return Object.keys(stored).filter((name) => JSON.stringify(stored[name]) !== JSON.stringify(product[name]));
}
