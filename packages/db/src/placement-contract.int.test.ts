import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { TEMPLATE_DATABASE } from "@skucast/testkit/cluster-address";
import { eventually } from "@skucast/testkit/eventually";
import pg from "pg";
import { type Database, inSystem, openDatabase } from "./database.js";
import { acceptInvitation } from "./invitations/accept-invitation.js";
import { insertNotices, noticeTexts } from "./notices/insert-notices.js";
import { insertGrant } from "./oauth/insert-grant.js";
import { describeDatabase } from "./schema/describe-schema.js";
import { EXPECTED_SCHEMA, schemaProblem } from "./schema/schema-problem.js";
import { insertPerson, insertSession, type Person } from "./testing/insert-people.js";
import { createOwnDatabase, type OwnDatabase } from "./testing/own-database.js";
import { readPlacement, schemaCrossings } from "./testing/schema-crossings.js";
import { insertRow, tenantRows } from "./testing/tenant-rows.js";
import { deleteUser, lockMemberships } from "./users/delete-user.js";
import {
  eraseRows,
  eraseWorkspaceItself,
  HOME_TABLES_OF_WORKSPACES,
  listWorkspaceTables,
} from "./workspaces/erase-workspace.js";

const CONTRACT = readFileSync(new URL("../placement/next-contract.sql", import.meta.url), "utf8");
const NOW = new Date("2026-12-01T12:00:00Z");
const ORIGIN = { ip: undefined, userAgent: undefined, requestId: undefined };

let own: OwnDatabase;
let db: Database;
let superuser: pg.Client;

beforeAll(async () => {
  own = await createOwnDatabase(TEMPLATE_DATABASE);
  await own.query(CONTRACT);
  db = openDatabase({ url: own.appUrl });
  superuser = new pg.Client({ connectionString: own.superuserUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await db.close();
  await own.drop();
});

test("placement/next-contract.sql drops every foreign key from one side to the other, and this version starts without them", async () => {
  const left = await schemaCrossings(superuser);
  expect(left.filter((line) => line.startsWith("foreign key "))).toEqual([]);
  expect(await schemaProblem(superuser)).toBeUndefined();
  const expected = readFileSync(EXPECTED_SCHEMA, "utf8").split("\n").filter(Boolean);
  expect(await describeDatabase(own.ownerUrl)).toEqual(expected);
});

test("the home tables with rows of workspaces are those that the erasure knows", async () => {
  const { rows } = await superuser.query<{ name: string }>(
    `SELECT DISTINCT attrelid::regclass::text AS name FROM pg_attribute
     WHERE attname = 'workspace_id' AND NOT attisdropped AND attrelid::regclass::text = ANY ($1)`,
    [readPlacement().flatMap(([table, side]) => (side === "home" ? [table] : []))],
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...HOME_TABLES_OF_WORKSPACES].sort());
});

/** Names of tables with a row that has this value in this column. */
async function tablesWith(column: string, value: string): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE a.attname = $1 AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    [column],
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await superuser.query(`SELECT FROM ${name} WHERE ${column} = $1 LIMIT 1`, [value]);
    if (rowCount === 1) found.push(name);
  }
  return found;
}

/** A workspace with a row in every table, and its member. */
async function insertEverything(): Promise<Person> {
  const workspaceId = newId("ws");
  const userId = `usr_${workspaceId}`;
  await insertRow(superuser, "workspaces", { id: workspaceId, name: "Shop" });
  await insertRow(superuser, "users", { id: userId, email: `${userId}@a.test`, password_hash: "x" });
  for (const [table, row] of Object.entries(tenantRows(workspaceId))) {
    const at = new Date();
    const isKept = !["listing_walks", "listing_work"].includes(table);
    if (isKept)
      await insertRow(superuser, table, {
        ...row,
        ...(table === "oauth_grants" && { id: newId("grt"), created_at: at }),
      });
  }
  return { workspaceId, userId };
}

const deletePerson = (userId: string, between: () => Promise<unknown> = async () => {}) =>
  inSystem(db, async (client) => {
    await lockMemberships(client, userId);
    await between();
    return deleteUser(client, { userId, origin: ORIGIN, now: NOW });
  });

describe("without the foreign keys,", () => {
  test("deleting a person leaves no row with their id, and journals what ended", async () => {
    const person = await insertEverything();
    const { userId, workspaceId } = person;
    await insertSession(db, person);
    expect(await tablesWith("user_id", userId)).toEqual(
      expect.arrayContaining(["memberships", "notices", "oauth_grants", "saved_views", "sessions"]),
    );
    const { ended } = await deletePerson(userId);
    expect(await tablesWith("user_id", userId)).toEqual([]);
    const { rows } = await superuser.query("SELECT subject FROM revocations WHERE subject = ANY ($1)", [ended]);
    expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set(ended));
    expect(ended).toContain(`${workspaceId}:${userId}`);
  });

  test("erasing a workspace leaves no row with its id, and ends the sessions of its single sign-on", async () => {
    const person = await insertEverything();
    const { workspaceId } = person;
    const own = await insertSession(db, person);
    const vouched = await insertSession(db, person);
    const run = (sql: string, ...values: unknown[]) => superuser.query(sql, values);
    await run("UPDATE sessions SET single_sign_on_workspace_id = $1 WHERE id = $2", workspaceId, vouched.id);
    await run(
      "UPDATE workspaces SET deletes_at = now() - interval '1 day', deletion_requested_at = now() WHERE id = $1",
      workspaceId,
    );
    for (const table of await listWorkspaceTables(db)) await eraseRows(db, workspaceId, table, 1_000);
    await eraseWorkspaceItself(db, workspaceId);
    expect(await tablesWith("workspace_id", workspaceId)).toEqual([]);
    expect((await run("SELECT FROM workspaces WHERE id = $1", workspaceId)).rowCount).toBe(0);
    const { rows } = await run("SELECT id, current_workspace_id FROM sessions WHERE id = ANY ($1)", [
      own.id,
      vouched.id,
    ]);
    expect(rows).toEqual([{ id: own.id, current_workspace_id: null }]);
  });
});

describe("without the foreign keys, at the same time as", () => {
  let person: Person;
  beforeEach(async () => {
    person = await insertPerson(db);
  });

  /** Waits until a statement of this database waits for a lock. */
  const untilOneWaits = () => {
    const sql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    return eventually(async () => (await superuser.query(sql)).rowCount === 1);
  };

  test("the deletion of their account, a person does not join a workspace", async () => {
    const other = await insertPerson(db);
    const tokenHash = Buffer.from(newId("inv"));
    const email = `${person.userId}@a.test`;
    const invitation = {
      id: newId("inv"),
      email,
      role: "viewer",
      token_hash: tokenHash,
      invited_by: "usr_1",
      created_at: NOW,
    };
    await insertRow(superuser, "invitations", {
      workspace_id: other.workspaceId,
      ...invitation,
      expires_at: new Date("2027-01-01T00:00:00Z"),
    });
    const accept = () =>
      inSystem(db, (client) =>
        acceptInvitation(client, { tokenHash, userId: person.userId, email, origin: ORIGIN, now: NOW }),
      );
    let accepted: Promise<string | null> | undefined;
    await deletePerson(person.userId, async () => {
      accepted = accept();
      await untilOneWaits();
    });
    expect(await accepted).toBeNull();
    expect(await tablesWith("user_id", person.userId)).toEqual([]);
  });

  test("the deletion of their account, a person gets no mail about a problem that stays", async () => {
    const texts = { en: "", de: "", fr: "", es: "", ja: "" };
    let deleted: Promise<unknown> | undefined;
    await inSystem(db, async (client) => {
      await insertNotices(client, {
        workspaceId: person.workspaceId,
        eventId: newId("evt"),
        kind: "run_held",
        channelId: null,
        texts: noticeTexts(texts, () => ({ subject: "s", body: "b" })),
        now: NOW,
      });
      expect((await client.query("SELECT FROM notices WHERE user_id = $1", [person.userId])).rowCount).toBe(1);
      deleted = deletePerson(person.userId);
      await untilOneWaits();
    });
    await deleted;
    expect(await tablesWith("user_id", person.userId)).toEqual([]);
  });

  test("the erasure of its workspace, an app that is being connected does not stay connected", async () => {
    const { workspaceId, userId } = person;
    await superuser.query(
      "UPDATE workspaces SET deletes_at = now() - interval '1 day', deletion_requested_at = now() WHERE id = $1",
      [workspaceId],
    );
    const grant = {
      clientId: "c",
      clientName: "n",
      redirectHost: "h",
      scope: "s",
      createdAt: NOW,
      expiresAt: NOW,
      origin: ORIGIN,
    };
    let erased: Promise<unknown> | undefined;
    await insertGrant(db, { ...grant, id: newId("grt"), workspaceId, userId }, async () => {
      erased = eraseWorkspaceItself(db, workspaceId);
      await untilOneWaits();
    });
    await erased;
    expect(await tablesWith("workspace_id", workspaceId)).toEqual([]);
    expect(await insertGrant(db, { ...grant, id: newId("grt"), workspaceId, userId })).toBeNull();
  });
});
