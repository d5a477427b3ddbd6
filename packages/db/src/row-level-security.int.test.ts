import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import pg from "pg";
import { type Database, inSystem, inWorkspace, openDatabase } from "./database.js";
import { insertRow, tenantRows } from "./testing/tenant-rows.js";

const A = "ws_a";
const B = "ws_b";
let database: TestDatabase;
let db: Database;
let superuser: pg.Client;
let tenantTables: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  for (const workspace of [A, B]) {
    await insertRow(superuser, "workspaces", { id: workspace, name: workspace });
    await insertRow(superuser, "users", { id: `usr_${workspace}`, email: workspace, password_hash: "x" });
    for (const [table, row] of Object.entries(tenantRows(workspace))) await insertRow(superuser, table, row);
  }
  // With all privileges on all tables, only row-level security limits the role.
  await superuser.query("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO skucast_app");
  tenantTables = await tablesWithWorkspace();
});
afterAll(async () => {
  await superuser.end();
  await db.close();
  await database.drop();
});

async function tablesWithWorkspace(): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
const countOf = async (client: pg.ClientBase, sql: string): Promise<number> => (await client.query(sql)).rowCount ?? 0;

test("every table with a workspace has a row in this test, and no other table has", () => {
  expect(tenantTables).toEqual(Object.keys(tenantRows(A)).sort());
});

/** Tables without rows of a tenant. */
const OF_NO_TENANT = ["_prisma_migrations", "_sql_functions", "event_log"];

test("every table of the schema has row-level security enabled and forced, and a policy", async () => {
  const { rows } = await superuser.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relname = ANY ($1)
       AND NOT (c.relrowsecurity AND c.relforcerowsecurity
                AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))`,
    [OF_NO_TENANT],
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});

test("no policy is for PUBLIC: each names its role", async () => {
  const { rows } = await superuser.query("SELECT polname FROM pg_policy WHERE 0 = ANY (polroles)");
  expect(rows).toEqual([]);
});

describe("isolation between workspaces", () => {
  test("for workspace A, every table shows A's row and hides B's", async () => {
    for (const table of tenantTables) {
      const seen = await inWorkspace(db, wholeWorkspace(A), (client) =>
        client.query(`SELECT workspace_id FROM ${table}`),
      );
      expect({ table, rows: seen.rows }).toEqual({ table, rows: [{ workspace_id: A }] });
      const asked = await inWorkspace(db, wholeWorkspace(A), (client) =>
        countOf(client, `SELECT FROM ${table} WHERE workspace_id = '${B}'`),
      );
      expect({ table, asked }).toEqual({ table, asked: 0 });
    }
  });

  test("for workspace A, B's rows cannot be updated, deleted or moved to A", async () => {
    for (const table of tenantTables) {
      const touched = await inWorkspace(db, wholeWorkspace(A), async (client) => [
        await countOf(client, `UPDATE ${table} SET workspace_id = workspace_id WHERE workspace_id = '${B}'`),
        await countOf(client, `DELETE FROM ${table} WHERE workspace_id = '${B}'`),
      ]);
      expect({ table, touched }).toEqual({ table, touched: [0, 0] });
    }
    const { rows } = await superuser.query(`SELECT FROM products WHERE workspace_id = '${B}'`);
    expect(rows).toHaveLength(1);
  });

  test("for workspace A, a row of B cannot be inserted, and A's row cannot be moved to B: 42501", async () => {
    for (const [table, row] of Object.entries(tenantRows(B))) {
      const refusals = [
        await inWorkspace(db, wholeWorkspace(A), (client) => insertRow(client, table, row)).catch(codeOf),
        await inWorkspace(db, wholeWorkspace(A), (client) =>
          client.query(`UPDATE ${table} SET workspace_id = '${B}'`),
        ).catch(codeOf),
      ];
      expect({ table, refusals }).toEqual({ table, refusals: ["42501", "42501"] });
    }
  });

  test.each(["", "ws_", "ws_c", "%", "' OR true --"])(
    "for workspace %j, no table shows, changes or accepts a row",
    async (id) => {
      for (const [table, row] of Object.entries(tenantRows(A))) {
        const seen = await inWorkspace(db, wholeWorkspace(id), (client) => countOf(client, `SELECT FROM ${table}`));
        const deleted = await inWorkspace(db, wholeWorkspace(id), (client) => countOf(client, `DELETE FROM ${table}`));
        const inserted = await inWorkspace(db, wholeWorkspace(id), (client) => insertRow(client, table, row)).catch(
          codeOf,
        );
        expect({ table, seen, deleted, inserted }).toEqual({ table, seen: 0, deleted: 0, inserted: "42501" });
      }
    },
  );

  test("outside of a transaction with a workspace, no table shows a row", async () => {
    for (const table of [...tenantTables, "workspaces", "users"]) {
      const { rowCount } = await db.app.query(`SELECT FROM ${table}`);
      expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
    }
  });

  test("the workspace is not kept on the connection after its transaction, committed or not", async () => {
    const single = openDatabase({ url: database.appUrl, appConnectionsMax: 1 });
    const count = async () => (await single.app.query("SELECT FROM products")).rowCount;
    await inWorkspace(single, wholeWorkspace(A), async () => {});
    expect(await count()).toBe(0);
    await inWorkspace(single, wholeWorkspace(A), () => Promise.reject(new Error("no"))).catch(() => {});
    expect(await count()).toBe(0);
    await single.app.query("SELECT * FROM product_page($1, '*', '', 10)", [A]);
    expect(await count()).toBe(0);
    await single.close();
  });

  test("a thousand transactions of two workspaces over four connections each see only their own row", async () => {
    const mixed = openDatabase({ url: database.appUrl, appConnectionsMax: 4 });
    const seen = await Promise.all(
      Array.from({ length: 1_000 }, async (_, i) => {
        const own = i % 2 === 0 ? A : B;
        const { rows } = await inWorkspace(mixed, wholeWorkspace(own), (client) =>
          client.query("SELECT workspace_id FROM products"),
        );
        return rows.length === 1 && rows[0]?.workspace_id === own;
      }),
    );
    expect(seen.every(Boolean)).toBe(true);
    await mixed.close();
  });

  test("a workspace sees its own row and its users, and not those of others", async () => {
    const names = await inWorkspace(db, wholeWorkspace(A), (client) => client.query("SELECT id FROM workspaces"));
    expect(names.rows).toEqual([{ id: A }]);
    const users = await inWorkspace(db, wholeWorkspace(A), (client) => client.query("SELECT id FROM users"));
    expect(users.rows).toEqual([{ id: `usr_${A}` }]);
    expect(
      await inWorkspace(db, wholeWorkspace(A), (client) =>
        countOf(client, `UPDATE workspaces SET name = 'x' WHERE id = '${B}'`),
      ),
    ).toBe(0);
  });
});

describe("the roles that applications run as", () => {
  const roles = ["skucast_app", "skucast_system"];

  test("are not superusers, do not bypass row-level security, cannot log in and own nothing", async () => {
    const { rows } = await superuser.query(
      "SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin FROM pg_roles WHERE rolname = ANY ($1) ORDER BY 1",
      [roles],
    );
    const none = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false };
    expect(rows).toEqual(roles.map((rolname) => ({ rolname, ...none })));
    const owned = await superuser.query(
      "SELECT relname FROM pg_class WHERE relowner IN (SELECT oid FROM pg_roles WHERE rolname = ANY ($1))",
      [roles],
    );
    expect(owned.rows).toEqual([]);
  });

  test("are the roles of the pools", async () => {
    const roleOf = async (pool: pg.Pool) => (await pool.query("SELECT current_user AS role")).rows[0]?.role;
    expect([await roleOf(db.app), await roleOf(db.system)]).toEqual(roles);
  });

  test("are required: the login itself has no right to any table", async () => {
    const login = new pg.Client({ connectionString: database.appUrl });
    await login.connect();
    for (const table of tenantTables) expect(await login.query(`SELECT FROM ${table}`).catch(codeOf)).toBe("42501");
    await login.end();
  });

  test("let workers see every workspace, and change or delete no product that exists", async () => {
    const { rows } = await inSystem(db, (client) => client.query("SELECT workspace_id FROM products ORDER BY 1"));
    expect(rows).toEqual([{ workspace_id: A }, { workspace_id: B }]);
    expect((await inSystem(db, (client) => client.query("DELETE FROM products"))).rowCount).toBe(0);
    expect(await inSystem(db, (client) => client.query("UPDATE products SET doc = ''")).catch(codeOf)).toBe("42501");
    expect(await inSystem(db, (client) => client.query("UPDATE events SET data = ''")).catch(codeOf)).toBe("42501");
  });
});

test("no application may change or delete an event", async () => {
  const fresh = await createTestDatabase();
  const other = openDatabase({ url: fresh.appUrl });
  for (const sql of ["UPDATE events SET data = ''", "DELETE FROM events"]) {
    expect(await inWorkspace(other, wholeWorkspace(A), (client) => client.query(sql)).catch(codeOf)).toBe("42501");
    expect(await inSystem(other, (client) => client.query(sql)).catch(codeOf)).toBe("42501");
  }
  await other.close();
  await fresh.drop();
});
