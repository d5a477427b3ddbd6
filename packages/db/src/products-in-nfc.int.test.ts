import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { migrate, migrateTo } from "./migrate.js";
import { readSchemaSource } from "./migrations/schema-source.js";
import { createOwnDatabase, type OwnDatabase } from "./testing/own-database.js";

const MIGRATION = "20261125001710_products_in_nfc";
const source = readSchemaSource();
const NFD = (text: string) => text.normalize("NFD");
const THEN = "2026-11-01T00:00:00.000Z";
const LATER = "2026-11-02T00:00:00.000Z";

let database: OwnDatabase;

interface Given {
  readonly workspace?: string;
  readonly sku: string;
  readonly title: string;
  readonly brand?: string;
  readonly version?: number;
  readonly updatedAt?: string;
  readonly isDeleted?: boolean;
}

const idOf = (sku: string, title: string) => `prod_${createHash("md5").update(`${sku} ${title}`).digest("hex")}`;
const hashOf = (content: object) => createHash("sha256").update(JSON.stringify(content)).digest("hex");

/** A row as the service has written it. */
async function store({ workspace = "ws_a", sku, title, brand = "Acme", ...rest }: Given): Promise<void> {
  const { version = 3, updatedAt = THEN, isDeleted = false } = rest;
  const content = { sku, title, brand, price_amount: 1 };
  const server = { price: "1.00 EUR", content_hash: hashOf(content), version, created_at: THEN, updated_at: updatedAt };
  await database.queryAll(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at, deleted_at)
     VALUES ($1, $2, $3, $4, 'active', 'in_stock', $5, '', $6, $7, $8, $9)`,
    [
      ...[workspace, sku, idOf(sku, title), version, brand],
      ...[
        JSON.stringify({ id: idOf(sku, title), ...content, ...server }),
        THEN,
        updatedAt,
        isDeleted ? updatedAt : null,
      ],
    ],
  );
}
const productsOf = async (workspace = "ws_a") =>
  (
    await database.queryAll("SELECT sku, version, doc, deleted_at FROM products WHERE workspace_id = $1 ORDER BY sku", [
      workspace,
    ])
  ).map(({ sku, version, doc, deleted_at }) => {
    const { title, ...told } = JSON.parse(String(doc));
    return { sku, version: Number(version), title, told, isDeleted: deleted_at !== null };
  });
const eventsOf = async (objectId: string) =>
  (
    await database.queryAll(
      `SELECT type, sequence, data FROM events JOIN outbox o ON o.workspace_id = events.workspace_id AND o.event_id = events.id
       WHERE object_id = $1`,
      [objectId],
    )
  ).map(({ type, sequence, data }) => ({ type, sequence: Number(sequence), ...JSON.parse(String(data)) }));

beforeAll(async () => {
  database = await createOwnDatabase();
  const before = source.migrations.filter(({ name }) => name < MIGRATION);
  await migrateTo(database.ownerUrl, { migrations: before, functions: source.functions });
  for (const id of ["ws_a", "ws_b"]) {
    await database.queryAll("INSERT INTO workspaces (id, name, created_at) VALUES ($1, $1, $2)", [id, THEN]);
  }
  await store({ sku: NFD("é-alone"), title: NFD("Café"), brand: NFD("Ünü") });
  await store({ sku: "plain", title: NFD("Ménage") });
  await store({ sku: "escaped", title: "a\n\u0301" });
  await store({ sku: "untouched", title: "Käse" });
  await store({ sku: NFD("ö-old"), title: "old" });
  await store({ sku: "ö-old", title: "new", updatedAt: LATER, version: 9 });
  await store({ sku: NFD("ü-new"), title: "new", updatedAt: LATER });
  await store({ sku: "ü-new", title: "old", version: 9 });
  await store({ sku: NFD("å-dead"), title: "dead", isDeleted: true });
  await store({ workspace: "ws_b", sku: NFD("é-alone"), title: "of another" });
  await database.queryAll("SELECT product_search_refresh(ARRAY['ws_a'], ARRAY[$1::text])", [NFD("é-alone")]);
  await database.queryAll(
    `INSERT INTO channels (workspace_id, id, name, profile, status, market, selection, created_at, updated_at)
     VALUES ('ws_a', 'ch_a', 'Shop', 'generic', 'active', '{}', $1, $2, $2)`,
    [JSON.stringify({ filters: { brand: [NFD("Ünü")] }, include_skus: [NFD("é-alone")] }), THEN],
  );
  await migrate(database.ownerUrl);
});
afterAll(() => database.drop());

test("every product is reached by its SKU in NFC, and the others stay as they were", async () => {
  const products = await productsOf();
  expect(products.map(({ sku, title, version, isDeleted }) => [sku, title, version, isDeleted])).toEqual(
    [
      ["escaped", "a\n\u0301", 3, false],
      ["plain", "Ménage", 4, false],
      ["untouched", "Käse", 3, false],
      ["å-dead", "dead", 4, true],
      ["é-alone", "Café", 4, false],
      ["ö-old", "new", 9, false],
      ["ü-new", "new", 10, false],
    ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
  expect((await productsOf("ws_b")).map(({ sku }) => sku)).toEqual(["é-alone"]);
});

test("a document says what its row says, with the hash of its content as the service would make it", async () => {
  const alone = (await productsOf()).find(({ sku }) => sku === "é-alone");
  const content = { sku: "é-alone", title: "Café", brand: "Ünü", price_amount: 1 };
  const { title: _title, ...others } = content;
  expect(alone?.told).toMatchObject({ ...others, version: 4, created_at: THEN, content_hash: hashOf(content) });
  const [row] = await database.queryAll(
    "SELECT brand, encode(content_hash, 'hex') AS hash FROM products WHERE sku = 'é-alone' AND workspace_id = 'ws_a'",
  );
  expect(row).toEqual({ brand: "Ünü", hash: hashOf(content) });
});

test("each change has its event with the former values, on its way to the bus", async () => {
  const [renamed, ...more] = await eventsOf(idOf(NFD("é-alone"), NFD("Café")));
  expect(more).toEqual([]);
  expect(renamed).toMatchObject({ type: "product.updated", sequence: 4, object: { sku: "é-alone", version: 4 } });
  expect(renamed?.previous).toEqual({ sku: NFD("é-alone"), title: NFD("Café"), brand: NFD("Ünü") });
  expect(await eventsOf(idOf("untouched", "Käse"))).toEqual([]);
});

test("of two that are one in NFC the one that was written last stays, and the other one is told to be deleted", async () => {
  expect(await eventsOf(idOf(NFD("ö-old"), "old"))).toMatchObject([{ type: "product.deleted", sequence: 4 }]);
  expect(await eventsOf(idOf("ö-old", "new"))).toEqual([]);
  expect(await eventsOf(idOf("ü-new", "old"))).toMatchObject([{ type: "product.deleted", sequence: 10 }]);
  expect(await eventsOf(idOf(NFD("ü-new"), "new"))).toMatchObject([{ type: "product.updated", sequence: 10 }]);
});

test("nothing is left under the former SKU, channels select by the present one, and the grants are what they were", async () => {
  const [search] = await database.queryAll("SELECT count(*)::int AS rows FROM product_search WHERE sku = $1", [
    NFD("é-alone"),
  ]);
  expect(search).toEqual({ rows: 0 });
  const [channel] = await database.queryAll("SELECT selection, version::int FROM channels");
  expect(channel).toEqual({ selection: { filters: { brand: ["Ünü"] }, include_skus: ["é-alone"] }, version: 1 });
  const [may] = await database.queryAll(
    "SELECT has_table_privilege('skucast_system', 'products', 'UPDATE') AS writes, has_table_privilege('skucast_system', 'product_search', 'DELETE') AS deletes",
  );
  expect(may).toEqual({ writes: false, deletes: false });
});
