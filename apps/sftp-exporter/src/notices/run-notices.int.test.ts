import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { eventually } from "@skucast/testkit/eventually";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";

let fixture: ExporterFixture;
beforeAll(async () => {
  fixture = await openExporterFixture({ isMailing: true });
  await fixture.addProducts([...Array(20)].map((_, i) => product(`SKU-${i}`)));
  for (const role of ["owner", "editor", "viewer"]) {
    const id = newId("usr");
    const user = "INSERT INTO users (id, email, name, password_hash) VALUES ($1, $1 || '@example.com', $2, 'x')";
    await fixture.query(user, [id, role]);
    const membership = [fixture.workspaceId, id, role];
    await fixture.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)", membership);
  }
  await fixture.startApp();
});
afterEach(() => fixture.query("DELETE FROM notices"));
afterAll(() => fixture.close());

const settled = async (feedId: string) => {
  const id = await fixture.queueRun(feedId);
  return eventually(async () => {
    const run = await fixture.run(id);
    return (run.finished_at !== null || run.status === "held") && run;
  });
};
const mails = () =>
  fixture.query<{ subject: string; body: string; name: string }>(
    "SELECT n.subject, n.body, u.name FROM notices n JOIN users u ON u.id = n.user_id ORDER BY n.created_at, n.id",
  );
const subjects = async () => (await mails()).map(({ subject, name }) => `${name}: ${subject}`).sort();
const setStatus = (status: string, count: number) =>
  fixture.changeProducts("UPDATE products SET status = $1 WHERE sku = ANY ($2::text[])", [
    status,
    [...Array(count)].map((_, i) => `SKU-${i}`),
  ]);

test("owners and editors get one mail when runs begin to be held, with the guard and the next step, and one when a run succeeds again", async () => {
  const feedId = await fixture.addFeed();
  expect((await settled(feedId)).status).toBe("succeeded");
  expect(await mails()).toEqual([]);
  await setStatus("draft", 15);
  const held = await settled(feedId);
  expect(held.status).toBe("held");
  expect((await settled(feedId)).status).toBe("held");
  const about = "Skucast: a run of the feed Feed is held";
  expect(await subjects()).toEqual([`editor: ${about}`, `owner: ${about}`]);
  const [mail] = await mails();
  const tripped = held.guards.filter(({ verdict }) => verdict === "tripped");
  for (const { guard, message } of tripped) expect(mail?.body).toContain(`- ${guard}: ${message}`);
  expect(mail?.body).toContain(`POST {public_url}/api/public/v1/runs/${held.id}/release`);
  expect(mail?.body).toContain(`{public_url}/runs/${held.id}`);
  await setStatus("active", 15);
  await fixture.addProducts([product("NEW")]);
  expect((await settled(feedId)).status).toBe("succeeded");
  await fixture.addProducts([product("NEWER")]);
  expect((await settled(feedId)).status).toBe("succeeded");
  const again = "Skucast: the feed Feed runs again";
  expect(await subjects()).toEqual(
    [`editor: ${about}`, `editor: ${again}`, `owner: ${about}`, `owner: ${again}`].sort(),
  );
});

test("a run that fails before its deliveries is mailed once, and so is the next one that succeeds", async () => {
  const feedId = await fixture.addFeed();
  const first = await settled(feedId);
  const broken = await fixture.addFeed();
  // A rollback whose files are gone fails.
  rmSync(join(fixture.filesDir, fixture.workspaceId, first.id), { recursive: true });
  const failing = async () => {
    const id = await fixture.queueRun(broken);
    await fixture.query("UPDATE runs SET rollback_to = $2, trigger = 'rollback' WHERE id = $1", [id, first.id]);
    return eventually(async () => {
      const run = await fixture.run(id);
      return run.finished_at !== null && run;
    });
  };
  const failed = await failing();
  expect(failed.status).toBe("failed");
  await failing();
  const about = "Skucast: a run of the feed Feed failed";
  expect(await subjects()).toEqual([`editor: ${about}`, `owner: ${about}`]);
  expect((await mails())[0]?.body).toContain(`Error: ${failed.error}`);
  expect((await settled(broken)).status).toBe("succeeded");
  expect((await subjects()).filter((subject) => subject.includes("runs again"))).toHaveLength(2);
});

test("a member who is restricted to other channels gets no mail about a feed", async () => {
  const feedId = await fixture.addFeed();
  const [feed] = await fixture.query<{ channel_id: string }>("SELECT channel_id FROM feeds WHERE id = $1", [feedId]);
  const restricted = async (name: string, channelId: string) => {
    const id = newId("usr");
    const user = "INSERT INTO users (id, email, name, password_hash) VALUES ($1, $1 || '@example.com', $2, 'x')";
    await fixture.query(user, [id, name]);
    const member = "INSERT INTO memberships (workspace_id, user_id, role, channel_ids) VALUES ($1, $2, 'editor', $3)";
    await fixture.query(member, [fixture.workspaceId, id, JSON.stringify([channelId])]);
  };
  await restricted("of this channel", feed?.channel_id ?? "");
  await restricted("of another", newId("ch"));
  expect((await settled(feedId)).status).toBe("succeeded");
  await setStatus("draft", 15);
  expect((await settled(feedId)).status).toBe("held");
  await setStatus("active", 15);
  const names = (await mails()).map(({ name }) => name).sort();
  expect(names).toEqual(["editor", "of this channel", "owner"]);
});
