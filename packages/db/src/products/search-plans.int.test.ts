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
  for (const id of ["ws_large", "ws_other"]) await insertRow(testDb.superuser, "workspaces", { id, name: id });
  const fill = (workspaceId: string, rows: number) =>
    testDb.superuser.query(
      `INSERT INTO product_search (workspace_id, sku, version, words, status, availability, brand)
       SELECT $1, 'SKU-' || lpad(n::text, 9, '0'), 1,
         concat_ws(' ', 'sku-' || lpad(n::text, 9, '0'), 'mug', s[1 + n % 10] || s[1 + n / 10 % 10] || s[1 + n / 100 % 10],
           CASE n % 12 WHEN 0 THEN 'crimson' ELSE 'azure' END, 'md' || n || 'x'),
         CASE n % 1000 WHEN 7 THEN 'draft' ELSE 'active' END, CASE n % 10000 WHEN 9 THEN 'preorder' ELSE 'in_stock' END, 'Brand ' || n % 500
       FROM generate_series(0, $2::int - 1) AS n, (SELECT $3::text[] AS s) AS syllables`,
      [workspaceId, rows, SYLLABLES],
    );
  await fill("ws_large", ROWS);
  await fill("ws_other", ROWS / 10);
  await testDb.superuser.query(
    "INSERT INTO search_vocabulary SELECT DISTINCT workspace_id, v FROM product_search, search_vocabulary_of(words) AS v",
  );
  // Cleans up an index to which many entries were added. Statistics stay as inaccurate as they are below a policy.
  await testDb.superuser.query("VACUUM product_search");
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
        "SELECT seq_scan::int AS scans, idx_tup_fetch::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'product_search'",
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

/** Rows that are always read first: the next products. */
const WINDOW = 4_000;
/** Rows read from a filter's key, if it has one, to find out whether there are more. */
const COUNTED = 4_000;

test.each<[string, Search, number, number]>([
  ["a word that every product has", { words: ["mug"] }, 21, 0],
  ["a frequent word", { words: ["crimson"] }, 21, 0],
  ["a usual word", { words: ["kelomi"] }, 21, 250],
  ["a usual word after half of the products", { words: ["kelomi"], after: "SKU-000050000" }, 21, 250],
  ["a usual and a frequent word", { words: ["lokemi", "crimson"] }, 21, 250],
  ["one product's own word", { words: ["md77777x"] }, 1, 50],
  ["a word that nothing has", { words: ["xyzzyqqj"] }, 0, 10],
  ["a frequent word among few drafts", { words: ["azure"], status: "draft" }, 21, 250],
  ["a frequent word of one brand", { words: ["crimson"], brand: "Brand 8" }, 21, 250],
  ["a frequent word of a brand that does not exist", { words: ["mug"], brand: "Missing" }, 0, 10],
  ["the products of a brand", { words: [], brand: "Brand 8" }, 21, 0],
  ["the products of a brand that does not exist", { words: [], brand: "Missing" }, 0, 0],
  ["the last products of a status that few have", { words: [], status: "draft", after: "SKU-000098000" }, 2, 0],
  ["the products of an availability that few have", { words: [], availability: "preorder" }, 10, 0],
  ["the products of a brand and a status", { words: [], brand: "Brand 7", status: "draft" }, 21, 0],
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
  ["a misspelt word", { words: ["kelomii"], isNear: true }, 21, 1_000],
  ["a misspelt and a usual word", { words: ["crimsn", "lokemi"], isNear: true }, 21, 1_000],
  ["two words that no product has together", { words: ["kelomi", "crimson"], isNear: true }, 0, 1_000],
])("%s is found by the index, and no more is read than that takes", async (_shape, search, found, beyond) => {
  const work = await workOf(search);
  expect(work).toMatchObject({ found, scans: 0 });
  expect(work.read).toBeLessThanOrEqual(WINDOW + beyond);
});
