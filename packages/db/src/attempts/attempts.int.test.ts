import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { type Database, openDatabase } from "../database.js";
import { countAttempt } from "./count-attempt.js";
import { clearAttempts, uncountAttempt } from "./forgive-attempts.js";
import { pruneAttempts } from "./prune-attempts.js";

const AT = new Date("2026-11-21T10:00:00Z");
const later = (seconds: number): Date => new Date(AT.getTime() + seconds * 1000);
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("concurrent attempts are each counted", async () => {
  const counts = await Promise.all(Array.from({ length: 20 }, () => countAttempt(db, "many", 60, AT)));
  expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});

test("keys and windows are counted separately", async () => {
  expect(await countAttempt(db, "a", 60, AT)).toBe(1);
  expect(await countAttempt(db, "a", 60, later(59))).toBe(2);
  expect(await countAttempt(db, "b", 60, AT)).toBe(1);
  expect(await countAttempt(db, "a", 60, later(60))).toBe(1);
});

test("one attempt or all of them can be subtracted, and never more than there were", async () => {
  await countAttempt(db, "forgiven", 60, AT);
  await countAttempt(db, "forgiven", 60, AT);
  await uncountAttempt(db, "forgiven", 60, AT);
  expect(await countAttempt(db, "forgiven", 60, AT)).toBe(2);
  await clearAttempts(db, "forgiven");
  await uncountAttempt(db, "forgiven", 60, AT);
  expect(await countAttempt(db, "forgiven", 60, AT)).toBe(1);
});

test("past windows are deleted, current ones are kept", async () => {
  await countAttempt(db, "old", 60, later(-600));
  await countAttempt(db, "new", 60, AT);
  expect(await pruneAttempts(db, later(-300))).toBe(false);
  const { rows } = await db.system.query("SELECT key FROM attempt_counts WHERE key IN ('old', 'new')");
  expect(rows).toEqual([{ key: "new" }]);
});

test("tenants can neither see nor change counts", async () => {
  await expect(db.app.query("SELECT FROM attempt_counts")).rejects.toMatchObject({ code: "42501" });
});
