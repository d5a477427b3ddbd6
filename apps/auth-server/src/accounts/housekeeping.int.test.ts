import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";
import { startAccountsHousekeeping } from "./housekeeping.js";

let accounts: AccountsFixture;

beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

test("sessions that expired a month ago, old attempt counts, expired links and old mails are deleted; others stay", async () => {
  const old = await accounts.signUp("old@example.com");
  await old.fill("/forgot-password", { action: "/forgot-password", fields: { email: "old@example.com" } });
  const count = async (table: string) =>
    Number((await accounts.db.system.query(`SELECT count(*) FROM ${table}`)).rows[0].count);
  const recipients = async () =>
    (await accounts.db.system.query("SELECT DISTINCT recipient FROM account_mails")).rows.map(
      ({ recipient }) => recipient,
    );
  expect([await count("account_tokens"), await recipients()]).toEqual([1, ["old@example.com"]]);
  const asked = await count("attempt_counts");
  expect(asked).toBeGreaterThan(0);
  accounts.passTime(36 * 24 * 3_600_000);
  await accounts.signUp("new@example.com");
  const fresh = (await count("attempt_counts")) - asked;
  const loop = startAccountsHousekeeping(accounts.ctx);
  await eventually(async () => (await count("attempt_counts")) === fresh);
  await eventually(async () => (await recipients()).join() === "new@example.com");
  expect(await count("account_tokens")).toBe(0);
  expect(await count("sessions")).toBe(2);
  accounts.passTime(2 * 24 * 3_600_000);
  loop.wake();
  await eventually(async () => (await count("sessions")) === 1);
  await loop.stop();
});
