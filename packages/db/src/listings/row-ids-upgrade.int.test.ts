import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { migrate, migrateTo } from "../migrate.js";
import { readSchemaSource } from "../migrations/schema-source.js";
import { createOwnDatabase, type OwnDatabase } from "../testing/own-database.js";
import { insertRow } from "../testing/tenant-rows.js";

const MIGRATION = "20261210040000_row_ids";

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

test("every channel is walked from its start within 70 minutes after the upgrade; a walk that is due is not delayed", async () => {
  const { migrations } = readSchemaSource();
  const place = migrations.findIndex(({ name }) => name === MIGRATION);
  await migrateTo(database.ownerUrl, { migrations: migrations.slice(0, place), functions: [] });
  const now = Date.now();
  const due = new Date(now - 60_000);
  const walks = { workspace_id: "ws_a", after_sku: "M" };
  await insertRow(superuser, "listing_walks", { ...walks, channel_id: "ch_due", due_at: due });
  await insertRow(superuser, "listing_walks", { ...walks, channel_id: "ch_later", due_at: new Date(now + 86_400_000) });
  await migrate(database.ownerUrl);
  const { rows } = await superuser.query<{ after_sku: string; due_at: Date; is_soon: boolean }>(
    `SELECT after_sku, due_at, due_at BETWEEN now() AND now() + interval '70 minutes' AS is_soon
     FROM listing_walks ORDER BY channel_id`,
  );
  expect(rows).toMatchObject([
    { after_sku: "", due_at: due },
    { after_sku: "", is_soon: true },
  ]);
});
