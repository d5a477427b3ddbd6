import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { deleteOldRuns } from "../housekeeping/delete-old-runs.js";
import { removeOrphans } from "../housekeeping/remove-orphans.js";
import {
  type ExporterFixture,
  openExporterFixture,
  product,
  type StoredRun,
} from "../testing/open-exporter-fixture.js";

let fixture: ExporterFixture;
let server: SshServer;
let folder: string;
let folderCount = 0;

beforeAll(async () => {
  [fixture, server] = await Promise.all([openExporterFixture({ runFilesKept: 2 }), startSshServer()]);
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
  await fixture.changeProducts("DELETE FROM products");
  await fixture.addProducts([product("A"), product("B"), product("C", { title: "Old" })]);
});

const run = async (feedId: string): Promise<StoredRun> => {
  const id = await fixture.queueRun(feedId);
  return eventually(async () => {
    const now = await fixture.run(id);
    return now.finished_at !== null && now;
  });
};
const retitle = (sku: string, title: string) =>
  fixture.changeProducts("UPDATE products SET doc = replace(doc, (doc::json->>'title'), $2) WHERE sku = $1", [
    sku,
    title,
  ]);
const liveOf = async (feedId: string) =>
  (await fixture.query<{ live_run_id: string | null }>("SELECT live_run_id FROM feeds WHERE id = $1", [feedId]))[0]
    ?.live_run_id;
const filesOf = (runId: string) => join(fixture.filesDir, fixture.workspaceId, runId);

test("a product that a rule excludes is counted as excluded, and the run has an issue with the rule's reason", async () => {
  const when = [{ field: "sku", op: "one_of" as const, values: ["A", "C"] }];
  const rules = [{ type: "exclude" as const, when, reason: "Sold elsewhere" }];
  const feedId = await fixture.addFeed({ channel: { rules } });
  const { id, counts } = await run(feedId);
  expect(counts).toMatchObject({ selected: 3, written: 1, excluded: 2, invalid: 0, warnings: 0 });
  const issues = await fixture.query("SELECT sku, severity, code, message FROM run_issues WHERE run_id = $1", [id]);
  const issueOf = (sku: string) => ({ sku, severity: "warning", code: "excluded_by_rule", message: "Sold elsewhere" });
  expect(issues).toEqual(expect.arrayContaining([issueOf("A"), issueOf("C")]));
  expect(issues).toHaveLength(2);
});

test("a run publishes the values of a lookup table, and the next run those of the changed table", async () => {
  const id = newId("lkt");
  const rules = [{ type: "lookup_table" as const, field: "title", table_id: id }];
  await fixture.changeProducts(
    "INSERT INTO lookup_tables (workspace_id, id, name, created_at, updated_at) SELECT DISTINCT workspace_id, $1, 'Titles', now(), now() FROM products",
    [id],
  );
  const setRow = (value: string) =>
    fixture.changeProducts(
      `WITH changed AS (UPDATE lookup_tables SET version = version + 1 WHERE id = $1 RETURNING workspace_id)
       INSERT INTO lookup_rows (workspace_id, table_id, key, value) SELECT workspace_id, $1, 'Old', $2 FROM changed
       ON CONFLICT (workspace_id, table_id, key) DO UPDATE SET value = excluded.value`,
      [id, value],
    );
  const feedId = await fixture.addFeed({ channel: { rules } });
  await setRow("First");
  const first = await run(feedId);
  const textOf = ({ id: runId }: StoredRun) => readFileSync(join(filesOf(runId), "products.csv"), "utf8");
  expect(textOf(first)).toContain("First");
  await setRow("Second");
  const second = await run(feedId);
  expect([textOf(second).includes("First"), textOf(second).includes("Second")]).toEqual([false, true]);
  expect(second.counts).toMatchObject({ written: 3, changed: 1 });
});

describe("a run is compared with the last delivered one", () => {
  test("and counts added, changed and removed rows; the first run is not compared", async () => {
    const feedId = await fixture.addFeed({ destinations: [await fixture.addDestination(server, { path: folder })] });
    const first = await run(feedId);
    expect(first.counts).toMatchObject({ written: 3, added: null, changed: null, removed: null });
    await retitle("C", "New");
    await fixture.changeProducts("DELETE FROM products WHERE sku = 'A'");
    await fixture.addProducts([product("D"), product("E")]);
    const second = await run(feedId);
    expect(second.counts).toMatchObject({ written: 4, added: 2, changed: 1, removed: 1 });
    expect(await liveOf(feedId)).toBe(second.id);
  });

  test.each(["jsonl", "xml_rss", "parquet"] as const)("in %s as well", async (format) => {
    const feedId = await fixture.addFeed({ format });
    await run(feedId);
    await retitle("C", "New");
    expect((await run(feedId)).counts).toMatchObject({ written: 3, added: 0, changed: 1, removed: 0 });
  });

  test("not with one whose delivery failed", async () => {
    const destination = await fixture.addDestination(server, { path: join(folder, "missing") });
    const feedId = await fixture.addFeed({ destinations: [destination] });
    expect((await run(feedId)).status).toBe("failed");
    expect(await liveOf(feedId)).toBeNull();
    expect((await run(feedId)).counts).toMatchObject({ added: null });
  });
});

describe("a run that generates the same files again", () => {
  test("is skipped: nothing is delivered, the partner's file and the live run stay", async () => {
    const feedId = await fixture.addFeed({ destinations: [await fixture.addDestination(server, { path: folder })] });
    const first = await run(feedId);
    rmSync(join(folder, "products.csv"));
    const second = await run(feedId);
    expect(second).toMatchObject({
      status: "skipped",
      deliveries: [],
      counts: { written: 3, added: 0, changed: 0, removed: 0 },
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(await liveOf(feedId)).toBe(first.id);
    const [event, ...others] = await fixture.events(second.id);
    expect([event?.type, others]).toEqual(["feed.run.succeeded", []]);
    expect(JSON.parse(event?.data ?? "").object).toMatchObject({ status: "skipped", files: first.files });
  });

  test("is delivered when a destination is new, was changed, or did not receive the file", async () => {
    const one = await fixture.addDestination(server, { path: folder });
    const other = await fixture.addDestination(server, { path: join(folder, "later") });
    const feedId = await fixture.addFeed({ destinations: [one] });
    expect((await run(feedId)).status).toBe("succeeded");
    const deliveries = [one, other].map((destination_id) => ({ type: "sftp_push", destination_id }));
    await fixture.changeProducts("UPDATE feeds SET deliveries = $2 WHERE id = $1", [
      feedId,
      JSON.stringify(deliveries),
    ]);
    expect((await run(feedId)).status).toBe("succeeded_with_errors");
    mkdirSync(join(folder, "later"));
    expect((await run(feedId)).status).toBe("succeeded");
    expect((await run(feedId)).status).toBe("skipped");
    await fixture.changeProducts("UPDATE destinations SET updated_at = now() WHERE id = $1", [other]);
    expect((await run(feedId)).status).toBe("succeeded");
  });

  test("is delivered when the last delivery was a week ago, because partners drop products without updates", async () => {
    const feedId = await fixture.addFeed({ destinations: [await fixture.addDestination(server, { path: folder })] });
    const first = await run(feedId);
    const finishedAgo = (days: number) =>
      fixture.query("UPDATE runs SET finished_at = now() - $2 * interval '1 day' WHERE id = $1", [first.id, days]);
    await finishedAgo(6.9);
    expect((await run(feedId)).status).toBe("skipped");
    await finishedAgo(7.1);
    expect((await run(feedId)).status).toBe("succeeded");
  });
});

describe("the issues of a run", () => {
  test("are stored and counted by code, and not duplicated when the run is generated again", async () => {
    await fixture.addProducts([
      product("EUR-1", { price_currency: "EUR" }),
      product("EUR-2", { price_currency: "EUR" }),
    ]);
    await fixture.addProducts([product("GTIN", { gtin: "4006381333932" })]);
    const done = await run(await fixture.addFeed({}));
    const expected = [
      { code: "currency_mismatch", severity: "error", count: 2 },
      { code: "invalid_gtin", severity: "warning", count: 1 },
    ];
    expect(done).toMatchObject({ counts: { written: 4, invalid: 2, warnings: 1 }, issue_counts: expected });
    const issues = () =>
      fixture.query("SELECT place, sku, code FROM run_issues WHERE run_id = $1 ORDER BY place", [done.id]);
    const kept = await issues();
    expect(kept).toEqual([
      { place: 1, sku: "EUR-1", code: "currency_mismatch" },
      { place: 2, sku: "EUR-2", code: "currency_mismatch" },
      { place: 3, sku: "GTIN", code: "invalid_gtin" },
    ]);
    await fixture.query(
      "UPDATE runs SET status = 'generating', finished_at = NULL, lease_until = now() - interval '1 second' WHERE id = $1",
      [done.id],
    );
    await eventually(async () => (await fixture.run(done.id)).finished_at !== null);
    expect(await issues()).toEqual(kept);
  });

  test("contain each cell that the feed's format changed, and the row is still in the file", async () => {
    await fixture.addProducts([product("Q", { title: '"Best tee', description: "two\nlines" }), product("R")]);
    const done = await run(await fixture.addFeed({ format: "tsv" }));
    expect(done).toMatchObject({
      status: "succeeded",
      counts: { written: 5, invalid: 0, warnings: 1 },
      issue_counts: [{ code: "changed_by_format", severity: "warning", count: 2 }],
      issues: [
        { sku: "Q", field: "title", message: "written to TSV with a typographic quotation mark at the start" },
        { sku: "Q", field: "description", message: "written to TSV with spaces instead of tabs and line breaks" },
      ],
    });
    const rows = readFileSync(join(filesOf(done.id), "products.csv"), "utf8").split("\n");
    expect(rows.find((row) => row.startsWith("Q\t"))).toMatch(/^Q\t“Best tee\ttwo lines\t/);
    expect((await run(await fixture.addFeed({ format: "csv" }))).issue_counts).toEqual([]);
  });

  test("contain each value that Parquet leaves out because its column cannot represent it", async () => {
    const feed = await fixture.addFeed({ format: "parquet" });
    const [channel] = await fixture.query<{ id: string }>("SELECT channel_id AS id FROM feeds WHERE id = $1", [feed]);
    const overrides = { [channel?.id ?? ""]: { expiration_date: "2026-12-01T02:00:00" } };
    await fixture.addProducts([product("Q", { channel_overrides: overrides })]);
    expect(await run(feed)).toMatchObject({
      status: "succeeded",
      counts: { written: 4, warnings: 1 },
      issues: [{ sku: "Q", field: "expiration_date", code: "changed_by_format" }],
    });
  });
});

test("counts that do not add up are rejected by the database", async () => {
  const id = await fixture.queueRun(await fixture.addFeed({}));
  const wrong = { selected: 3, written: 1, excluded: 1, invalid: 0 };
  await expect(fixture.query("UPDATE runs SET counts = $2 WHERE id = $1", [id, JSON.stringify(wrong)])).rejects.toThrow(
    "runs_counts_add_up",
  );
});

describe("files of older runs are removed", () => {
  test("except those of the last runs, of the last delivered runs, and of the live run", async () => {
    const feedId = await fixture.addFeed({});
    const runs: StoredRun[] = [];
    for (const title of ["1", "2", "3", "3", "3"]) {
      await retitle("C", `Title ${title}`);
      runs.push(await run(feedId));
    }
    expect(runs.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "succeeded", "skipped", "skipped"]);
    const kept = () => runs.map(({ id }) => existsSync(filesOf(id)));
    await eventually(() => !kept()[0]);
    expect(kept()).toEqual([false, true, true, true, true]);
    const [first, second] = await Promise.all(runs.map(({ id }) => fixture.run(id)));
    expect([first?.files_deleted_at !== null, second?.files_deleted_at !== null]).toEqual([true, false]);
  });

  test("and so are those of deleted feeds and of runs past their retention; live and recent ones stay", async () => {
    const feedId = await fixture.addFeed({});
    const live = await run(feedId);
    const gone = newId("run", Date.now() - 7_200_000);
    const young = newId("run");
    for (const id of [gone, young]) mkdirSync(filesOf(id));
    mkdirSync(join(fixture.filesDir, fixture.workspaceId, "run_notes"));
    await retitle("C", "Newer");
    const old = await run(feedId);
    await fixture.query("UPDATE feeds SET live_run_id = $2 WHERE id = $1", [feedId, live.id]);
    await fixture.query("UPDATE runs SET created_at = now() - interval '91 days' WHERE id IN ($1, $2)", [
      live.id,
      old.id,
    ]);
    expect(await deleteOldRuns(fixture.ctx)).toBe(1);
    expect(await fixture.query("SELECT id FROM runs WHERE id IN ($1, $2)", [live.id, old.id])).toEqual([
      { id: live.id },
    ]);
    await removeOrphans(fixture.ctx, new AbortController().signal);
    expect([gone, young, live.id, "run_notes"].map((id) => existsSync(filesOf(id)))).toEqual([false, true, true, true]);
  });
});

test("a run that kills every exporter that claims it fails with a message", async () => {
  const feedId = await fixture.addFeed({});
  await fixture.query(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, claim_count, created_at, updated_at)
     VALUES ($1, $2, $3, 'queued', 'manual', 20, now(), now())`,
    [fixture.workspaceId, newId("run"), feedId],
  );
  const given = await eventually(async () => {
    const [row] = await fixture.query<StoredRun>("SELECT * FROM runs WHERE feed_id = $1", [feedId]);
    return row?.finished_at !== null && row;
  });
  expect([given?.status, given?.error]).toEqual(["failed", expect.stringContaining("20 times")]);
});
