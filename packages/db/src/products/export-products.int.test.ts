import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import pg from "pg";
import { type Database, openDatabase } from "../database.js";
import { exportProducts } from "./export-products.js";

const query = { workspaceId: "ws_export", conditions: { status: "active" }, timeoutMs: 240_000 };
const COUNT = 20_000;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl, systemConnectionsMax: 1 });
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  await superuser.query(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
     SELECT $1, to_char(n, 'FM000000'), n::text, 1, 'active', 'in_stock', NULL, '', '{"sku":"' || to_char(n, 'FM000000') || '","title":"' || repeat('\\n', 50) || repeat(md5(n::text), 1 + n % 40) || '"}', now(), now()
     FROM generate_series(1, ${COUNT}) AS n`,
    [query.workspaceId],
  );
  await superuser.end();
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function exportedSkus(): Promise<string[]> {
  return exportProducts(db, query, async ({ blocks }) => {
    const skus: string[] = [];
    for await (const block of blocks) {
      while (block.next()) {
        const sku = block.bytes.toString("utf8", block.skuStart, block.skuEnd);
        expect(JSON.parse(block.bytes.toString("utf8", block.docStart, block.docEnd)).sku).toBe(sku);
        skus.push(sku);
      }
    }
    return skus;
  });
}

test("documents are exported as they are stored, with their SKUs, in the order of the SKUs", async () => {
  const expected = Array.from({ length: COUNT }, (_, i) => String(i + 1).padStart(6, "0"));
  expect(await exportedSkus()).toEqual(expected);
});

test("blocks may be kept by the consumer: at the end they are still what is stored, byte for byte", async () => {
  const kept: Buffer[] = [];
  await exportProducts(db, query, async ({ blocks }) => {
    for await (const block of blocks) {
      while (block.next()) {
        kept.push(
          block.bytes.subarray(block.skuStart, block.skuEnd),
          block.bytes.subarray(block.docStart, block.docEnd),
        );
      }
    }
  });
  const { rows } = await db.system.query<{ bytes: string; sha256: string }>(
    `SELECT octet_length(stored)::text AS bytes, encode(sha256(stored), 'hex') AS sha256
     FROM (SELECT convert_to(string_agg(sku || doc, '' ORDER BY sku), 'UTF8') AS stored FROM products WHERE workspace_id = $1) AS s`,
    [query.workspaceId],
  );
  const bytes = Buffer.concat(kept);
  expect(bytes.length).toBeGreaterThan(10_000_000);
  expect([`${bytes.length}`, createHash("sha256").update(bytes).digest("hex")]).toEqual([
    rows[0]?.bytes,
    rows[0]?.sha256,
  ]);
});

test("a consumer that stops early or fails ends only its own connection: the next export is complete", async () => {
  const first = await exportProducts(db, query, async ({ blocks }) => {
    for await (const block of blocks) return block.bytes.length;
    return 0;
  });
  expect(first).toBeGreaterThan(0);
  const failing = exportProducts(db, query, async ({ blocks }) => {
    for await (const _block of blocks) throw new Error("the disk is full");
  });
  await expect(failing).rejects.toThrow("the disk is full");
  expect(await exportProducts(db, query, async () => "unread")).toBe("unread");
  expect(await exportedSkus()).toHaveLength(COUNT);
});

test("the blocks can be read again and products be found by SKU, all from the same snapshot", async () => {
  await exportProducts(db, query, async ({ blocks, find }) => {
    const read = async () => {
      let count = 0;
      for await (const block of blocks) while (block.next()) count += 1;
      return count;
    };
    expect(await read()).toBe(COUNT);
    const superuser = new pg.Client({ connectionString: database.superuserUrl });
    await superuser.connect();
    await superuser.query("DELETE FROM products WHERE sku = '000002'");
    await superuser.end();
    const found = (await find(["000002", "000003", "nowhere"])).map((doc) => JSON.parse(doc).sku);
    expect(found.sort()).toEqual(["000002", "000003"]);
    expect(await read()).toBe(COUNT);
  });
  expect(await exportedSkus()).toHaveLength(COUNT - 1);
});
