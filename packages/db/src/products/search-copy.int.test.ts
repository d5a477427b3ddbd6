import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow } from "../testing/tenant-rows.js";
import { indexProducts, listWorkspacesToIndex } from "./index-products.js";

const WORKSPACE = "ws_former";
const binding = wholeWorkspace(WORKSPACE);
const PIECE = 100;
const EVERY = 10_000;
const CHINESE = "手工制作的陶瓷咖啡杯适合家庭和办公室使用以及送给朋友和同事的节日礼物".repeat(4);
const NOUNS = [
  "lamp",
  "headphones",
  "t-shirt",
  "mug",
  "teapot",
  "(lamp)",
  "Kühlschrank",
  "кружка",
  "désk-lamp,",
  "cup&saucer",
];
const ADJECTIVES = ["red", "warm", "100%", "eco_friendly", "3.5mm", "back\\slash", "x200b", "ÉLÉGANT", "warm-white"];
let testDb: TestDb;

const productOf = (n: number) => ({
  sku: `HP-${n}/K${(n * 7919) % 1000}`,
  title: `${ADJECTIVES[n % 9]} ${NOUNS[n % 10]} no${n}`,
  brand: `Brand ${n % 7}`,
  mpn: n % 3 === 0 ? `MP${n * 31}-x` : undefined,
  gtin: n % 2 === 0 ? String(4_000_000_000_000 + n * 104_729) : undefined,
  product_category: "Home > Lighting",
  description:
    n % 50 === 0 ? `${CHINESE}${n}` : `A ${ADJECTIVES[n % 4]} thing,\nmade of oak${n % 11}. Fits\tevery desk-${n % 13}`,
  translations: n % 5 === 0 ? { de: { title: `Leuchte ${n % 17}` } } : undefined,
});

/** Products with the rows that the former version left for them. */
beforeAll(async () => {
  testDb = await openTestDb();
  await insertRow(testDb.superuser, "workspaces", { id: WORKSPACE, name: WORKSPACE });
  await testDb.superuser.query(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
     SELECT $1, doc::json->>'sku', 'prod_' || n, 1, 'active', 'in_stock', doc::json->>'brand', '', doc, now(), now()
     FROM unnest($2::text[]) WITH ORDINALITY AS made (doc, n)`,
    [WORKSPACE, Array.from({ length: 430 }, (_, n) => JSON.stringify(productOf(n)))],
  );
  await testDb.superuser.query(
    `INSERT INTO product_search (workspace_id, sku, version, words, status, availability, brand)
     SELECT workspace_id, sku, version, search_text(doc), status, availability, brand FROM products`,
  );
  await testDb.superuser.query(
    `INSERT INTO search_vocabulary SELECT DISTINCT workspace_id, v FROM product_search, search_vocabulary_of(words) AS v`,
  );
  await testDb.superuser.query(
    `INSERT INTO search_progress (workspace_id, position, updated_at, sku)
     SELECT workspace_id, log_position, updated_at, sku FROM products ORDER BY log_position DESC, updated_at DESC, sku DESC LIMIT 1`,
  );
});
afterAll(() => testDb.close());

const search = (words: readonly string[], isNear = false, conditions: readonly object[] = []) =>
  inWorkspace(testDb.db, binding, async (client) => {
    const { rows } = await client.query<{ sku: string }>(
      "SELECT sku FROM own_search_skus($1, $2, '', $3, $4) ORDER BY sku",
      [words, isNear, EVERY, JSON.stringify(conditions)],
    );
    return rows.map(({ sku }) => sku);
  });

const rank = (words: readonly string[]) =>
  inWorkspace(testDb.db, binding, async (client) => {
    const { rows } = await client.query<{ sku: string }>("SELECT sku FROM own_search_ranked($1, $2, '[]')", [
      words,
      EVERY,
    ]);
    return rows.map(({ sku }) => sku);
  });

async function containing(words: readonly string[]): Promise<string[]> {
  const { rows } = await testDb.superuser.query<{ sku: string }>(
    `SELECT sku FROM products, search_text(doc) AS words
     WHERE (SELECT bool_and(strpos(words, word) > 0) FROM unnest($1::text[]) AS word) ORDER BY sku`,
    [words],
  );
  return rows.map(({ sku }) => sku);
}

/** Words, parts of words, codes and parts of them, with punctuation and characters that LIKE interprets. */
const QUERIES: readonly (readonly string[])[] = [
  ["lamp"],
  ["phone"],
  ["lamp)"],
  ["(lamp)"],
  ["esk-1"],
  ["hp-12"],
  ["p-4/"],
  ["k919"],
  ["4000001"],
  ["mp93"],
  ["no42"],
  ["oak1"],
  ["oak10."],
  ["100%"],
  ["0%"],
  ["eco_friend"],
  ["ecoxfriend"],
  ["back\\sl"],
  ["3.5mm"],
  ["kühl"],
  ["élé"],
  ["ружк"],
  ["陶瓷"],
  ["陶瓷咖啡杯"],
  ["用以及送给"],
  ["leuchte"],
  ["a"],
  ["of"],
  ["&sa"],
  [">"],
  ["brand"],
  ["xyzzyq"],
  ["lamp", "red"],
  ["warm", "desk-3", "no5"],
  ["lamp", "xyzzyq"],
  ["thing,", "desk-3", "fits", "oak", "no5"],
  ["陶瓷", "no350"],
  ["x".repeat(50)],
];
const CHANNEL = [{ words: ["lamp", "no1"] }, { words: ["mug"], include_skus: ["HP-7/K433", "HP-1/K919"] }];
const RANKED = [
  ["lamp", "no42"],
  ["teapot", "oak3", "xyzzyq"],
  ["陶瓷", "no350"],
];

const answers = async () => ({
  channels: await Promise.all(CHANNEL.map((condition) => search([], false, [condition]))),
  near: await Promise.all(["hedphones", "taepot"].map((word) => search([word], true))),
  ranked: await Promise.all(RANKED.map(rank)),
});
let before: Awaited<ReturnType<typeof answers>>;

describe.each([["before"], ["after"]])("%s a workspace is copied from the former table", (time) => {
  beforeAll(async () => {
    if (time === "before") {
      before = await answers();
      return;
    }
    expect(await listWorkspacesToIndex(testDb.db, 10)).toEqual([WORKSPACE]);
    for (let pieces = 0; (await indexProducts(testDb.db, WORKSPACE, PIECE)) !== "idle"; pieces += 1)
      expect(pieces).toBeLessThan(1_000);
  });

  test.each(QUERIES.map((words) => [words.join(" "), words] as const))(
    "%j finds exactly the products that contain it",
    async (_query, words) => {
      expect(await search(words)).toEqual(await containing(words));
    },
  );

  test("similar words, words of channels and ranked products are the same", async () => {
    const now = await answers();
    expect(now).toEqual(before);
    for (const found of [...now.near, ...now.channels, ...now.ranked]) expect(found).not.toEqual([]);
  });
});

test("a copied workspace has no former rows, needs no work, and new products are written once", async () => {
  expect(await listWorkspacesToIndex(testDb.db, 10)).toEqual([]);
  await testDb.superuser.query(
    "UPDATE products SET version = 2, doc = jsonb_set(doc::jsonb, '{title}', '\"Gravy boat\"')::text WHERE sku LIKE 'HP-9/%'",
  );
  await testDb.superuser.query(
    "SELECT product_search_refresh(array_agg(workspace_id), array_agg(sku)) FROM products WHERE version = 2",
  );
  expect(await search(["gravy"])).toEqual(await containing(["gravy"]));
  expect((await testDb.superuser.query("SELECT FROM product_search")).rowCount).toBe(0);
});

test("a change during the copy is found before and after it", async () => {
  await testDb.superuser.query("UPDATE search_progress SET copied_sku = 'HP-2'");
  await testDb.superuser.query(
    "UPDATE products SET version = 3, doc = jsonb_set(doc::jsonb, '{title}', '\"Salad bowl\"')::text WHERE sku LIKE 'HP-8/%'",
  );
  await testDb.superuser.query(
    "SELECT product_search_refresh(array_agg(workspace_id), array_agg(sku)) FROM products WHERE version = 3",
  );
  expect(await search(["salad"])).toEqual(await containing(["salad"]));
  while ((await indexProducts(testDb.db, WORKSPACE, PIECE)) !== "idle");
  expect(await search(["salad"])).toEqual(await containing(["salad"]));
});
