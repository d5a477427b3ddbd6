import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inEachLanguage } from "@skucast/contracts/languages";
import { LIMITS } from "@skucast/contracts/limits";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { type Database, inSystem, openDatabase } from "../database.js";
import { insertPerson } from "../testing/insert-people.js";
import { closeIncidents, openIncident } from "./incidents.js";

let testDb: TestDatabase;
let db: Database;
let workspaceId: string;
beforeAll(async () => {
  testDb = await createTestDatabase();
  db = openDatabase({ url: testDb.appUrl, name: "incidents test" });
});
afterAll(async () => {
  await db.close();
  await testDb.drop();
});
beforeEach(async () => {
  ({ workspaceId } = await insertPerson(db, "owner"));
});

const NOW = new Date("2026-11-20T10:15:00Z");
const problem = (objectId = "feed_1") => ({ workspaceId, kind: "run_failed", objectId, channelId: null }) as const;
const report = (subject: string, now = NOW) => ({
  eventId: newId("evt"),
  now,
  isMailing: true,
  describe: () => inEachLanguage(() => ({ subject, body: "…" })),
});
const open = (subject = "failed", objectId?: string, now?: Date) =>
  inSystem(db, (client) => openIncident(client, problem(objectId), report(subject, now)));
const close = (objectId = "feed_1", now?: Date) => {
  const { kind, ...object } = problem(objectId);
  return inSystem(db, (client) =>
    closeIncidents(client, { ...object, kinds: [kind, "run_held"] }, report("works", now)),
  );
};
const mails = async () => {
  const sql = "SELECT subject, kind, next_attempt_at FROM notices WHERE workspace_id = $1 ORDER BY created_at, id";
  const { rows } = await db.system.query<{ subject: string; kind: string; next_attempt_at: Date }>(sql, [workspaceId]);
  return rows;
};
const subjects = async () => (await mails()).map(({ subject }) => subject).sort();

test("workers that report the same problem at the same time cause one mail, and so does its end", async () => {
  const opened = await Promise.all([1, 2, 3, 4, 5].map(() => open()));
  expect(opened.filter(Boolean)).toHaveLength(1);
  expect(await open()).toBe(false);
  const closed = await Promise.all([1, 2, 3, 4, 5].map(() => close()));
  expect(closed.filter(Boolean)).toHaveLength(1);
  expect(await subjects()).toEqual(["failed", "works"]);
});

test("a transaction that is rolled back and repeated causes one mail", async () => {
  const failing = inSystem(db, async (client) => {
    await openIncident(client, problem(), report("failed"));
    throw new Error("lost connection");
  });
  await expect(failing).rejects.toThrow("lost connection");
  expect(await mails()).toEqual([]);
  expect(await open()).toBe(true);
  expect(await subjects()).toEqual(["failed"]);
});

test("the end of several problems of an object is one mail", async () => {
  await open();
  await inSystem(db, (client) => openIncident(client, { ...problem(), kind: "run_held" }, report("held")));
  expect(await close()).toBe(true);
  expect(await close()).toBe(false);
  expect(await subjects()).toEqual(["failed", "held", "works"]);
});

test("a problem that a member acknowledged is mailed again when it happens again", async () => {
  await open("first");
  const sql = "UPDATE incidents SET acknowledged_at = now() WHERE workspace_id = $1";
  await db.system.query(sql, [workspaceId]);
  expect(await Promise.all([open("second"), open("second")])).toContain(true);
  expect(await subjects()).toEqual(["first", "second"]);
});

test("a workspace gets at most its hourly limit of mails and one summary, however many workers report", async () => {
  const count = LIMITS.problemMailsPerHour + 10;
  await Promise.all([...Array(count)].map((_, i) => open(`failed ${i}`, `feed_${i}`)));
  const queued = await mails();
  expect(queued.filter(({ kind }) => kind === "run_failed")).toHaveLength(LIMITS.problemMailsPerHour);
  const summaries = queued.filter(({ kind }) => kind === "summary");
  expect(summaries.map(({ next_attempt_at: at }) => at)).toEqual([new Date("2026-11-20T11:00:00Z")]);
  expect(await close("feed_0", new Date("2026-11-20T11:00:00Z"))).toBe(true);
  expect(await subjects()).toContain("works");
});
