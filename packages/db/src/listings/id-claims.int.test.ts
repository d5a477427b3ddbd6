import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { inSystem } from "../database.js";
import { explainReads } from "../testing/buffers-read.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { findIdHolders } from "./find-id-holders.js";
import { noteWrongHolders } from "./note-wrong-holders.js";

const WORKSPACE = "ws_ids";
const PRODUCTS = 20_000;

let testDb: TestDb;
beforeAll(async () => {
  testDb = await openTestDb();
  // In PLAIN every id is the SKU. In MIXED every tenth product has an id of its own, and A, B and C have the same.
  await testDb.superuser.query(
    `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, row_id, changed_at)
     SELECT $1, channel, 'S' || n, 1, true, CASE WHEN channel = 'MIXED' AND n % 10 = 0 THEN 'ID' || n END, now()
     FROM generate_series(1, $2::int) AS n, unnest(ARRAY['PLAIN', 'MIXED']) AS channel`,
    [WORKSPACE, PRODUCTS],
  );
  await store("MIXED", ["A", "B", "C"], "X");
  await testDb.superuser.query("ANALYZE listings");
});
beforeEach(() => testDb.superuser.query("DELETE FROM listing_work"));
afterAll(() => testDb.close());

const store = (channelId: string, skus: readonly string[], rowId: string) =>
  testDb.superuser.query(
    `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, row_id, changed_at)
     SELECT $1, $2, sku, 1, true, $4, now() FROM unnest($3::text[]) AS sku`,
    [WORKSPACE, channelId, skus, rowId],
  );
const skus = (count: number) => Array.from({ length: count }, (_, n) => `S${n + 1}`);
const noted = async () =>
  (await testDb.superuser.query<{ sku: string }>("SELECT sku FROM listing_work ORDER BY sku")).rows.map(
    ({ sku }) => sku,
  );
const find = (claims: Parameters<typeof findIdHolders>[2]["claims"], computed: readonly string[] = []) =>
  inSystem(testDb.db, (client) => findIdHolders(client, WORKSPACE, { claims, computed }));
const note = (channelId: string, ids: readonly string[]) =>
  noteWrongHolders(
    testDb.db,
    WORKSPACE,
    ids.map((rowId) => ({ channelId, rowId })),
  );

test("the product of each claimed id is found through an index", async () => {
  const claims = skus(200).map((sku, n) => ({ channelId: "MIXED", sku, rowId: n % 2 === 0 ? `ID${n}` : `S${n}` }));
  const reads = await explainReads(() => find(claims, skus(500)));
  expect(reads).toHaveLength(1);
  expect(reads[0]?.rows).toBeLessThanOrEqual(2 * claims.length);
  expect(reads[0]?.buffers).toBeLessThan(12 * claims.length);
});

test("products that are being computed count by their claims, not by their listings", async () => {
  const claim = { channelId: "MIXED", sku: "B", rowId: "X" };
  const holderOf = async (computed: readonly string[]) => (await find([claim], computed)).map(({ holder }) => holder);
  expect(await holderOf(["B"])).toEqual(["A"]);
  expect(await holderOf(["A", "B"])).toEqual(["B"]);
});

test("a batch of a channel in which every id is the SKU reads no listing", async () => {
  const reads = await explainReads(() => note("PLAIN", skus(500)));
  expect(reads.map(({ rows }) => rows)).toEqual([0]);
  expect(reads[0]?.buffers).toBeLessThan(20);
  expect(await explainReads(() => find([], skus(500)))).toEqual([]);
});

test("products that claim SKUs are found through an index", async () => {
  const reads = await explainReads(() => note("MIXED", skus(500)));
  // One listing shows that the channel has such ids.
  expect(reads.map(({ rows }) => rows)).toEqual([1]);
  expect(reads[0]?.buffers).toBeLessThan(4 * 500);
});

test("only listings that are wrong are noted, and at most the first 1,000 of one id", async () => {
  await note("MIXED", ["X"]);
  expect(await noted()).toEqual(["B", "C"]);
  const many = Array.from({ length: 1_500 }, (_, n) => `M${String(n).padStart(4, "0")}`);
  await store("MIXED", many, "Y");
  await testDb.superuser.query("DELETE FROM listing_work");
  await note("MIXED", ["Y"]);
  expect(await noted()).toEqual(many.slice(1, 1_000));
});
