import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Database, inSystem, openDatabase } from "@skucast/db/database";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { claimMessages, insertMessages, type StoredSettlement, settleMessages } from "./embedded-statements.js";

const QUEUE = "q";
const MESSAGES = 2_000;
const OTHERS = 20_000;
const ROUNDS = 20;

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

test("concurrent renewals and settlements of the same messages in different orders do not deadlock", async () => {
  await insertMessages(db, messagesOf(QUEUE, MESSAGES));
  await insertMessages(db, messagesOf("others", OTHERS));
  await analyze();
  const held = await claimMessages(db, { queue: QUEUE, limit: MESSAGES, leaseMs: 60_000, inHand: [] });
  expect(held).toHaveLength(MESSAGES);
  const backwards = held.toReversed();
  const renew: StoredSettlement = { kind: "renew", afterMs: 60_000 };
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all([held, backwards].map((some) => settleMessages(db, QUEUE, some, renew)));
  }
  await Promise.all([settleMessages(db, QUEUE, backwards, renew), settleMessages(db, QUEUE, held, { kind: "done" })]);
  expect((await db.system.query("SELECT FROM bus_messages")).rowCount).toBe(OTHERS);
});

const messagesOf = (queue: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ queue, id: `m${i}`, routingKey: "k", body: "{}", traceparent: null }));

/** With these statistics, rows are looked up one by one in the given order. */
async function analyze(): Promise<void> {
  const owner = openDatabase({ url: database.superuserUrl });
  await inSystem(owner, async (client) => {
    await client.query("SET LOCAL ROLE NONE");
    await client.query("ANALYZE bus_messages");
  });
  await owner.close();
}
