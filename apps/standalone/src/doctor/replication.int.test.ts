import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Database, openDatabase } from "@skucast/db/database";
import { migrate } from "@skucast/db/migrate";
import { urlOfDatabase } from "@skucast/testkit/cluster-address";
import { eventually } from "@skucast/testkit/eventually";
import { queryDatabase } from "@skucast/testkit/query-database";
import { type PostgresPair, startSynchronousPair } from "@skucast/testkit/start-debian-postgres";
import type { Finding } from "./check.js";
import { findingsOf, replication } from "./replication.js";

let pair: PostgresPair;
const open: Database[] = [];

beforeAll(async () => {
  pair = await startSynchronousPair();
  await migrate(pair.primary.ownerUrl);
});
afterAll(async () => {
  for (const db of open) await db.close();
  await pair.stop();
});

/** What the doctor reports as the apps' login, which is no superuser. */
async function report({ appUrl }: { appUrl: string }): Promise<Finding[]> {
  const db = openDatabase({ url: appUrl });
  open.push(db);
  // The check needs the database only.
  return replication.run({ db } as Parameters<typeof replication.run>[0]);
}

async function awaitStandbys({ superuserUrl }: { superuserUrl: string }, names: string): Promise<void> {
  await queryDatabase(superuserUrl, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await queryDatabase(superuserUrl, "SELECT pg_reload_conf()");
  await eventually(async () => {
    const [row] = await queryDatabase(superuserUrl, "SELECT current_setting('synchronous_standby_names') AS names");
    return row?.names === names;
  });
}

test("reports a standby that confirms commits, one that does not, and one that is missing", async () => {
  const confirming = { level: "ok", text: expect.stringMatching(/^1 standby is connected, and each commit waits/) };
  expect(await report(pair.primary)).toEqual([confirming]);

  await awaitStandbys(pair.primary, "");
  expect(await report(pair.primary)).toMatchObject([{ level: "warning", text: expect.stringContaining("may lose") }]);

  const superuser = urlOfDatabase(pair.primary.superuserUrl, "skucast");
  await queryDatabase(superuser, "GRANT pg_read_all_stats TO skucast_system");
  await awaitStandbys(pair.primary, "elsewhere");
  expect(await report(pair.primary)).toMatchObject([
    { level: "fault", text: expect.stringContaining("synchronous_standby_names is elsewhere, 1 standby is connected") },
  ]);

  await awaitStandbys(pair.primary, "*");
  await eventually(async () => {
    expect(await report(pair.primary)).toEqual([confirming]);
    return true;
  });
});

test("reports nothing about a standby, and a promoted one without a standby of its own", async () => {
  expect(await report(pair.standby)).toEqual([]);
  await pair.primary.kill();
  await pair.promote();
  expect(await report(pair.standby)).toMatchObject([
    { level: "ok", text: expect.stringContaining("restore a backup") },
  ]);
  await awaitStandbys(pair.standby, "*");
  expect(await report(pair.standby)).toMatchObject([
    { level: "fault", text: expect.stringContaining("0 standbys are connected") },
  ]);
});

test("warns about a lag of more than a minute", () => {
  const state = { isStandby: false, awaited: "*", connected: 2, confirming: 1 };
  expect(findingsOf({ ...state, lagSeconds: 60 }).map(({ level }) => level)).toEqual(["ok"]);
  expect(findingsOf({ ...state, lagSeconds: 150 })).toMatchObject([
    { level: "ok" },
    { level: "warning", text: "a standby is 3 min behind" },
  ]);
});
