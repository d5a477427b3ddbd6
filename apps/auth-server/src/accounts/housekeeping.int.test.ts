import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";
import { startAccountsHousekeeping } from "./housekeeping.js";

let accounts: AccountsFixture;

beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

test("sessions that expired a month ago and old attempt counts are deleted; others stay", async () => {
  await accounts.signUp("old@example.com");
  const count = async (table: string) =>
    Number((await accounts.db.system.query(`SELECT count(*) FROM ${table}`)).rows[0].count);
  const ofSigningUp = await count("attempt_counts");
  expect(ofSigningUp).toBeGreaterThan(0);
  accounts.passTime(36 * 24 * 3_600_000);
  await accounts.signUp("new@example.com");
  const loop = startAccountsHousekeeping(accounts.ctx);
  await eventually(async () => (await count("attempt_counts")) === ofSigningUp);
  expect(await count("sessions")).toBe(2);
  accounts.passTime(2 * 24 * 3_600_000);
  loop.wake();
  await eventually(async () => (await count("sessions")) === 1);
  await loop.stop();
});
