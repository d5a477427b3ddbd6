import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import pg from "pg";

/*
 * Documents may have times that PostgreSQL cannot read. One of them must not stop the search or the channels of everybody.
 */

const UNREADABLE = [
  "9999-12-31T23:59:59-23:59",
  "2026-12-30T10:00:00+16:00",
  "0000-01-01T00:00:00Z",
  `2026-12-30T10:00:00.${"1".repeat(200)}Z`,
  "2026-02-30T10:00:00Z",
  "soon",
  "",
];

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function selected(sql: string, values: unknown[]): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`SELECT ${sql} AS value`, values);
  return rows[0]?.value;
}

describe("time_of", () => {
  test.each([
    "2026-12-30T10:00:00Z",
    "2024-02-29T23:59:59.123456+14:00",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59-15:59",
  ])("reads %s", async (text) => {
    expect(await selected("time_of($1) = $1::timestamptz", [text])).toBe(true);
  });

  test.each(UNREADABLE)("is null for %j", async (text) => {
    expect(await selected("time_of($1)", [text])).toBeNull();
  });
});

test.each(UNREADABLE)("a sale that ends at %j does not stop a search by price", async (at) => {
  const sale = { sale_price_amount: 5, sale_price_starts_at: at, sale_price_ends_at: at };
  const market = { currency: "EUR", amount: 10, sale_amount: 5, sale_starts_at: at, sale_ends_at: at };
  const doc = JSON.stringify({ price_currency: "USD", price_amount: 10, ...sale, prices: [market] });
  for (const currencies of [[], ["USD"], ["EUR"]])
    expect(await selected("product_costs($1, 1, 30, $2)", [doc, currencies])).toBe(true);
});

test.each(UNREADABLE)("a selection of products since %j selects none, without an error", async (at) => {
  const doc = JSON.stringify({ updated_at: "2026-01-01T00:00:00Z" });
  const selection = JSON.stringify({ filters: { updated_after: at } });
  expect(await selected("channel_selects($1::jsonb, 'A', 'in_stock', NULL, $2)", [selection, doc])).toBe(false);
});
