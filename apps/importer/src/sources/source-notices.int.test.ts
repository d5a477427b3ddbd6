import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import { inWorkspace } from "@skucast/db/database";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { eventually } from "@skucast/testkit/eventually";
import { type Shop, startShop } from "@skucast/testkit/start-shop";
import { csvOf, skus } from "../testing/open-importer-fixture.js";
import { openSourceFixture } from "../testing/open-source-fixture.js";

let shop: Shop;
let fixture: Awaited<ReturnType<typeof openSourceFixture>>;
let workspaceId: string;
beforeAll(async () => {
  shop = await startShop();
  fixture = await openSourceFixture({ sourceCa: shop.ca });
  ({ workspaceId } = await insertPerson(fixture.ctx.db, "owner"));
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await shop.stop();
});

const mails = async () => {
  const sql = "SELECT subject, body FROM notices WHERE workspace_id = $1 ORDER BY created_at, id";
  return fixture.query<{ subject: string; body: string }>(sql, [workspaceId]);
};

test("owners get a mail when a source starts to fail, when it works again, and when an import is held", async () => {
  const location = { url: `${shop.origin}/a.csv` };
  const id = await fixture.addSource({ location, workspaceId, options: { mode: "replace" } });
  for (let i = 0; i < 3; i += 1) await fixture.run(id, { workspaceId });
  shop.publish("/a.csv", csvOf(skus(10)));
  await fixture.run(id, { workspaceId });
  shop.publish("/a.csv", csvOf(skus(2)));
  const held = await fixture.run(id, { workspaceId });
  const told = await mails();
  expect(told.map(({ subject }) => subject)).toEqual([
    "Skucast: the source Shop could not be imported",
    "Skucast: the source Shop works again",
    "Skucast: an import of the source Shop is held",
  ]);
  expect(told[0]?.body).toContain("404");
  expect(told[0]?.body).toContain("has no schedule");
  expect(told[2]?.body).toContain(`/imports/${held.id}/release`);
  expect(told[2]?.body).toContain("lacks 8 of 10 products");
});

test("an import that is held repeatedly is mailed once until a member decides or an import succeeds", async () => {
  const location = { url: `${shop.origin}/b.csv` };
  const id = await fixture.addSource({ location, workspaceId, options: { mode: "replace" } });
  shop.publish("/b.csv", csvOf(skus(20)));
  await fixture.run(id, { workspaceId });
  const before = (await mails()).length;
  shop.publish("/b.csv", csvOf(skus(3)));
  await fixture.run(id, { workspaceId });
  shop.publish("/b.csv", csvOf(skus(4)));
  await fixture.run(id, { workspaceId });
  const subjects = async () => (await mails()).slice(before).map(({ subject }) => subject);
  const held = "Skucast: an import of the source Shop is held";
  expect(await subjects()).toEqual([held]);
  await fixture.query("UPDATE incidents SET acknowledged_at = now() WHERE object_id = $1 AND closed_at IS NULL", [id]);
  shop.publish("/b.csv", csvOf(skus(5)));
  await fixture.run(id, { workspaceId });
  expect(await subjects()).toEqual([held, held]);
  shop.publish("/b.csv", csvOf(skus(21)));
  await fixture.run(id, { workspaceId });
  expect(await subjects()).toEqual([held, held, "Skucast: the source Shop works again"]);
});

test("after a scheduled failure, a nightly source is retried after 5, 15 and 60 minutes, and then at its time", async () => {
  // Half a day away, so that no retry comes after it.
  const time = new Date(Date.now() + 43_200_000).toISOString().slice(11, 16);
  const schedule = { time, time_zone: "UTC" };
  const id = await fixture.addSource({ location: { url: `${shop.origin}/none.csv` }, workspaceId, schedule });
  const waits: number[] = [];
  const mailsBefore = (await mails()).length;
  for (let i = 0; i < 4; i += 1) {
    const run = await fixture.nextTime(id);
    const [row] = await fixture.query<{ finished_at: Date }>("SELECT finished_at FROM imports WHERE id = $1", [
      run?.id,
    ]);
    const { next_run_at: next } = await fixture.sourceOf(id);
    waits.push(Math.round(((next?.getTime() ?? 0) - (row?.finished_at.getTime() ?? 0)) / 60_000));
  }
  expect(waits.slice(0, 3)).toEqual([5, 15, 60]);
  const told = (await mails()).slice(mailsBefore);
  expect(told).toHaveLength(1);
  expect(told[0]?.body).toContain("retried 5 minutes later, then after 15 and 60 minutes");
  const { next_run_at: next, failures } = await fixture.sourceOf(id);
  expect([next?.toISOString().slice(11, 16), failures]).toEqual([time, 4]);
});

test("a source is paused when the key that set it up ends, with an event, an audit entry and a mail", async () => {
  const schedule = { every_minutes: 60 } as const;
  const add = () => fixture.addSource({ location: { url: `${shop.origin}/bound.csv` }, workspaceId, schedule });
  const ended = await add();
  const lasting = await add();
  const holder = newId("key");
  await insertApiKey(fixture.ctx.db, {
    workspaceId,
    id: holder,
    name: "k",
    secretHash: randomBytes(32),
    lastFour: "last",
  });
  await fixture.query("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [holder]);
  // Its next time has come, and it is not fetched any more.
  const bind = "UPDATE sources SET bound_to = $1, next_run_at = now() - interval '1 hour' WHERE id = $2";
  await fixture.query(bind, [holder, ended]);
  const statusOf = async (id: string) =>
    (await fixture.query<{ status: string }>("SELECT status FROM sources WHERE id = $1", [id]))[0]?.status;
  await eventually(async () => (await statusOf(ended)) === "paused");
  expect((await fixture.sourceOf(ended)).next_run_at).toBeNull();
  expect(await fixture.query("SELECT id FROM imports WHERE source_id = $1", [ended])).toEqual([]);
  expect(await statusOf(lasting)).toBe("active");
  const [event] = await fixture.query<{ data: string }>(
    "SELECT data FROM events WHERE object_id = $1 AND type = 'source.updated'",
    [ended],
  );
  const data = JSON.parse(event?.data ?? "null");
  expect(EVENT_TYPES.find(({ type }) => type === "source.updated")?.data.safeParse(data).success).toBe(true);
  expect(data).toMatchObject({
    object: { id: ended, status: "paused" },
    previous: { status: "active" },
    changed_by: { type: "system" },
  });
  const reader = { ...wholeWorkspace(workspaceId), readsAuditLog: true };
  const select = "SELECT action, details FROM audit_entries WHERE object_id = $1";
  const { rows: entries } = await inWorkspace(fixture.ctx.db, reader, (client) => client.query(select, [ended]));
  expect(entries).toMatchObject([{ action: "source.updated", details: { reason: "access_ended", bound_to: holder } }]);
  expect((await mails()).at(-1)?.subject).toBe("Skucast: the source Shop was paused");
});
