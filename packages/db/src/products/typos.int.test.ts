import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow } from "../testing/tenant-rows.js";
import { refreshSearch } from "./refresh-search.js";
import { searchProducts } from "./search-products.js";

/** Typical mistakes: letters swapped, left out, doubled, or replaced. */
const TYPOS: readonly (readonly [typed: string, meant: string])[] = [
  ["bleu", "blue"],
  ["balck", "black"],
  ["gery", "grey"],
  ["geren", "green"],
  ["shrit", "shirt"],
  ["scraf", "scarf"],
  ["tabel", "table"],
  ["chiar", "chair"],
  ["lihgt", "light"],
  ["wieght", "weight"],
  ["leahter", "leather"],
  ["glvoes", "gloves"],
  ["snekaers", "sneakers"],
  ["trouesrs", "trousers"],
  ["ktichen", "kitchen"],
  ["htas", "hats"],
  ["knief", "knife"],
  ["tea-pto", "tea-pot"],
  ["umberlla", "umbrella"],
  ["sweter", "sweater"],
  ["jaket", "jacket"],
  ["braclet", "bracelet"],
  ["necklase", "necklace"],
  ["jewellry", "jewellery"],
  ["lugage", "luggage"],
  ["matress", "mattress"],
  ["calender", "calendar"],
  ["cannister", "canister"],
  ["seperator", "separator"],
  ["headphnes", "headphones"],
];
let testDb: TestDb;

beforeAll(async () => {
  testDb = await openTestDb();
  await insertRow(testDb.superuser, "workspaces", { id: "ws_a", name: "A" });
  const at = new Date(1_700_000_000_000);
  const meant = TYPOS.map(([, word]) => word);
  for (const title of meant)
    await insertRow(testDb.superuser, "products", {
      workspace_id: "ws_a",
      sku: `SKU-${meant.indexOf(title)}`,
      id: `prod_${title}`,
      version: 1,
      status: "active",
      availability: "in_stock",
      content_hash: Buffer.alloc(32),
      created_at: at,
      updated_at: at,
      brand: null,
      doc: JSON.stringify({ title }),
    });
  await refreshSearch(
    testDb.db,
    meant.map((_title, index) => ({ workspaceId: "ws_a", sku: `SKU-${index}` })),
  );
});
afterAll(() => testDb.close());

const titlesOf = async (word: string) => {
  const query = {
    binding: wholeWorkspace("ws_a"),
    words: [word],
    spelled: [word],
    conditions: [],
    after: null,
    limit: 10,
  };
  const { found } = await searchProducts(testDb.db, query);
  const isNear = found.some(({ position }) => position.match === "near");
  return { isNear, titles: found.map(({ doc }) => JSON.parse(doc).title as string) };
};

test.each(TYPOS)("a search for %s finds %s", async (typed, meant) => {
  expect(await titlesOf(typed)).toEqual({ isNear: true, titles: expect.arrayContaining([meant]) });
});

test.each(TYPOS)("a search without a mistake finds only that product (%s is not %s)", async (_typed, meant) => {
  expect(await titlesOf(meant)).toEqual({ isNear: false, titles: [meant] });
});
