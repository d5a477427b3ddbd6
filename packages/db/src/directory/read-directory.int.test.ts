import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow } from "../testing/tenant-rows.js";
import { listDirectoryProducts, readCatalogs, readDirectoryProducts } from "./read-directory.js";

const at = new Date(1_700_000_000_000);
let testDb: TestDb;

beforeAll(async () => {
  testDb = await openTestDb();
});
afterAll(() => testDb.close());
beforeEach(async () => {
  await testDb.superuser.query(
    "TRUNCATE products; TRUNCATE public_search, public_vocabulary; TRUNCATE channels CASCADE; TRUNCATE workspaces CASCADE",
  );
  for (const id of ["ws_a", "ws_b"]) await insertRow(testDb.superuser, "workspaces", { id, name: id });
});

const addChannel = (workspace_id: string, id: string, more: object = {}) =>
  insertRow(testDb.superuser, "channels", {
    workspace_id,
    id,
    name: id,
    profile: "generic",
    status: "active",
    in_public_directory: true,
    market: '{"country":"DE","currency":"EUR","language":"de"}',
    created_at: at,
    updated_at: at,
    ...more,
  });
const addProduct = (workspace_id: string, sku: string, more: object = {}, doc: object = {}) =>
  insertRow(testDb.superuser, "products", {
    workspace_id,
    sku,
    id: `prod_${sku}`,
    version: 1,
    status: "active",
    availability: "in_stock",
    brand: "Acme",
    content_hash: Buffer.alloc(32),
    created_at: at,
    updated_at: at,
    ...more,
    doc: JSON.stringify({
      sku,
      title: `Tee ${sku}`,
      price_amount: 5,
      price_currency: "EUR",
      price: "5.00 EUR",
      ...doc,
    }),
  });
const publish = async (workspaceId: string, channelId: string, sku: string, words: string, availability: string) => {
  await testDb.superuser.query("INSERT INTO public_search VALUES ($1, $2, $3, 1, $4, $5)", [
    workspaceId,
    channelId,
    sku,
    words,
    availability,
  ]);
  await testDb.superuser.query(
    "INSERT INTO public_vocabulary SELECT $1, $2, v FROM search_vocabulary_of($3) AS v ON CONFLICT DO NOTHING",
    [workspaceId, channelId, words],
  );
};
const START = { catalogId: "", sku: "" };
const page = async (more: object = {}) => {
  const { products, next } = await listDirectoryProducts(testDb.db, { after: START, limit: 10, ...more });
  return { found: products.map(({ catalogId, sku }) => `${catalogId} ${sku}`), next };
};
const lookup = async (...places: string[]) => {
  const asked = places.map((place) => ({ catalogId: place.split(" ")[0] ?? "", sku: place.split(" ")[1] ?? "" }));
  return (await readDirectoryProducts(testDb.db, asked)).map(({ catalogId, sku }) => `${catalogId} ${sku}`);
};

describe("the rights of visitors", () => {
  test("visitors can read no table", async () => {
    const { rows } = await testDb.superuser.query<{ name: string }>(
      "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')",
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { name } of rows)
      await expect(testDb.db.visitor.query(`SELECT 1 FROM "${name}"`)).rejects.toThrow(/permission denied/);
  });

  test("the owner of the functions sees only published products", async () => {
    await addChannel("ws_a", "ch_a");
    await addChannel("ws_b", "ch_b", { in_public_directory: false });
    await addProduct("ws_a", "shown");
    await addProduct("ws_a", "draft", { status: "draft" });
    await addProduct("ws_a", "gone", { deleted_at: at });
    await addProduct("ws_b", "private");
    await testDb.superuser.query(
      `INSERT INTO listings (workspace_id, channel_id, sku, product_version, is_valid, row_id, changed_at)
       VALUES ('ws_a', 'ch_a', 'shown', 1, true, 'X', now()), ('ws_b', 'ch_b', 'private', 1, true, 'X', now())`,
    );
    await testDb.superuser.query("SET ROLE skucast_directory");
    const products = await testDb.superuser.query("SELECT sku FROM products");
    const listings = await testDb.superuser.query("SELECT sku FROM listings");
    await expect(testDb.superuser.query("SELECT issues FROM listings")).rejects.toThrow(/permission denied/);
    const channels = await testDb.superuser.query("SELECT id FROM channels");
    const secrets = testDb.superuser.query("SELECT content_hash FROM products");
    await expect(secrets).rejects.toThrow(/permission denied/);
    await testDb.superuser.query("RESET ROLE");
    expect([products.rows, channels.rows]).toEqual([[{ sku: "shown" }], [{ id: "ch_a" }]]);
    expect(listings.rows).toEqual([{ sku: "shown" }]);
  });

  test("only visitors may call these functions, and they may call none that bind a workspace", async () => {
    for (const pool of [testDb.db.app, testDb.db.system])
      await expect(pool.query("SELECT * FROM directory_catalogs(NULL, '', 1)")).rejects.toThrow(/permission denied/);
    await addProduct("ws_a", "S-1");
    await expect(testDb.db.visitor.query("SELECT * FROM product_page('ws_a', '*', '', 1)")).rejects.toThrow(
      /permission denied/,
    );
  });
});

describe("the public directory", () => {
  test("shows only active products that an active published channel selects", async () => {
    await addChannel("ws_a", "ch_a", { selection: '{"filters":{"brand":["Acme"]},"exclude_skus":["out"]}' });
    await addChannel("ws_a", "ch_paused", { status: "paused" });
    await addProduct("ws_a", "in");
    await addProduct("ws_a", "out");
    await addProduct("ws_a", "other", { brand: "Other" });
    await addProduct("ws_a", "draft", { status: "draft" });
    await addProduct("ws_b", "alien");
    expect(await page()).toEqual({ found: ["ch_a in"], next: null });
    const asked = ["in", "out", "other", "draft", "alien", "none"].map((sku) => `ch_a ${sku}`);
    expect(await lookup(...asked, "ch_paused in")).toEqual(["ch_a in"]);
  });

  test("a channel that leaves the directory is hidden from the next statement of every function", async () => {
    await addChannel("ws_a", "ch_a");
    await addProduct("ws_a", "p");
    expect([(await page()).found, await lookup("ch_a p")]).toEqual([["ch_a p"], ["ch_a p"]]);
    await testDb.superuser.query("UPDATE channels SET in_public_directory = false");
    expect([(await page()).found, await lookup("ch_a p"), await readCatalogs(testDb.db, { limit: 9 })]).toEqual([
      [],
      [],
      [],
    ]);
  });

  test("shows only public fields of a product: not its cost, stock, notes, attributes, or overrides of other channels", async () => {
    await addChannel("ws_a", "ch_a");
    await addProduct(
      "ws_a",
      "p",
      {},
      {
        cost_amount: 1,
        inventory_quantity: 7,
        metadata: { a: "b" },
        custom_attributes: { c: "d" },
        tags: ["x"],
        custom_labels: ["y"],
        tax_class: "z",
        content_hash: "h",
        id: "prod_1",
        version: 3,
        channel_overrides: { ch_a: { title: "Mine" }, ch_b: { price_amount: 1 } },
      },
    );
    const [product] = await readDirectoryProducts(testDb.db, [{ catalogId: "ch_a", sku: "p" }]);
    expect(JSON.parse(product?.doc ?? "")).toEqual({
      sku: "p",
      title: "Tee p",
      price_amount: 5,
      price_currency: "EUR",
      price: "5.00 EUR",
      channel_overrides: { ch_a: { title: "Mine" } },
    });
  });

  test("is read page by page across channels, without gaps or repetitions", async () => {
    for (const [workspace, channel] of [
      ["ws_a", "ch_1"],
      ["ws_b", "ch_2"],
    ] as const) {
      await addChannel(workspace, channel);
      for (const sku of ["a", "b", "c"]) await addProduct(workspace, sku);
    }
    const seen: string[] = [];
    let after = START;
    for (let turn = 0; turn < 10; turn += 1) {
      const { found, next } = await page({ after, limit: 2 });
      seen.push(...found);
      if (next === null) break;
      after = next;
    }
    expect(seen).toEqual(["ch_1 a", "ch_1 b", "ch_1 c", "ch_2 a", "ch_2 b", "ch_2 c"]);
  });

  test("is searched by the words and availability that a channel shows, also with misspelled words", async () => {
    await addChannel("ws_a", "ch_1");
    await addChannel("ws_b", "ch_2");
    await addProduct("ws_a", "mug", {}, { title: "Stored" });
    await addProduct("ws_b", "mug", {}, { title: "Stored" });
    await publish("ws_a", "ch_1", "mug", "blue mug", "out_of_stock");
    await publish("ws_b", "ch_2", "mug", "red mug 100%", "in_stock");
    expect((await page({ words: ["mug"] })).found).toEqual(["ch_1 mug", "ch_2 mug"]);
    expect((await page({ words: ["mug", "100%"] })).found).toEqual(["ch_2 mug"]);
    expect((await page({ words: ["stored"] })).found).toEqual([]);
    expect((await page({ words: ["bleu"] })).found).toEqual([]);
    expect((await page({ words: ["bleu"], isNear: true })).found).toEqual(["ch_1 mug"]);
    expect((await page({ words: ["mugg"], isNear: true })).found).toEqual(["ch_1 mug", "ch_2 mug"]);
    await testDb.superuser.query("UPDATE channels SET in_public_directory = false WHERE id = 'ch_1'");
    expect((await page({ words: ["mug"] })).found).toEqual(["ch_2 mug"]);
    await testDb.superuser.query("UPDATE channels SET in_public_directory = true");
    expect((await page({ availability: "in_stock" })).found).toEqual(["ch_2 mug"]);
    expect((await page({ catalogId: "ch_1" })).found).toEqual(["ch_1 mug"]);
  });

  test("is searched page by page across channels: a product that is gone makes a page short, and leaves no gap", async () => {
    for (const [workspace, channel] of [
      ["ws_a", "ch_1"],
      ["ws_b", "ch_2"],
    ] as const) {
      await addChannel(workspace, channel);
      for (const sku of ["a", "b", "c"]) {
        await publish(workspace, channel, sku, "mug", "in_stock");
        if (sku !== "b") await addProduct(workspace, sku);
      }
    }
    const seen: string[] = [];
    let after = START;
    for (let turn = 0; turn < 10; turn += 1) {
      const { found, next } = await page({ words: ["mug"], after, limit: 2 });
      seen.push(...found);
      if (next === null) break;
      after = next;
    }
    expect(seen).toEqual(["ch_1 a", "ch_1 c", "ch_2 a", "ch_2 c"]);
  });
});
