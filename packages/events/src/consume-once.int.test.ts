import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { type Database, openDatabase } from "@skucast/db/database";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { consumeOnce } from "./consume-once.js";

let database: TestDatabase;
let db: Database;
const workspaceId = newId("ws");
const event = () => ({ id: newId("evt"), workspace_id: workspaceId });

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("a repeated event has no second effect, per consumer", async () => {
  const once = event();
  const effects: string[] = [];
  for (const consumer of ["a", "a", "b"]) {
    const outcome = await consumeOnce({ db, consumer, event: once }, async () => {
      effects.push(consumer);
    });
    expect(outcome).toBe("done");
  }
  expect(effects).toEqual(["a", "b"]);
});

test("an effect that throws is rolled back and runs again", async () => {
  const once = event();
  const failing = consumeOnce({ db, consumer: "a", event: once }, async (client) => {
    await client.query("INSERT INTO workspaces (id, name) VALUES ($1, 'half-written')", [workspaceId]);
    throw new Error("the effect failed");
  });
  await expect(failing).rejects.toThrow("the effect failed");
  const { rowCount } = await db.system.query("SELECT FROM workspaces WHERE id = $1", [workspaceId]);
  expect(rowCount).toBe(0);
  let ran = false;
  await consumeOnce({ db, consumer: "a", event: once }, async () => {
    ran = true;
  });
  expect(ran).toBe(true);
});

test("an event that is handled concurrently has one effect", async () => {
  const once = event();
  let effectCount = 0;
  await Promise.all(
    [1, 2, 3].map(() =>
      consumeOnce({ db, consumer: "a", event: once }, async () => {
        effectCount += 1;
      }),
    ),
  );
  expect(effectCount).toBe(1);
});
