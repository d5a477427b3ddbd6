import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { base64urlSegment } from "@skucast/contracts/products/sku-path";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";

let testDb: TestDb;
const workspaceId = newId("ws");
beforeAll(async () => {
  testDb = await openTestDb();
});
afterAll(() => testDb.close());

/** The data of an event as it is stored. */
async function stored(type: string, data: { object: object; previous: object }, objectId = "ch_1"): Promise<string> {
  const id = newId("evt");
  await testDb.db.system.query(
    `INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at) VALUES ($1, $2, $3, $4, 1, $5, now())`,
    [workspaceId, id, type, objectId, JSON.stringify(data)],
  );
  const { rows } = await testDb.db.system.query("SELECT data FROM events WHERE id = $1", [id]);
  return rows[0]?.data;
}

const skus = (count: number) => Array.from({ length: count }, (_, n) => `SKU-${String(n).padStart(6, "0")}`);

test("an event of the maximum size is stored unchanged, and one byte more is too large", async () => {
  const sized = (bytes: number) => {
    const empty = JSON.stringify({ object: { id: "ch_1", text: "" }, previous: {} }).length;
    return { object: { id: "ch_1", text: "x".repeat(bytes - empty) }, previous: {} };
  };
  const largest = sized(LIMITS.eventDataBytesMax);
  expect(await stored("channel.updated", largest)).toBe(JSON.stringify(largest));
  expect(JSON.parse(await stored("channel.updated", sized(LIMITS.eventDataBytesMax + 1)))).toEqual({
    object: { id: "ch_1" },
    previous: {},
    omitted: { object: ["text"], previous: [] },
    url: "/api/public/v1/channels/ch_1",
  });
});

test("a larger event contains what changed, what it leaves out and where to read it, and does not exceed the maximum", async () => {
  const before = { include_skus: skus(9_000), exclude_skus: [] };
  const object = {
    id: "ch_1",
    name: "Größe 漢字",
    selection: { ...before, exclude_skus: skus(1) },
    version: 2,
    amount: 24.5,
  };
  const data = await stored("channel.updated", { object, previous: { name: "Shop", selection: before } });
  expect(JSON.parse(data)).toEqual({
    object: { id: "ch_1", name: "Größe 漢字", version: 2, amount: 24.5 },
    previous: { name: "Shop" },
    omitted: { object: ["selection"], previous: ["selection"] },
    url: "/api/public/v1/channels/ch_1",
  });
  const fields = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`field_${n}`, "x".repeat(4_000)]));
  const many = await stored("feed.updated", { object: { id: "feed_1", ...fields }, previous: fields }, "feed_1");
  expect(Buffer.byteLength(many)).toBeLessThanOrEqual(LIMITS.eventDataBytesMax);
  expect(Buffer.byteLength(many)).toBeGreaterThan(LIMITS.eventDataBytesMax / 2);
});

test.each([
  ["product.updated", { id: "prod_1", sku: "TEE/100% ü" }, `/api/public/v1/products/${base64urlSegment("TEE/100% ü")}`],
  ["product.deleted", { id: "prod_1", sku: "TEE" }, null],
  ["feed.run.held", { id: "run_1", feed_id: "feed_1" }, "/api/public/v1/runs/run_1"],
  ["feed.deleted", { id: "feed_1" }, null],
])("a %s that is too large links to what can be read", async (type, object, url) => {
  const data = await stored(type, { object: { ...object, text: "x".repeat(200_000) }, previous: {} }, object.id);
  expect(JSON.parse(data)).toMatchObject({ object, url });
});

/** Fields of objects that have no limit of a few kB. */
const LARGE = [
  "selection",
  "defaults",
  "rules",
  "columns",
  "deliveries",
  "files",
  "error",
  "guards",
  "hold",
  "details",
];
/** The guards of a feed are a few numbers; those of a run have messages. */
const isShort = (name: string, value: unknown) => name === "guards" && !Array.isArray(value);

test.each(
  EVENT_TYPES.map(({ type, data, example }) => ({
    type,
    schema: data,
    example: example as { object: Record<string, unknown> },
  })),
)("a $type matches its schema without its large fields", async ({ type, schema, example }) => {
  const isLarge = ([name, value]: [string, unknown]) => LARGE.includes(name) && !isShort(name, value);
  const large = Object.entries(example.object)
    .filter(isLarge)
    .map(([name]) => name);
  const filler = Object.fromEntries([...large, "text"].map((name) => [name, "x".repeat(100_000)]));
  const data = JSON.parse(await stored(type, { object: { ...example.object, ...filler }, previous: filler }));
  expect(data.omitted.object.toSorted()).toEqual([...large, "text"].sort());
  expect(schema.safeParse(data).error).toBeUndefined();
});
