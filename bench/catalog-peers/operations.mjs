// The operations of the comparison. Each run of one writes revisions that no product has had before.
import { FOUND_MAX, PAGE } from "./catalog.mjs";
import { prepare } from "./drive.mjs";
import { catalogProductOf, skuOf, WORDS, wordOf } from "./products.mjs";

/** Requests that are prepared for each second of creations: more than any of them creates. */
const CREATED_PER_SECOND = 8_000;
const GOTTEN = 1_000;
/** Pages of the first half of the products. */
const PAGES_SHARE = 2;

/**
 * @typedef {object} Run
 * @property {import("./catalog.mjs").Catalog} catalog
 * @property {ReturnType<typeof import("./stock.mjs").createStock>} stock
 * @property {Map<string, import("./catalog.mjs").Keys>} keys Of the products that it was filled with.
 * @property {number} filled
 * @property {number} created The number of the next product.
 * @property {number} revision The next revision.
 * @property {number} seconds
 */

/** The operations, in the order in which they are measured. */
export const OPERATIONS = [
  { id: "get", name: "Get a product, 8 connections", goal: 10, connections: 8, plan: planGets },
  { id: "list", name: `List ${PAGE} products, 8 connections`, goal: 10, connections: 8, plan: planLists },
  { id: "search", name: "Search by a word, 8 connections", goal: 3, connections: 8, plan: planSearches },
  {
    id: "create8",
    name: "Create a product, 8 connections",
    goal: 10,
    connections: 8,
    isWrite: true,
    plan: planCreates,
  },
  {
    id: "create32",
    name: "Create a product, 32 connections",
    goal: 10,
    connections: 32,
    isWrite: true,
    plan: planCreates,
  },
  {
    id: "update8",
    name: "Change a product, 8 connections",
    goal: 10,
    connections: 8,
    isWrite: true,
    plan: planUpdates,
  },
  ...[100, 1_000].map((size) => ({
    id: `batch${size}`,
    name: `Change ${size.toLocaleString("en-US")} products in a batch, 2 in flight`,
    goal: 5,
    connections: 2,
    perExchange: size,
    isWrite: true,
    plan: (run, connections) => planBatches(run, connections, size),
  })),
];

/**
 * A plan has the exchanges of each connection, and what to do with the result: to note what was written, and to compare
 * answers and stored products with it.
 */
function planGets({ catalog, stock, keys, filled }, connections) {
  const own = Math.min(GOTTEN, Math.floor(filled / connections));
  const numberOf = (connection, i) => (connection * own + i) % filled;
  return {
    exchangesOf: (connection) =>
      Array.from({ length: own }, (_, i) => {
        const sku = skuOf(numberOf(connection, i));
        return prepare(catalog, { first: catalog.get(sku, keys.get(sku) ?? {}) });
      }),
    async finish({ last }) {
      for (const body of last) stock.compareAnswer(body, 1);
    },
  };
}

async function planLists({ catalog, stock, filled }) {
  const pages = await catalog.pages(filled / PAGE / PAGES_SHARE);
  const exchanges = pages.map((first) => prepare(catalog, { first }));
  return {
    exchangesOf: () => exchanges,
    async finish({ last }) {
      for (const body of last) stock.compareAnswer(body, PAGE);
    },
  };
}

function planSearches({ catalog, stock, filled }, connections) {
  const own = Math.floor(WORDS / connections);
  return {
    exchangesOf: (connection) =>
      Array.from({ length: own }, (_, i) => prepare(catalog, { first: catalog.search(wordOf(connection * own + i)) })),
    async finish({ last, completed }) {
      for (const [connection, body] of last.entries()) {
        const word = wordOf(connection * own + ((completed[connection] - 1) % own));
        const found = stock.compareAnswer(body, Math.min(FOUND_MAX, Math.floor(filled / WORDS)));
        const other = found.find(({ title }) => !title?.startsWith(word));
        if (other) throw new Error(`${catalog.name} found ${other.title} for ${word}`);
      }
    },
  };
}

function planCreates(run, connections) {
  const { catalog, stock, created: first, seconds } = run;
  const own = Math.ceil((seconds * CREATED_PER_SECOND) / connections);
  const numberOf = (connection, k) => first + connection + k * connections;
  run.created += own * connections;
  return {
    isOnce: true,
    exchangesOf: (connection) =>
      Array.from({ length: own }, (_, k) =>
        prepare(catalog, catalog.create(catalogProductOf(numberOf(connection, k), 0))),
      ),
    async finish({ completed }) {
      const numbers = completed.flatMap((count, connection) =>
        Array.from({ length: count }, (_, k) => numberOf(connection, k)),
      );
      for (const n of numbers) stock.written(n, 0);
      await stock.compareSample(numbers);
    },
  };
}

function planUpdates(run, connections) {
  return planChanges(run, connections, 1, ([product], [keys]) => run.catalog.update(product, keys));
}

function planBatches(run, connections, size) {
  const { updateMany } = run.catalog;
  return updateMany ? planChanges(run, connections, size, updateMany) : null;
}

/** Each connection changes its own products, `size` at a time, back and forth between two revisions. */
function planChanges(run, connections, size, requestOf) {
  const { catalog, stock, keys, filled } = run;
  const revisions = [run.revision, run.revision + 1];
  run.revision += 2;
  const steps = Math.max(1, Math.floor(filled / connections / size));
  const numbersOf = (connection, k) =>
    Array.from({ length: size }, (_, i) => ((connection * steps + (k % steps)) * size + i) % filled);
  const revisionOf = (k) => revisions[Math.floor(k / steps) % 2] ?? 0;
  return {
    exchangesOf: (connection) =>
      Array.from({ length: steps * 2 }, (_, k) => {
        const numbers = numbersOf(connection, k);
        const products = numbers.map((n) => catalogProductOf(n, revisionOf(k)));
        const first = requestOf(
          products,
          products.map(({ sku }) => keys.get(sku) ?? {}),
        );
        return prepare(catalog, { first });
      }),
    async finish({ completed }) {
      const changed = new Set();
      for (const [connection, count] of completed.entries()) {
        for (let k = Math.max(0, count - steps); k < count; k += 1) {
          for (const n of numbersOf(connection, k)) {
            stock.written(n, revisionOf(k));
            changed.add(n);
          }
        }
      }
      await stock.compareSample([...changed]);
    },
  };
}
