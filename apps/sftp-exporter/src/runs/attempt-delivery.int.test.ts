import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";
import { startProgressUpdates } from "./start-progress-updates.js";

let fixture: ExporterFixture;
let server: SshServer;
let folder: string;
let folderCount = 0;
beforeAll(async () => {
  [fixture, server] = await Promise.all([openExporterFixture(), startSshServer()]);
  await fixture.addProducts([product("TEE")]);
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await server.stop();
});
beforeEach(() => {
  folderCount += 1;
  folder = join(server.root, `partner${folderCount}`);
  mkdirSync(folder);
});

const finished = (runId: string) =>
  eventually(async () => {
    const run = await fixture.run(runId);
    return run.finished_at !== null && run;
  });
const runOf = async (feedId: string) => finished(await fixture.queueRun(feedId));
const rename = (feedId: string, name: string) =>
  fixture.query("UPDATE feeds SET file_name = $2 WHERE id = $1", [feedId, name]);

describe("a file that the feed delivered before and no longer has", () => {
  test("is removed, but not files of another feed or files that were already there", async () => {
    const destinations = [await fixture.addDestination(server, { path: folder })];
    const feedId = await fixture.addFeed({ destinations });
    const other = await fixture.addFeed({ destinations });
    await rename(other, "theirs.csv");
    await runOf(other);
    await runOf(feedId);
    await rename(feedId, "theirs.csv");
    await runOf(feedId);
    expect(readdirSync(folder)).toEqual(["theirs.csv"]);
    await rename(feedId, "new.csv");
    await runOf(feedId);
    expect(readdirSync(folder).sort()).toEqual(["new.csv", "theirs.csv"]);
  });

  test.each([
    ["manifest_last", "products.csv.manifest.json"],
    ["trigger", "products.csv.done"],
  ] as const)("is removed with its companion, with the strategy %s", async (strategy, companion) => {
    const id = await fixture.addDestination(server, { path: folder, strategy });
    const feedId = await fixture.addFeed({ destinations: [id] });
    expect((await runOf(feedId)).deliveries).toMatchObject([{ status: "delivered", companion }]);
    await rename(feedId, "new.csv");
    await runOf(feedId);
    const renamed = companion.replace("products", "new");
    expect(readdirSync(folder).sort()).toEqual(["new.csv", renamed]);
    writeFileSync(join(folder, companion), "theirs");
    await fixture.changeProducts("UPDATE destinations SET strategy = 'rename', updated_at = now() WHERE id = $1", [id]);
    expect((await runOf(feedId)).deliveries).toMatchObject([{ status: "delivered", companion: null }]);
    expect(readdirSync(folder).sort()).toEqual(["new.csv", companion]);
  });

  test("stays if the destination is set to keep it", async () => {
    const destinations = [await fixture.addDestination(server, { path: folder, removeStale: false })];
    const feedId = await fixture.addFeed({ destinations });
    await runOf(feedId);
    await rename(feedId, "new.csv");
    await runOf(feedId);
    expect(readdirSync(folder).sort()).toEqual(["new.csv", "products.csv"]);
  });
});

describe("a delivery that started and failed", () => {
  const contents = () =>
    Object.fromEntries(namesThere().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const namesThere = () => readdirSync(folder).sort();

  test.each(["rename", "direct"] as const)(
    "is repaired by the next run, even if that has nothing new since the last successful one (%s)",
    async (strategy) => {
      const destinations = [await fixture.addDestination(server, { path: folder, strategy })];
      const feedId = await fixture.addFeed({ destinations, shards: 2 });
      await runOf(feedId);
      const right = contents();
      const [first, second] = namesThere();
      // The second file cannot be replaced: the partner has only the first of the new files.
      const blocked = join(folder, String(second));
      rmSync(blocked);
      mkdirSync(blocked);
      await fixture.addProducts([...Array(20)].map((_, i) => product(`WRONG-${i}`)));
      expect(await runOf(feedId)).toMatchObject({
        status: "failed",
        deliveries: [{ status: "failed", begun_at: expect.any(String) }],
      });
      expect(readFileSync(join(folder, String(first)), "utf8")).toContain("WRONG");
      rmdirSync(blocked);
      await fixture.changeProducts("DELETE FROM products WHERE sku LIKE 'WRONG%'");
      expect((await runOf(feedId)).status).toBe("succeeded");
      expect(contents()).toEqual(right);
      expect((await runOf(feedId)).status).toBe("skipped");
    },
  );

  test.each(["rename", "direct"] as const)(
    "leaves no file behind: those that the next run does not have are removed (%s)",
    async (strategy) => {
      const destinations = [await fixture.addDestination(server, { path: folder, strategy })];
      const feedId = await fixture.addFeed({ destinations, shards: 2 });
      const sharded = (shards: number) => fixture.query("UPDATE feeds SET shards = $2 WHERE id = $1", [feedId, shards]);
      await runOf(feedId);
      const right = contents();
      await sharded(4);
      const blocked = join(folder, "products_part_3_of_4.csv");
      mkdirSync(blocked);
      expect((await runOf(feedId)).status).toBe("failed");
      rmdirSync(blocked);
      expect(namesThere()).toEqual(expect.arrayContaining(["products_part_1_of_4.csv", "products_part_2_of_4.csv"]));
      await sharded(2);
      expect((await runOf(feedId)).status).toBe("succeeded");
      expect(contents()).toEqual(right);
    },
  );

  test("that did not start causes no removal: files with its names are the partner's", async () => {
    const away = [await fixture.addDestination(server, { path: folder, username: "unknown-user" })];
    const feedId = await fixture.addFeed({ destinations: away, file_name: "precious.csv" });
    writeFileSync(join(folder, "precious.csv"), "theirs");
    expect((await runOf(feedId)).deliveries).toMatchObject([{ status: "failed", begun_at: null }]);
    await fixture.changeProducts("UPDATE destinations SET username = $2 WHERE id = $1", [away[0], server.username]);
    await rename(feedId, "products.csv");
    expect((await runOf(feedId)).status).toBe("succeeded");
    expect(contents()).toMatchObject({ "precious.csv": "theirs", "products.csv": expect.any(String) });
  });

  test("to a destination that the feed no longer has does not cause another delivery", async () => {
    const destinations = [await fixture.addDestination(server, { path: folder })];
    const feedId = await fixture.addFeed({ destinations });
    await runOf(feedId);
    const elsewhere = await fixture.addDestination(server, { path: join(folder, "missing") });
    const failing = await fixture.queueRun(feedId);
    await finished(failing);
    const deliveries = [
      { type: "sftp_push", destination_id: elsewhere, status: "failed", begun_at: "2026-01-01T00:00:00Z" },
    ];
    await fixture.query("UPDATE runs SET status = 'failed', deliveries = $2 WHERE id = $1", [
      failing,
      JSON.stringify(deliveries),
    ]);
    expect((await runOf(feedId)).status).toBe("skipped");
  });

  test("does not count as started if the partner was not reached", async () => {
    const feedId = await fixture.addFeed({ destinations: [await fixture.addDestination(undefined, { port: 1 })] });
    expect((await runOf(feedId)).deliveries).toMatchObject([{ status: "failed", begun_at: null }]);
  });
});

test("the run has the strategy, the verification and the bytes sent", async () => {
  const destinations = [
    await fixture.addDestination(server, { path: folder, strategy: "manifest_last", verify: "content" }),
  ];
  const run = await runOf(await fixture.addFeed({ destinations }));
  const [file] = run.files;
  expect(run.deliveries).toMatchObject([
    { status: "delivered", bytes_sent: file?.bytes, bytes_total: file?.bytes, remark: null },
  ]);
  const manifest = JSON.parse(readFileSync(join(folder, "products.csv.manifest.json"), "utf8"));
  const files = run.files.map(({ media_type: _, ...facts }) => facts);
  const [stored] = await fixture.query<{ started_at: Date }>("SELECT started_at FROM runs WHERE id = $1", [run.id]);
  const generated_at = stored?.started_at.toISOString();
  expect(manifest).toMatchObject({ run_id: run.id, feed_id: run.feed_id, generated_at, files });
});

describe("the connections of a destination", () => {
  const hold = (destinationId: string, until: string) =>
    fixture.query(
      `INSERT INTO destination_slots (workspace_id, destination_id, slot, owner, held_until)
       VALUES ($1, $2, 1, 'another exporter', now() + $3::interval)`,
      [fixture.workspaceId, destinationId, until],
    );

  test("are waited for while all of them are in use", async () => {
    const destination = await fixture.addDestination(server, { path: folder, connectionsMax: 1 });
    await hold(destination, "1 hour");
    const runId = await fixture.queueRun(await fixture.addFeed({ destinations: [destination] }));
    await eventually(async () => (await fixture.run(runId)).status === "delivering");
    const free = await fixture.addDestination(server, { path: folder });
    await runOf(await fixture.addFeed({ destinations: [free], file_name: "free.csv" }));
    expect(readdirSync(folder)).toEqual(["free.csv"]);
    await fixture.query("DELETE FROM destination_slots");
    expect((await finished(runId)).deliveries).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(await fixture.query("SELECT FROM destination_slots")).toEqual([]);
  });

  test("of an exporter that died become free when its lease expires", async () => {
    const destination = await fixture.addDestination(server, { path: folder, connectionsMax: 1 });
    await hold(destination, "-1 second");
    await runOf(await fixture.addFeed({ destinations: [destination] }));
    expect(existsSync(join(folder, "products.csv"))).toBe(true);
  });
});

test("the progress of a delivery is stored while it runs, and its slot is renewed", async () => {
  const runId = await fixture.queueRun(await fixture.addFeed({ file_name: "progress.csv" }));
  await finished(runId);
  await fixture.query(
    `UPDATE runs SET lease_owner = 'me', deliveries = '[{"status": "delivered"}, {"status": "pending"}]' WHERE id = $1`,
    [runId],
  );
  const { version } = await fixture.run(runId);
  const run = { workspaceId: fixture.workspaceId, id: runId, feedId: "feed_1", owner: "me" };
  let renewals = 0;
  const slot = {
    renew: async () => {
      renewals += 1;
    },
    release: async () => {},
  };
  const progress = startProgressUpdates(fixture.ctx, {
    run: { ...run, was: "queued", claimCount: 1, startedAt: new Date() },
    position: 1,
    slot,
    bytesTotal: 1_000,
    bytesSent: () => 400,
  });
  const seen = await eventually(async () => {
    const found = await fixture.run(runId);
    return found.version > version && found;
  });
  await progress.stop();
  expect(seen.deliveries).toEqual([
    { status: "delivered" },
    { status: "pending", bytes_sent: 400, bytes_total: 1_000 },
  ]);
  expect(renewals).toBeGreaterThan(0);
});

test("files that partners fetch count as delivered when the run ends and makes them live", async () => {
  const feedId = await fixture.addFeed({ file_name: "pulled.csv" });
  await fixture.query(`UPDATE feeds SET deliveries = '[{"type": "https_pull"}]' WHERE id = $1`, [feedId]);
  const run = await runOf(feedId);
  expect(run).toMatchObject({ status: "succeeded", deliveries: [{ type: "https_pull", status: "delivered" }] });
  const live = await fixture.query("SELECT live_run_id FROM feeds WHERE id = $1", [feedId]);
  expect(live).toEqual([{ live_run_id: run.id }]);
  expect((await runOf(feedId)).status).toBe("skipped");
});
