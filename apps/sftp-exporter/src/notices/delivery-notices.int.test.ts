import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { eventually } from "@skucast/testkit/eventually";
import { startUnruly, type UnrulyServer } from "@skucast/testkit/partner-servers/start-unruly";
import type { UnrulyOptions } from "@skucast/testkit/partner-servers/unruly-options";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";

let fixture: ExporterFixture;
const servers: UnrulyServer[] = [];
beforeAll(async () => {
  fixture = await openExporterFixture({ isMailing: true });
  await fixture.addProducts([product("SKU-1")]);
  for (const role of ["owner", "editor", "viewer"]) await addMember(role);
});
afterEach(async () => {
  await fixture.stopApps();
  await fixture.query("DELETE FROM notices");
  await fixture.query("DELETE FROM incidents");
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(() => fixture.close());

async function addMember(role: string): Promise<void> {
  const id = newId("usr");
  await fixture.query("INSERT INTO users (id, email, name, password_hash) VALUES ($1, $1 || '@example.com', $2, 'x')", [
    id,
    role,
  ]);
  const membership = [fixture.workspaceId, id, role];
  await fixture.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)", membership);
}

async function startServer(options: UnrulyOptions = {}): Promise<UnrulyServer> {
  const server = await startUnruly(options);
  servers.push(server);
  return server;
}

const destinationAt = (server: UnrulyServer) =>
  fixture.addDestination(undefined, {
    port: server.port,
    username: server.username,
    auth: { type: "password", password: server.password ?? "" },
    hostKeys: [...server.hostKeysSha256],
  });

async function finishedRun(feedId: string) {
  const id = await fixture.queueRun(feedId);
  return eventually(
    async () => {
      const found = await fixture.run(id);
      return found.finished_at !== null && found;
    },
    { timeoutMs: 60_000 },
  );
}

const mails = () =>
  fixture.query<{ subject: string; body: string; name: string }>(
    "SELECT n.subject, n.body, u.name FROM notices n JOIN users u ON u.id = n.user_id ORDER BY n.id, u.name",
  );

test("owners and editors get one mail about an incident, with the host's message, and one about its end", async () => {
  const full = await startServer({ quotaBytes: 10 });
  const destination = await destinationAt(full);
  const feedId = await fixture.addFeed({ destinations: [destination] });
  await fixture.startApp();
  const first = await finishedRun(feedId);
  await finishedRun(feedId);
  const afterFailures = await mails();
  expect(afterFailures.map(({ name }) => name).sort()).toEqual(["editor", "owner"]);
  const [mail] = afterFailures;
  expect(mail?.subject).toMatch(/was not delivered/);
  expect(mail?.body).toContain("Message from the host: quota exceeded, call +49 30 1234567");
  expect(mail?.body).toContain(`POST {public_url}/api/public/v1/destinations/${destination}/test`);
  expect(mail?.body).toContain("The feed has no schedule, so it is not retried automatically.");
  expect(mail?.body).toContain(first.id);

  const withSpace = await startServer();
  await fixture.changeProducts("UPDATE destinations SET port = $2, host_keys = $3 WHERE id = $1", [
    destination,
    withSpace.port,
    JSON.stringify(withSpace.hostKeysSha256),
  ]);
  await finishedRun(feedId);
  await finishedRun(feedId);
  const subjects = (await mails()).map(({ subject }) => subject).filter((subject) => subject.includes("again"));
  expect(subjects).toHaveLength(2);
});

test("files that the first attempt left are in the error and the mail, even if the host was unreachable afterwards", async () => {
  const gone = await startServer({
    noPosixRename: true,
    refuseReplace: ["rename"],
    cutAtRename: { number: 3, when: "before" },
    isDownAfterCut: true,
  });
  writeFileSync(join(gone.folder, "products.csv"), "old");
  const feedId = await fixture.addFeed({ destinations: [await destinationAt(gone)] });
  await fixture.startApp();
  const { deliveries } = await finishedRun(feedId);
  const left = readdirSync(gone.folder).sort();
  expect(left).toEqual([
    expect.stringMatching(/^\.products\.csv\.old-dst_/),
    expect.stringMatching(/^\.products\.csv\.part-run_/),
  ]);
  expect(deliveries).toMatchObject([
    { status: "failed", attempts: 3, remark: expect.stringContaining("earlier attempts") },
  ]);
  const [mail] = await mails();
  for (const name of left) {
    expect(deliveries[0]?.error).toContain(name);
    expect(mail?.body).toContain(name);
  }
  expect(mail?.body).toContain("(the old products.csv, which may be missing)");
});

test("the mail about a feed with a schedule says that it is retried", async () => {
  const full = await startServer({ quotaBytes: 10 });
  const schedule = { time: "02:00", time_zone: "UTC" };
  const feedId = await fixture.addFeed({ destinations: [await destinationAt(full)], schedule });
  await fixture.startApp();
  await finishedRun(feedId);
  const [mail] = await mails();
  expect(mail?.body).toContain("The feed's next scheduled run also tries again.");
});

test("there are no mails about deliveries that succeed from the start, and none without a mail server", async () => {
  const good = await startServer();
  const full = await startServer({ quotaBytes: 10 });
  await fixture.startApp();
  await finishedRun(await fixture.addFeed({ destinations: [await destinationAt(good)] }));
  expect(await mails()).toEqual([]);
  await fixture.stopApps();
  await fixture.startApp({ settings: { ...fixture.ctx.settings, isMailing: false } });
  const run = await finishedRun(await fixture.addFeed({ destinations: [await destinationAt(full)] }));
  expect(run.deliveries).toMatchObject([{ status: "failed" }]);
  expect(await mails()).toEqual([]);
  // Members read it in the dashboard.
  expect(await fixture.query("SELECT kind, is_opening_mailed FROM incidents WHERE closed_at IS NULL")).toEqual([
    { kind: "delivery_failed", is_opening_mailed: false },
  ]);
});
