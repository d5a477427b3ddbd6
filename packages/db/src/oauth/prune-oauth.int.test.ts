import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { insertRow } from "../testing/tenant-rows.js";
import { pruneOAuth } from "./prune-oauth.js";

const NOW = new Date("2026-12-06T12:00:00Z");
const LATER = new Date("2026-12-06T12:00:01Z");
const TABLES = { oauth_artifacts: "scope", oauth_clients: "registered_from", oauth_refresh_answers: "answer_sealed" };

let testDb: TestDb;
beforeAll(async () => {
  testDb = await openTestDb();
});
afterAll(() => testDb.close());

/** Inserts a row of each table. An answer that is being worked on is kept, although it has expired. */
async function insertExpiring(name: string, expires_at: Date, lease_until = expires_at): Promise<void> {
  const { superuser } = testDb;
  const bytes = Buffer.from(name);
  await insertRow(superuser, "oauth_artifacts", { model: "M", id_hash: bytes, sealed: bytes, scope: name, expires_at });
  await insertRow(superuser, "oauth_clients", {
    id: name,
    metadata: "{}",
    registered_from: name,
    created_at: NOW,
    expires_at,
  });
  await insertRow(superuser, "oauth_refresh_answers", {
    token_hash: bytes,
    fingerprint: bytes,
    answer_sealed: bytes,
    lease_until,
    expires_at,
  });
}

test("tokens, codes, registrations and answers are deleted when they have expired, and no earlier", async () => {
  await insertExpiring("expired", NOW);
  await insertExpiring("leased", NOW, LATER);
  await insertExpiring("live", LATER);
  expect(await pruneOAuth(testDb.db, NOW)).toBe(false);
  for (const [table, column] of Object.entries(TABLES)) {
    const { rows } = await testDb.superuser.query<{ name: string }>(
      `SELECT convert_from(${column === "answer_sealed" ? column : `${column}::bytea`}, 'UTF8') AS name FROM ${table} ORDER BY 1`,
    );
    const left = table === "oauth_refresh_answers" ? ["leased", "live"] : ["live"];
    expect([table, rows.map(({ name }) => name)]).toEqual([table, left]);
  }
});
