// What a catalog must have: which products, each in which revision. Samples of it are compared with what it answers.
import { drive, prepare } from "./drive.mjs";
import { differencesOf, skuOf } from "./products.mjs";

const SAMPLE = 20;

/** @param {import("./catalog.mjs").Catalog} catalog */
export function createStock(catalog) {
  /** @type {Map<number, number>} */
  const revisions = new Map();
  const throwIfDifferent = (stored) => {
    const n = Number(/** @type {string} */ (stored.sku).replace("SKU-", ""));
    const revision = revisions.get(n);
    if (revision === undefined) throw new Error(`${catalog.name} has ${stored.sku}, which was not sent`);
    const different = differencesOf(stored, n, revision);
    if (different.length > 0)
      throw new Error(`${catalog.name} has other values of ${stored.sku} than sent: ${different.join(", ")}`);
  };
  return {
    /** Product `n` was sent in a revision, and answered. */
    written: (n, revision) => void revisions.set(n, revision),
    size: () => revisions.size,
    /** Products in an answer; throws if there are not `count`, or one is not as it was sent. */
    compareAnswer(body, count) {
      const products = catalog.productsIn(JSON.parse(body.toString()));
      if (products.length !== count)
        throw new Error(`${catalog.name} answered with ${products.length} products instead of ${count}`);
      for (const product of products) throwIfDifferent(product);
      return products;
    },
    /** Reads some of the products back, spread over all of `numbers`. */
    async compareSample(numbers) {
      const step = Math.max(1, Math.floor(numbers.length / SAMPLE));
      const sample = numbers.filter((_, i) => i % step === 0);
      const keys = await catalog.keysOf(sample.map(skuOf));
      for (const n of sample) {
        const found = keys.get(skuOf(n));
        if (!found) throw new Error(`${catalog.name} does not have ${skuOf(n)}`);
        const exchange = prepare(catalog, { first: catalog.get(skuOf(n), found) });
        const { last } = await drive(catalog, { connections: 1, seconds: 0, exchangesOf: () => [exchange] });
        this.compareAnswer(last[0], 1);
      }
    },
  };
}
