import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import pg from "pg";
import { type Database, openDatabase } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { claimTransfer, expireExport } from "./transfer-work.js";

const WORKSPACES = 5;
const now = new Date();

let fixture: TestDb;
let db: Database;
beforeAll(async () => {
  fixture = await openTestDb();
  const name = pg.escapeIdentifier(new URL(fixture.appUrl).pathname.slice(1));
  // PostgreSQL may choose a join by nested loops at any time, which evaluates a joined subquery once for each row.
  for (const setting of ["hashjoin", "mergejoin", "material", "memoize", "indexscan", "bitmapscan", "indexonlyscan"]) {
    await fixture.superuser.query(`ALTER DATABASE ${name} SET enable_${setting} = off`);
  }
  db = openDatabase({ url: fixture.appUrl });
});
afterAll(async () => {
  await db.close();
  await fixture.close();
});

beforeEach(async () => {
  await fixture.superuser.query("DELETE FROM workspaces");
  for (let i = 0; i < WORKSPACES; i += 1) {
    const workspaceId = newId("ws");
    // It then expects one row, and makes the subquery the inner side of the loop.
    if (i === 1) await fixture.superuser.query("ANALYZE workspace_transfers");
    await fixture.superuser.query("INSERT INTO workspaces (id, name) VALUES ($1, 'W')", [workspaceId]);
    await fixture.superuser.query(
      `INSERT INTO workspace_transfers (workspace_id, id, kind, status, requested_by, created_at, updated_at)
       VALUES ($1, $2, 'export', 'queued', 'command-line', $3, $3)`,
      [workspaceId, newId("exp"), now],
    );
  }
});

async function countOf(status: string): Promise<number> {
  const sql = "SELECT count(*)::int AS count FROM workspace_transfers WHERE status = $1";
  return (await fixture.superuser.query<{ count: number }>(sql, [status])).rows[0]?.count ?? 0;
}

test("a claim takes one transfer, no matter how PostgreSQL joins; the others stay for other processes", async () => {
  const ids = new Set<string | undefined>();
  for (let taken = 1; taken <= WORKSPACES; taken += 1) {
    ids.add((await claimTransfer(db, { leaseMs: 60_000, now }))?.id);
    expect(await countOf("running")).toBe(taken);
  }
  expect(ids.size).toBe(WORKSPACES);
  expect(await claimTransfer(db, { leaseMs: 60_000, now })).toBeUndefined();
});

test("an expiry takes one export, no matter how PostgreSQL joins", async () => {
  await fixture.superuser.query("UPDATE workspace_transfers SET status = 'succeeded', expires_at = $1", [now]);
  for (let taken = 1; taken <= WORKSPACES; taken += 1) {
    expect(await expireExport(db, { now: new Date(now.getTime() + 1), kept: 5 })).toBeDefined();
    expect(await countOf("expired")).toBe(taken);
  }
});
