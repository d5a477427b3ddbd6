import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import {
  type ArchivingPostgres,
  type DebianPostgres,
  startArchivingPostgres,
} from "@skucast/testkit/start-debian-postgres";
import pg from "pg";
import { type Database, openDatabase } from "../database.js";
import { migrate } from "../migrate.js";
import { followProducts, type WritePosition } from "../products/follow-products.js";
import { type ProductChange, writeProducts } from "../products/write-products.js";
import { schemaProblem } from "../schema/schema-problem.js";

jest.setTimeout(180_000);

const WORKSPACE = "ws_a";
const binding = wholeWorkspace(WORKSPACE);
let original: ArchivingPostgres;
let restored: DebianPostgres | undefined;

beforeAll(async () => {
  original = await startArchivingPostgres();
  await migrate(original.ownerUrl);
});
afterAll(async () => {
  await (restored ?? original).stop();
});

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url });
  return work(db).finally(db.close);
}

const write = (db: Database, sku: string) => {
  const now = new Date();
  const change: ProductChange = {
    sku,
    id: newId("prod"),
    expectedVersion: 0,
    version: 1,
    status: "active",
    availability: "in_stock",
    brand: null,
    contentHash: "00",
    doc: JSON.stringify({ sku, updated_at: now }),
    createdAt: now,
    deleted: false,
    eventId: newId("evt", now.getTime()),
    eventType: "product.created",
    previous: "{}",
    traceparent: null,
    growth: { products: 1, bytes: 0 },
  };
  return writeProducts(db, { binding, now, atomic: true, changes: [change] });
};

/** Reads all changes after a position, and the position after them. */
async function follow(db: Database, after: WritePosition | null) {
  const skus: string[] = [];
  for (let from = after; ; ) {
    const query = { binding, words: [], conditions: [], includesDeleted: true, after: from, limit: 50 };
    const { docs, next, hasMore } = await followProducts(db, query);
    skus.push(...JSON.parse(`[${docs}]`).map(({ sku }: { sku: string }) => sku));
    if (!hasMore) return { skus, next };
    from = next;
  }
}

test("a base backup and the archived log restore the state of a chosen time, and readers of the log miss nothing", async () => {
  const { time, cursor } = await withDatabase(original.appUrl, async (db) => {
    await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Test')", [WORKSPACE]);
    await write(db, "BEFORE-THE-BACKUP");
    await original.takeBaseBackup();
    await write(db, "AFTER-THE-BACKUP");
    const { rows } = await db.system.query<{ time: string }>("SELECT now()::text AS time");
    await write(db, "MISTAKE");
    return { time: rows[0]?.time ?? "", cursor: (await follow(db, null)).next };
  });

  restored = await original.restoreTo(time);
  await withDatabase(restored.appUrl, async (db) => {
    expect(await schemaProblem(db.system)).toBeUndefined();
    expect((await follow(db, null)).skus).toEqual(["BEFORE-THE-BACKUP", "AFTER-THE-BACKUP"]);
  });

  const owner = new pg.Client({ connectionString: restored.ownerUrl });
  await owner.connect();
  await owner.query("SELECT continue_event_log(1000000)");
  await owner.end();
  await withDatabase(restored.appUrl, async (db) => {
    await write(db, "AFTER-THE-RESTORE");
    expect((await follow(db, cursor)).skus).toEqual(["AFTER-THE-RESTORE"]);
  });
});
