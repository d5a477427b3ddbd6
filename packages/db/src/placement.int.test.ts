import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import pg from "pg";
import { readListedCrossings, readPlacement, schemaCrossings } from "./testing/schema-crossings.js";

let database: TestDatabase;
let superuser: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await database.drop();
});

test("placement/tables.json gives every table one side, and names no other", async () => {
  const { rows } = await superuser.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relnamespace IN ('public'::regnamespace, 'history'::regnamespace)`,
  );
  const placed = readPlacement().map(([table]) => table);
  expect(placed.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("placement/schema-crossings.txt lists exactly what crosses from home tables to tenant tables: add none, and remove what is gone", async () => {
  expect(await schemaCrossings(superuser)).toEqual(readListedCrossings());
});

describe("a new crossing is found:", () => {
  const added = async (...sql: string[]) => {
    const before = await schemaCrossings(superuser);
    await superuser.query("BEGIN");
    try {
      for (const statement of sql) await superuser.query(statement);
      return (await schemaCrossings(superuser)).filter((line) => !before.includes(line));
    } finally {
      await superuser.query("ROLLBACK");
    }
  };
  const BODY = "RETURNS text LANGUAGE sql AS $$ SELECT name FROM users LIMIT 1 $$";

  test.each([
    [
      "a foreign key",
      ["ALTER TABLE feeds ADD author text CONSTRAINT feeds_author REFERENCES users (id)"],
      ["foreign key feeds feeds_author: home users, tenant feeds"],
    ],
    [
      "a trigger, through a function that its function calls",
      [
        `CREATE FUNCTION any_name() ${BODY}`,
        "CREATE FUNCTION of_trigger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM any_name(); RETURN NEW; END $$",
        "CREATE TRIGGER names AFTER INSERT ON feeds FOR EACH ROW EXECUTE FUNCTION of_trigger()",
      ],
      ["trigger feeds names: home users, tenant feeds"],
    ],
    [
      "a function",
      [
        "CREATE FUNCTION mixed() RETURNS text LANGUAGE sql AS $$ SELECT u.id FROM users u JOIN feeds f ON f.id = u.id $$",
      ],
      ["function mixed: home users, tenant feeds"],
    ],
    [
      "a policy",
      [`CREATE FUNCTION any_name() ${BODY}`, "CREATE POLICY named ON feeds TO skucast_system USING (id = any_name())"],
      ["policy feeds named: home users, tenant feeds"],
    ],
    [
      "a view",
      ["CREATE VIEW owners AS SELECT u.email FROM users u JOIN memberships m ON m.user_id = u.id"],
      ["view owners: home users, tenant memberships"],
    ],
    [
      "a reference",
      [
        "ALTER TABLE channels ADD CONSTRAINT channels_once UNIQUE (id)",
        "ALTER TABLE feeds ADD CONSTRAINT feeds_channel FOREIGN KEY (channel_id) REFERENCES channels (id)",
      ],
      ["key without workspace channels_once", "reference without workspace feeds feeds_channel"],
    ],
    ["a unique key", ["CREATE UNIQUE INDEX feeds_once ON feeds (id)"], ["key without workspace feeds_once"]],
    [
      "an advisory lock",
      ["CREATE FUNCTION locks() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(1) $$"],
      ["lock locks"],
    ],
  ])("%s", async (_title, sql, lines) => {
    expect(await added(...sql)).toEqual(lines);
  });
});
