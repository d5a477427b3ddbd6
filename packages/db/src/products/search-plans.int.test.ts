import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { textArray } from "../array-parameter.js";
import { inWorkspace } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow } from "../testing/tenant-rows.js";

const ROWS = 100_000;
const binding = wholeWorkspace("ws_large");
const SYLLABLES = ["ba", "ke", "lo", "mi", "nu", "ra", "se", "to", "vi", "zu"];
let testDb: TestDb;

/** Each word is in a thousandth of the products: 100. */
beforeAll(async () => {
  testDb = await openTestDb();
  // VACUUM marks a page as visible to everyone only if the commits of its rows have been written to the log, which a busy
  // machine does late.
  await testDb.superuser.query("SET synchronous_commit = on");
  for (const id of ["ws_large", "ws_other"]) await insertRow(testDb.superuser, "workspaces", { id, name: id });
  const fill = (workspaceId: string, rows: number) =>
    testDb.superuser.query(
      `INSERT INTO product_words (workspace_id, sku, version, words, codes, terms, status, availability, brand)
       SELECT $1, sku, 1, concat_ws(' ', lower(sku), words), lower(sku),
         ARRAY(SELECT hashtext(word) FROM unnest(search_word_list(words)) AS word), status, availability, brand
       FROM (SELECT 'SKU-' || lpad(n::text, 9, '0') AS sku, concat_ws(' ', 'mug', s[1 + n % 10] || s[1 + n / 10 % 10] || s[1 + n / 100 % 10],
           CASE n % 12 WHEN 0 THEN 'crimson' ELSE 'azure' END,
           CASE WHEN n >= 80000 THEN 'farthest' END, 'md' || n || 'x') AS words,
         CASE n % 1000 WHEN 7 THEN 'draft' ELSE 'active' END AS status, CASE n % 10000 WHEN 9 THEN 'preorder' ELSE 'in_stock' END AS availability,
         'Brand ' || n % 500 AS brand
       FROM generate_series(0, $2::int - 1) AS n, (SELECT $3::text[] AS s) AS syllables) AS made`,
      [workspaceId, rows, SYLLABLES],
    );
  await fill("ws_large", ROWS);
  await fill("ws_other", ROWS / 10);
  await testDb.superuser.query(
    "INSERT INTO search_vocabulary SELECT DISTINCT workspace_id, v FROM product_words, search_vocabulary_of(words) AS v",
  );
  await testDb.superuser.query(
    "INSERT INTO search_terms SELECT DISTINCT workspace_id, v FROM product_words, unnest(search_word_list(words)) AS v",
  );
  // Cleans up an index to which many entries were added. Statistics stay as inaccurate as they are below a policy.
  await testDb.superuser.query("VACUUM product_words, search_terms");
});
afterAll(() => testDb.close());

interface Search {
  readonly words: readonly string[];
  /** Words in the conditions of a channel. */
  readonly channelWords?: readonly string[];
  readonly isNear?: boolean;
  readonly after?: string;
  readonly status?: string;
  readonly brand?: string;
  readonly availability?: string;
}

/** Rows that a search read, and the number of full scans, as counted by the server on the connection of the search. */
function workOf({ words, channelWords, isNear = false, after = "", status, brand, availability }: Search) {
  return inWorkspace(testDb.db, binding, async (client) => {
    const counted = async () => {
      const { rows } = await client.query<{ scans: number; read: number }>(
        "SELECT seq_scan::int AS scans, idx_tup_fetch::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'product_words'",
      );
      return rows[0] ?? { scans: 0, read: 0 };
    };
    const before = await counted();
    const { rows: found } = await client.query<{ sku: string }>("SELECT sku FROM own_search_skus($1, $2, $3, 21, $4)", [
      textArray(words),
      isNear,
      after,
      JSON.stringify([
        { status, words: channelWords, brand: brand && [brand], availability: availability && [availability] },
      ]),
    ]);
    const { scans, read } = await counted();
    return { found: found.length, scans: scans - before.scans, read: read - before.read };
  });
}

/** Rows that may be read first: the next products. */
const WINDOW = 4_000;
/** Rows read from a filter's key, if it has one, to find out whether there are more. */
const COUNTED = 4_000;

test.each<[string, Search, number, number]>([
  ["a word that every product has", { words: ["mug"] }, 21, 0],
  ["a frequent word", { words: ["crimson"] }, 21, 0],
  ["a usual word", { words: ["kelomi"] }, 21, 250],
  ["a usual word after half of the products", { words: ["kelomi"], after: "SKU-000050000" }, 21, 250],
  ["a usual and a frequent word", { words: ["lokemi", "crimson"] }, 21, 250],
  ["a frequent word among few drafts", { words: ["azure"], status: "draft" }, 21, 250],
  ["a frequent word of one brand", { words: ["crimson"], brand: "Brand 8" }, 21, 250],
  ["a frequent word of a brand that does not exist", { words: ["mug"], brand: "Missing" }, 0, 10],
  ["the products of a brand", { words: [], brand: "Brand 8" }, 21, 0],
  ["the products of a brand that does not exist", { words: [], brand: "Missing" }, 0, 0],
  ["the last products of a status that few have", { words: [], status: "draft", after: "SKU-000098000" }, 2, 0],
  ["the products of an availability that few have", { words: [], availability: "preorder" }, 10, 0],
  ["the products of a brand and a status", { words: [], brand: "Brand 7", status: "draft" }, 21, 0],
  // The last 21 of the rows that were examined.
  ["a frequent word that no product nearby has", { words: ["farthest"] }, 21, 8_001 + 8_000 + 21],
  ["a frequent word that the next products have", { words: ["farthest"], after: "SKU-000079700" }, 21, 0],
  ["a frequent word that begins 1,000 products later", { words: ["farthest"], after: "SKU-000079000" }, 21, 8_001],
  [
    "a usual word among most products",
    { words: ["kelomi"], status: "active", availability: "in_stock" },
    21,
    COUNTED + 250,
  ],
  [
    "a usual word of a channel among most products",
    { words: [], channelWords: ["kelomi"], status: "active", availability: "in_stock" },
    21,
    COUNTED + 250,
  ],
  ["a misspelled word", { words: ["kelomii"], isNear: true }, 21, 1_000],
  ["a misspelled and a usual word", { words: ["crimsn", "lokemi"], isNear: true }, 21, 1_000],
  ["two words that no product has together", { words: ["kelomi", "crimson"], isNear: true }, 0, 1_000],
])("%s is found by the index, and no more is read than that takes", async (_shape, search, found, beyond) => {
  const work = await workOf(search);
  expect(work).toMatchObject({ found, scans: 0 });
  expect(work.read).toBeLessThanOrEqual(WINDOW + beyond);
});

test.each<[string, Search, number]>([
  ["one product's own word", { words: ["md77777x"] }, 1],
  ["a word that nothing has", { words: ["xyzzyqqj"] }, 0],
])("%s reads few rows", async (_shape, search, found) => {
  const work = await workOf(search);
  expect(work).toMatchObject({ found, scans: 0 });
  expect(work.read).toBeLessThanOrEqual(550);
});

test("a search for a frequent word continues until it finds the products that have it", async () => {
  const found: string[] = [];
  let pages = 0;
  for (let after = ""; found.length === 0; pages += 1) {
    const skus = await inWorkspace(testDb.db, binding, async (client) => {
      const { rows } = await client.query<{ sku: string }>(
        "SELECT sku FROM own_search_skus('{farthest}', false, $1, 21, '[]') ORDER BY sku",
        [after],
      );
      return rows.map(({ sku }) => sku);
    });
    expect(skus).toHaveLength(21);
    found.push(...skus.filter((sku) => sku >= "SKU-000080000"));
    after = skus.at(-1) ?? "";
  }
  expect([pages, found[0]]).toEqual([11, "SKU-000080000"]);
});
