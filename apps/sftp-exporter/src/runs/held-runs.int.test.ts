import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import {
  type ExporterFixture,
  openExporterFixture,
  product,
  type StoredRun,
} from "../testing/open-exporter-fixture.js";

let fixture: ExporterFixture;
let server: SshServer;
let folder: string;
let destination: string;
let folderCount = 0;

beforeAll(async () => {
  [fixture, server] = await Promise.all([openExporterFixture(), startSshServer()]);
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await server.stop();
});
beforeEach(async () => {
  folderCount += 1;
  folder = join(server.root, `partner${folderCount}`);
  mkdirSync(folder);
  destination = await fixture.addDestination(server, { path: folder });
  await fixture.changeProducts("DELETE FROM products");
  await fixture.addProducts(Array.from({ length: 40 }, (_, i) => product(`SKU-${String(i).padStart(2, "0")}`)));
});

const settled = (id: string): Promise<StoredRun> =>
  eventually(async () => {
    const now = await fixture.run(id);
    return (now.finished_at !== null || now.status === "held") && now;
  });
const run = async (feedId: string) => settled(await fixture.queueRun(feedId));
const remove = (count: number) =>
  fixture.changeProducts("DELETE FROM products WHERE sku IN (SELECT sku FROM products ORDER BY sku LIMIT $1)", [count]);
const partnerFile = () => readFileSync(join(folder, "products.csv"), "utf8");
const liveOf = async (feedId: string) =>
  (await fixture.query<{ live_run_id: string }>("SELECT live_run_id FROM feeds WHERE id = $1", [feedId]))[0]
    ?.live_run_id;
const typesOf = async (id: string) => (await fixture.events(id)).map(({ type }) => type);
/** Like the API; see the release function of the catalog. */
const release = (id: string) =>
  fixture.query("UPDATE runs SET status = 'delivering', release = '{}', version = version + 1 WHERE id = $1", [id]);
const rollback = async (feedId: string, to: string) => {
  const id = newId("run");
  await fixture.query(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, rollback_to, created_at, updated_at)
     VALUES ($1, $2, $3, 'queued', 'rollback', $4, now(), now())`,
    [fixture.workspaceId, id, feedId, to],
  );
  return settled(id);
};

describe("a suspicious run", () => {
  test.each([
    ["that lost 60 % of its rows", "max_drop_percent", () => remove(24)],
    ["that is empty", "min_items", () => remove(40)],
    [
      "whose prices fell to a cent",
      "max_price_change_percent",
      () =>
        fixture.changeProducts(
          `UPDATE products SET doc = replace(replace(doc, '19.90 USD', '0.01 USD'), '19.9,', '0.01,')`,
        ),
    ],
    [
      "whose products are suddenly out of stock",
      "max_out_of_stock_jump",
      () => fixture.changeProducts("UPDATE products SET doc = replace(doc, 'in_stock', 'out_of_stock')"),
    ],
    [
      "with a quarter of its products suddenly invalid",
      "max_invalid_percent",
      () => fixture.changeProducts("UPDATE products SET doc = replace(doc, '\"USD\"', '\"EUR\"') WHERE sku < 'SKU-10'"),
    ],
  ])(
    "%s is held by %s: the partner's file and the live run stay, and an event gives the reason",
    async (_title, guard, change) => {
      const feedId = await fixture.addFeed({ destinations: [destination] });
      const good = await run(feedId);
      const before = partnerFile();
      await change();
      const held = await run(feedId);
      expect(held.status).toBe("held");
      const verdicts = held.guards.filter(({ verdict }) => verdict === "tripped").map((verdict) => verdict.guard);
      expect(verdicts).toContain(guard);
      expect(held).toMatchObject({ finished_at: null, lease_owner: null, deliveries: [{ status: "pending" }] });
      expect([partnerFile(), await liveOf(feedId)]).toEqual([before, good.id]);
      const [event, ...others] = await fixture.events(held.id);
      expect([event?.type, others]).toEqual(["feed.run.held", []]);
      expect(JSON.parse(event?.data ?? "").object).toMatchObject({ status: "held", guards: held.guards });
    },
  );

  test("is held even if it is the feed's first: most of its products are invalid, and the partner gets nothing", async () => {
    await fixture.changeProducts("UPDATE products SET doc = replace(doc, '\"USD\"', '\"EUR\"') WHERE sku < 'SKU-36'");
    const feedId = await fixture.addFeed({ destinations: [destination] });
    const first = await run(feedId);
    const tripped = first.guards.filter(({ verdict }) => verdict === "tripped").map(({ guard }) => guard);
    expect([first.status, tripped]).toEqual(["held", ["max_invalid_percent"]]);
    expect(existsSync(join(folder, "products.csv"))).toBe(false);
    await release(first.id);
    expect(await settled(first.id)).toMatchObject({ status: "succeeded_with_errors" });
    expect(existsSync(join(folder, "products.csv"))).toBe(true);
  });

  test("names the first of the rows that it lacks, also after its release, and a run that lacks none names none", async () => {
    const removedIdsOf = async (id: string) => {
      const [row] = await fixture.query<{ ids: string[] }>(
        "SELECT stats->'removed_ids' AS ids FROM runs WHERE id = $1",
        [id],
      );
      return row?.ids.toSorted();
    };
    await fixture.addProducts(Array.from({ length: 60 }, (_, i) => product(`Z-${i}`)));
    const feedId = await fixture.addFeed({ destinations: [destination] });
    const good = await run(feedId);
    await remove(39);
    const held = await run(feedId);
    expect(held).toMatchObject({ status: "held", counts: { removed: 39 } });
    const gone = Array.from({ length: 39 }, (_, i) => `SKU-${String(i).padStart(2, "0")}`);
    expect([await removedIdsOf(good.id), await removedIdsOf(held.id)]).toEqual([[], gone]);
    await remove(30);
    const more = await run(feedId);
    expect(more.counts.removed).toBe(69);
    expect(new Set(await removedIdsOf(more.id)).size).toBe(50);
    await release(more.id);
    await settled(more.id);
    expect(await removedIdsOf(more.id)).toHaveLength(50);
  });

  test("with fewer columns is held, too", async () => {
    const feedId = await fixture.addFeed({ destinations: [destination] });
    const good = await run(feedId);
    await fixture.query(
      "UPDATE runs SET stats = jsonb_set(stats, '{columns}', '[\"sku\", \"energy_label\"]') WHERE id = $1",
      [good.id],
    );
    await remove(1);
    expect((await run(feedId)).guards).toContainEqual(
      expect.objectContaining({
        guard: "keep_columns",
        verdict: "tripped",
        message: "columns are missing: energy_label",
      }),
    );
  });

  test("that a user releases is delivered unchanged, once, and becomes live", async () => {
    const feedId = await fixture.addFeed({ destinations: [destination] });
    await run(feedId);
    await remove(24);
    const held = await run(feedId);
    await remove(5);
    await release(held.id);
    const done = await eventually(async () => {
      const now = await fixture.run(held.id);
      return now.finished_at !== null && now;
    });
    expect([done.status, done.files]).toEqual(["succeeded", held.files]);
    expect(partnerFile().trimEnd().split("\n")).toHaveLength(17);
    expect(await liveOf(feedId)).toBe(held.id);
    expect(await typesOf(held.id)).toEqual(["feed.run.held", "feed.delivered", "feed.run.succeeded"]);
  });

  test("that is released but has lost its files is generated and evaluated again", async () => {
    const feedId = await fixture.addFeed({ destinations: [destination] });
    const good = await run(feedId);
    await remove(24);
    const held = await run(feedId);
    rmSync(join(fixture.filesDir, fixture.workspaceId, held.id), { recursive: true });
    await release(held.id);
    await eventually(async () => (await typesOf(held.id)).length === 2);
    expect(await typesOf(held.id)).toEqual(["feed.run.held", "feed.run.held"]);
    expect(await liveOf(feedId)).toBe(good.id);
  });

  test.each([
    ["is delivered", 0, "succeeded"],
    ["is held itself", 30, "held"],
  ])(
    "is superseded by a newer one that %s: older files are not delivered after newer ones",
    async (_title, more, status) => {
      const feedId = await fixture.addFeed({ destinations: [destination] });
      await run(feedId);
      await remove(8);
      await fixture.changeProducts("UPDATE products SET doc = replace(doc, 'in_stock', 'out_of_stock')");
      const held = await run(feedId);
      expect(held.status).toBe("held");
      await fixture.changeProducts("UPDATE products SET doc = replace(doc, 'out_of_stock', 'in_stock')");
      await remove(more);
      const newer = await run(feedId);
      expect(newer.status).toBe(status);
      expect(await fixture.run(held.id)).toMatchObject({
        status: "cancelled",
        error: `superseded by the newer run ${newer.id}`,
      });
      expect(await typesOf(held.id)).toEqual(["feed.run.held", "feed.run.discarded"]);
    },
  );

  test("is delivered if the feed has switched that guard off", async () => {
    const feedId = await fixture.addFeed({
      destinations: [destination],
      guards: { min_items: null, max_drop_percent: null },
    });
    await run(feedId);
    await remove(40);
    expect((await run(feedId)).status).toBe("succeeded");
    expect(partnerFile().trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("a rollback", () => {
  test("delivers the earlier files byte for byte, without guards, and makes them live; the next run compares with them", async () => {
    const feedId = await fixture.addFeed({ destinations: [destination], guards: { max_drop_percent: null } });
    const good = await run(feedId);
    const before = partnerFile();
    await remove(24);
    const bad = await run(feedId);
    expect(partnerFile()).not.toBe(before);
    const back = await rollback(feedId, good.id);
    expect(back).toMatchObject({
      status: "succeeded",
      files: good.files,
      guards: [],
      counts: { written: 40, added: 24, removed: 0 },
    });
    expect([partnerFile(), await liveOf(feedId)]).toEqual([before, back.id]);
    expect((await run(feedId)).counts).toMatchObject({ written: 16, removed: 24 });
    expect((await fixture.run(bad.id)).status).toBe("succeeded");
  });

  test("to the live files delivers them again, because the partner may have lost them", async () => {
    const feedId = await fixture.addFeed({ destinations: [destination] });
    const good = await run(feedId);
    rmSync(join(folder, "products.csv"));
    expect((await rollback(feedId, good.id)).status).toBe("succeeded");
    expect(readdirSync(folder)).toEqual(["products.csv"]);
  });

  test("to files that no longer exist fails with a message; the partner's file stays", async () => {
    const feedId = await fixture.addFeed({ destinations: [destination] });
    const good = await run(feedId);
    rmSync(join(fixture.filesDir, fixture.workspaceId, good.id), { recursive: true });
    const back = await rollback(feedId, good.id);
    expect([back.status, back.error]).toEqual([
      "failed",
      expect.stringContaining(`the files of ${good.id} are not kept`),
    ]);
    expect(readdirSync(folder)).toEqual(["products.csv"]);
  });
});
