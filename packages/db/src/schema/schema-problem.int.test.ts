import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { TEMPLATE_DATABASE } from "@skucast/testkit/cluster-address";
import { openDatabase } from "../database.js";
import { migrate, migrateTo } from "../migrate.js";
import { readSchemaSource, sqlFile } from "../migrations/schema-source.js";
import { createOwnDatabase, type OwnDatabase } from "../testing/own-database.js";
import { describeDatabase } from "./describe-schema.js";
import { EXPECTED_SCHEMA, schemaProblem } from "./schema-problem.js";

const source = readSchemaSource();
let database: OwnDatabase;

beforeAll(async () => {
  database = await createOwnDatabase(TEMPLATE_DATABASE);
});
afterAll(() => database.drop());

/** The problem that a process of the applications finds. */
async function problem(of: { readonly appUrl: string } = database): Promise<string | undefined> {
  const db = openDatabase({ url: of.appUrl });
  return schemaProblem(db.system).finally(() => db.close());
}

test("expected-schema.txt describes a migrated database (if not, run `npm run schema`)", async () => {
  const lines = readFileSync(EXPECTED_SCHEMA, "utf8").split("\n").filter(Boolean);
  expect(lines).toEqual(await describeDatabase(database.ownerUrl));
});

test("a migrated database has no problem", async () => {
  expect(await problem()).toBeUndefined();
});

describe("a missing object is named:", () => {
  test.each([
    ["DROP POLICY own_workspace ON products", "policy own_workspace on products for * to skucast_app"],
    ["ALTER TABLE feeds DISABLE ROW LEVEL SECURITY", "forced row-level security on feeds"],
    ["ALTER TABLE feeds NO FORCE ROW LEVEL SECURITY", "forced row-level security on feeds"],
    ["DROP FUNCTION product_page", "function product_page(text, text, text, integer)"],
    ["ALTER FUNCTION product_page SECURITY DEFINER", "function product_page(text, text, text, integer)"],
    ["REVOKE SELECT ON products FROM skucast_app", "grant of SELECT on products to skucast_app"],
    ["REVOKE EXECUTE ON FUNCTION own_brands FROM skucast_app", "grant of EXECUTE on own_brands to skucast_app"],
    ["DROP TABLE public_vocabulary", "table public_vocabulary"],
    ["ALTER TABLE products DROP COLUMN row_hash", "column products.row_hash bytea"],
    ["DROP INDEX listings_issues_idx", "index listings_issues_idx on listings"],
    ["DROP TRIGGER walk_channel ON channels", "trigger walk_channel on channels"],
  ])("%s", async (change, missing) => {
    const broken = await createOwnDatabase(TEMPLATE_DATABASE);
    await broken.queryAll(change);
    expect(await problem(broken)).toContain(`it lacks ${missing}`);
    await expect(migrate(broken.ownerUrl)).rejects.toThrow(missing);
    await broken.drop();
  });
});

test("a login that may not become a role of the applications is named", async () => {
  const login = `other_login_${process.pid}`;
  await database.queryAll(`CREATE ROLE ${login} LOGIN PASSWORD 'secret'`);
  const appUrl = Object.assign(new URL(database.appUrl), { username: login, password: "secret" }).href;
  expect(await problem({ appUrl })).toContain('permission denied to set role "skucast_system"');
  await database.queryAll(`DROP ROLE ${login}`);
});

describe("a schema of a later version", () => {
  const laterBy = async (name: string, sql: string) => {
    const later = await createOwnDatabase(TEMPLATE_DATABASE);
    const migrations = [...source.migrations, sqlFile(name, Buffer.from(sql))];
    await migrateTo(later.ownerUrl, { migrations, functions: source.functions });
    const found = await problem(later);
    await later.drop();
    return found;
  };

  test("that only added something can be used", async () => {
    expect(await laterBy("20270101000000_later", "ALTER TABLE feeds ADD COLUMN later text")).toBeUndefined();
  });

  test("that removed something is rejected with the name of its migration", async () => {
    expect(await laterBy("20270101000000_contract_later", "SELECT 1")).toContain("20270101000000_contract_later");
  });
});
