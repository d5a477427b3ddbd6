import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { inSystem } from "../database.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { findSignUpLink, insertSignUpLink, spendSignUpLink } from "./sign-up-links.js";

const NOW = new Date("2026-12-01T12:00:00Z");
const EXPIRES_AT = new Date("2026-12-01T13:00:00Z");
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const DETAILS = { invitationHash: null, returnTo: null, visitorHash: "v", ip: null, userAgent: null };

let testDb: TestDb;
beforeAll(async () => {
  testDb = await openTestDb();
});
afterAll(() => testDb.close());

const insert = (name: string, email: string) =>
  inSystem(testDb.db, (client) =>
    insertSignUpLink(client, {
      tokenHash: Buffer.from(name),
      email,
      details: DETAILS,
      now: NOW,
      expiresAt: EXPIRES_AT,
    }),
  );
const spend = (name: string) => inSystem(testDb.db, (client) => spendSignUpLink(client, Buffer.from(name), NOW));

test("of two links of an address that are used at once, one counts, and they do not wait for each other", async () => {
  const email = "twice@example.com";
  for (const name of ["first", "second"]) await insert(name, email);
  let later: Promise<unknown> = Promise.resolve();
  const first = await inSystem(testDb.db, (client) => {
    const query = async (...sent: Parameters<typeof client.query>) => {
      const answer = await client.query(...sent);
      if (!String(sent[0]).startsWith("DELETE") || !String(sent[0]).includes("RETURNING")) return answer;
      // The first link is used, and the other ones are not ended yet.
      later = spend("second");
      await eventually(async () => (await testDb.superuser.query(WAITING)).rowCount === 1);
      return answer;
    };
    return spendSignUpLink({ ...client, query } as typeof client, Buffer.from("first"), NOW);
  });
  expect([first?.email, await later]).toEqual([email, null]);
});

test("a link is open until it is used or expires, and links of other addresses stay", async () => {
  await insert("a", "ada@example.com");
  await insert("b", "bo@example.com");
  const found = (name: string, now = NOW) => findSignUpLink(testDb.db, Buffer.from(name), now);
  expect(await found("a", EXPIRES_AT)).toBeNull();
  expect(await spend("a")).not.toBeNull();
  expect([await found("a"), await spend("a"), await found("none")]).toEqual([null, null, null]);
  expect(await found("b")).toMatchObject({ email: "bo@example.com" });
});
