import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { migrate, migrateTo } from "../migrate.js";
import { readSchemaSource } from "../migrations/schema-source.js";
import { createOwnDatabase, type OwnDatabase } from "../testing/own-database.js";
import { insertRow, tenantRows } from "../testing/tenant-rows.js";

const MIGRATION = "20261206030000_stripe_versions";

let database: OwnDatabase;
let superuser: pg.Client;

beforeAll(async () => {
  database = await createOwnDatabase();
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await database.drop();
});

test("a channel that followed the newest Stripe profile keeps the version that it had; others stay", async () => {
  const { migrations, functions } = readSchemaSource();
  // Those of the directory read columns that later migrations add.
  const needed = functions.filter(({ name }) => !name.startsWith("directory/"));
  const place = migrations.findIndex(({ name }) => name === MIGRATION);
  await migrateTo(database.ownerUrl, { migrations: migrations.slice(0, place), functions: needed });
  await insertRow(superuser, "workspaces", { id: "ws_a", name: "A" });
  const { channels } = tenantRows("ws_a");
  for (const profile of ["stripe_agentic", "stripe_agentic@2026-05", "meta_catalog"]) {
    await insertRow(superuser, "channels", { ...channels, id: `ch_${profile}`, name: profile, profile });
  }
  await migrate(database.ownerUrl);
  const { rows } = await superuser.query<{ name: string; profile: string }>("SELECT name, profile FROM channels");
  expect(Object.fromEntries(rows.map(({ name, profile }) => [name, profile]))).toEqual({
    stripe_agentic: "stripe_agentic@2026-05",
    "stripe_agentic@2026-05": "stripe_agentic@2026-05",
    meta_catalog: "meta_catalog",
  });
});
