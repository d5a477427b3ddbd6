import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { type Database, openDatabase } from "../database.js";
import { countAttempt, pruneAttempts, uncountAttempt } from "./attempt-counts.js";
import { type DelaySchedule, forgetDelay, pruneDelays, takeAttempt } from "./delay-attempts.js";

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

test("one attempt can be subtracted, and never more than there were", async () => {
  await countAttempt(db, "forgiven", 60, AT);
  await countAttempt(db, "forgiven", 60, AT);
  await uncountAttempt(db, "forgiven", 60, AT);
  expect(await countAttempt(db, "forgiven", 60, AT)).toBe(2);
  for (let i = 0; i < 3; i += 1) await uncountAttempt(db, "forgiven", 60, AT);
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

describe("delays", () => {
  const schedule: DelaySchedule = {
    freeFailures: 3,
    firstSeconds: 5,
    longestSeconds: 30,
    forgottenAfterSeconds: 3_600,
  };
  const take = (key: string, now: Date) => takeAttempt(db, key, schedule, now);

  test("grow after the free failures, up to the longest, and waiting attempts are not counted", async () => {
    for (let i = 0; i < 3; i += 1) expect(await take("slow", AT)).toBe(0);
    let now = AT;
    for (const seconds of [5, 10, 20, 30, 30]) {
      expect(await take("slow", now)).toBe(0);
      expect(await take("slow", now)).toBe(seconds * 1000);
      expect(await take("slow", new Date(now.getTime() + seconds * 1000 - 1))).toBe(1);
      now = new Date(now.getTime() + seconds * 1000);
    }
  });

  test("count concurrent attempts: no more than the free ones and one are allowed", async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => take("at once", AT)));
    expect(waits.filter((ms) => ms === 0)).toHaveLength(4);
  });

  test("are of one key, and forgotten after a success or a long pause", async () => {
    for (let i = 0; i < 4; i += 1) await take("first", AT);
    expect([await take("first", AT), await take("second", AT)]).toEqual([5_000, 0]);
    await forgetDelay(db, "first");
    for (let i = 0; i < 4; i += 1) expect(await take("first", AT)).toBe(0);
    for (let i = 0; i < 4; i += 1) expect(await take("first", later(3_700))).toBe(0);
    expect(await take("first", later(3_700))).toBe(5_000);
  });

  test("are deleted when they are old", async () => {
    await take("old", later(-600));
    await take("new", AT);
    expect(await pruneDelays(db, later(-300))).toBe(false);
    const { rows } = await db.system.query("SELECT key FROM attempt_delays WHERE key IN ('old', 'new')");
    expect(rows).toEqual([{ key: "new" }]);
  });
});
