import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { readRows } from "@skucast/profiles/testing/read-file";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { parse } from "csv-parse/sync";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";

let fixture: ExporterFixture;
let server: SshServer;
let folder: string;
let folderCount = 0;

beforeAll(async () => {
  [fixture, server] = await Promise.all([openExporterFixture(), startSshServer()]);
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
/** The files at the partner, in the form in which a run lists them. */
function arrived(name = "products.csv") {
  const content = readFileSync(join(folder, name));
  return { name, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}
const finished = (runId: string) =>
  eventually(async () => {
    const run = await fixture.run(runId);
    return run.finished_at !== null && run;
  });

async function runFeed(feed: Parameters<ExporterFixture["addFeed"]>[0]) {
  const feedId = await fixture.addFeed(feed);
  return finished(await fixture.queueRun(feedId));
}

describe("a run", () => {
  beforeAll(async () => {
    await fixture.addProducts([
      product("TEE/100%~1"),
      product("QUOTE", { title: 'The "best", they say', description: "two\nlines\tand a tab" }),
      product("EMOJI", { title: "😀 قميص", price_amount: 5 }),
      product("SALE", { price_amount: 20, sale_price_amount: 15 }),
      product("BLUE", { brand: "Blue", availability: "out_of_stock" }),
      product("EURO", { price_currency: "EUR" }),
      product("DRAFT", { status: "draft" }),
    ]);
  });

  test("delivers every active product, in complete files with only the final names, and counts every product", async () => {
    const destination = await fixture.addDestination(server, { path: folder });
    const run = await runFeed({ destinations: [destination] });
    expect(readdirSync(folder)).toEqual(["products.csv"]);
    const rows: Record<string, string>[] = parse(readFileSync(join(folder, "products.csv")), { columns: true });
    expect(rows.map(({ sku, title, price, sale_price }) => [sku, title, price, sale_price])).toEqual([
      ["BLUE", "Title of BLUE", "19.90 USD", ""],
      ["EMOJI", "😀 قميص", "5.00 USD", ""],
      ["QUOTE", 'The "best", they say', "19.90 USD", ""],
      ["SALE", "Title of SALE", "20.00 USD", "15.00 USD"],
      ["TEE/100%~1", "Title of TEE/100%~1", "19.90 USD", ""],
    ]);
    expect(rows.find(({ sku }) => sku === "QUOTE")?.description).toBe("two\nlines\tand a tab");
    expect(run).toMatchObject({
      status: "succeeded_with_errors",
      counts: { selected: 6, written: 5, excluded: 0, invalid: 1 },
      issues: [{ sku: "EURO", severity: "error", code: "currency_mismatch", field: "price" }],
      deliveries: [{ destination_id: destination, status: "delivered", attempts: 1, error: null }],
      error: null,
      lease_owner: null,
    });
  });

  test("sends its events in order, with the facts of the file", async () => {
    const destination = await fixture.addDestination(server, { path: folder });
    const run = await runFeed({ destinations: [destination] });
    const events = await fixture.events(run.id);
    expect(events.map(({ type }) => type)).toEqual(["feed.delivered", "feed.run.succeeded"]);
    const [delivered, succeeded] = events.map(({ data }) => JSON.parse(data).object);
    const bytes = readFileSync(join(folder, "products.csv")).length;
    expect(delivered).toMatchObject({
      id: run.id,
      run_id: run.id,
      destination_id: destination,
      files: [{ bytes, rows: 5 }],
    });
    expect(succeeded).toMatchObject({ id: run.id, status: "succeeded_with_errors", counts: { selected: 6 } });
    expect(events.at(-1)?.sequence).toBe(String(run.version));
  });

  test("keeps the file for the API, equal to the partner's", async () => {
    const destination = await fixture.addDestination(server, { path: folder });
    const run = await runFeed({ destinations: [destination], file_name: "mine.csv" });
    const kept = join(fixture.filesDir, fixture.workspaceId, run.id);
    expect(readdirSync(kept).sort()).toEqual([".rows", "mine.csv"]);
    expect(readFileSync(join(kept, "mine.csv"))).toEqual(readFileSync(join(folder, "mine.csv")));
  });

  test("leaves out products that the channel does not select, and counts them as excluded", async () => {
    const selection = { filters: { brand: ["Acme"] }, include_skus: ["BLUE"], exclude_skus: ["SALE", "O'Neil $1"] };
    const run = await runFeed({ channel: { selection } });
    expect(run.counts).toMatchObject({ selected: 6, written: 4, excluded: 1, invalid: 1 });
  });

  test("writes JSON Lines for OpenAI's schema, gzipped, with the same bytes each time", async () => {
    const destination = await fixture.addDestination(server, { path: folder });
    const feed = {
      channel: { profile: "openai_products", defaults: { seller_name: "Acme Store" } },
      format: "jsonl",
      compression: "gzip",
      file_name: "products.jsonl.gz",
      destinations: [destination],
    } as const;
    const first = await runFeed(feed);
    const second = await runFeed(feed);
    const text = gunzipSync(readFileSync(join(folder, "products.jsonl.gz"))).toString();
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows.find(({ item_id }) => item_id === "SALE")).toMatchObject({
      price: "20.00 USD",
      sale_price: "15.00 USD",
      seller_name: "Acme Store",
      availability: "in_stock",
    });
    expect(first.files[0]?.sha256).toBe(second.files[0]?.sha256);
  });

  test("writes complete RSS and Parquet files, with their footers", async () => {
    const destination = await fixture.addDestination(server, { path: folder });
    for (const format of ["xml_rss", "parquet"] as const) {
      const run = await runFeed({ format, destinations: [destination] });
      expect(run.counts).toMatchObject({ selected: 6, written: 5, excluded: 0, invalid: 1 });
      const [file] = run.files;
      expect(run.files).toMatchObject([arrived(file?.name)]);
      const rows = await readRows(format, readFileSync(join(folder, file?.name ?? "")));
      expect(rows.map(({ sku, title }) => [sku, title])).toEqual([
        ["BLUE", "Title of BLUE"],
        ["EMOJI", "😀 قميص"],
        ["QUOTE", 'The "best", they say'],
        ["SALE", "Title of SALE"],
        ["TEE/100%~1", "Title of TEE/100%~1"],
      ]);
    }
  });

  test("names the seller's website in RSS", async () => {
    const destination = await fixture.addDestination(server, { path: folder });
    const channel = { defaults: { seller_url: "https://seller.example/" } };
    const run = await runFeed({ format: "xml_rss", channel, destinations: [destination] });
    const text = readFileSync(join(folder, run.files[0]?.name ?? ""), "utf8");
    expect(text.match(/<link>.*<\/link>/g)).toEqual(["<link>https://seller.example/</link>"]);
  });

  test("replaces the file of the previous run", async () => {
    writeFileSync(join(folder, "products.csv"), "an older and much longer file\n".repeat(1000));
    const destination = await fixture.addDestination(server, { path: folder });
    const run = await runFeed({ destinations: [destination] });
    expect(run.files).toMatchObject([arrived()]);
  });

  test("removes incomplete files of earlier runs and nothing else", async () => {
    writeFileSync(join(folder, ".products.csv.part-run_old"), "half");
    writeFileSync(join(folder, ".others.csv.part-run_old"), "theirs");
    await runFeed({ destinations: [await fixture.addDestination(server, { path: folder })] });
    expect(readdirSync(folder).sort()).toEqual([".others.csv.part-run_old", "products.csv"]);
  });

  test("writes to the final name with the strategy direct", async () => {
    const destination = await fixture.addDestination(server, { path: folder, strategy: "direct" });
    const run = await runFeed({ destinations: [destination] });
    expect(run.files).toMatchObject([arrived()]);
  });

  test("a failing destination does not affect the others", async () => {
    const good = await fixture.addDestination(server, { path: folder });
    const bad = await fixture.addDestination(server, { path: join(folder, "missing") });
    const run = await runFeed({ destinations: [bad, good] });
    expect(run.status).toBe("succeeded_with_errors");
    expect(run.deliveries.map(({ status }) => status)).toEqual(["failed", "delivered"]);
    expect(run.deliveries[0]?.error).toMatch(/^not_found:/);
    const types = (await fixture.events(run.id)).map(({ type }) => type);
    expect(types.sort()).toEqual(["feed.delivered", "feed.delivery_failed", "feed.run.succeeded"]);
  });

  test("a product whose stored document is broken is counted and does not affect the others", async () => {
    await fixture.addProducts([product("BROKEN")]);
    const change = (sql: string) =>
      inWorkspace(fixture.ctx.db, wholeWorkspace(fixture.workspaceId), (client) =>
        client.query(`${sql} WHERE sku = 'BROKEN'`),
      );
    await change("UPDATE products SET doc = '{not json'");
    const run = await runFeed({});
    await change("DELETE FROM products");
    expect(run.counts).toMatchObject({ selected: 7, written: 5, excluded: 0, invalid: 2 });
    expect(run.issues).toContainEqual(expect.objectContaining({ code: "unreadable" }));
  });
});

describe("a run of another exporter", () => {
  /**
   * Inserted in the state in which the other exporter left it, so that it is never queued here. Its lease is valid for
   * an hour.
   */
  async function startedRun(feedId: string): Promise<string> {
    const id = newId("run", Date.now() - 1_000);
    await fixture.query(
      `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, claim_count, lease_owner, lease_until, created_at, updated_at)
       VALUES ($1, $2, $3, 'generating', 'manual', 1, 'another', now() + interval '1 hour', now(), now())`,
      [fixture.workspaceId, id, feedId],
    );
    return id;
  }

  test("is taken over when its lease has expired, generated again and delivered once", async () => {
    const destination = await fixture.addDestination(server, { path: folder });
    const feedId = await fixture.addFeed({ destinations: [destination] });
    const runId = await startedRun(feedId);
    const half = join(fixture.filesDir, fixture.workspaceId, runId);
    mkdirSync(half, { recursive: true });
    writeFileSync(join(half, ".part-of-the-dead"), "half a fi");
    await fixture.query("UPDATE runs SET lease_until = now() - interval '1 second' WHERE id = $1", [runId]);
    const run = await finished(runId);
    expect(run.deliveries).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(readdirSync(folder)).toEqual(["products.csv"]);
    expect(readdirSync(half).sort()).toEqual([".rows", "products.csv"]);
    expect((await fixture.events(runId)).map(({ type }) => type)).toEqual(["feed.delivered", "feed.run.succeeded"]);
  });

  test("is left alone while its lease is valid, and so are the other runs of its feed", async () => {
    const feedId = await fixture.addFeed({});
    const first = await startedRun(feedId);
    const second = await fixture.queueRun(feedId);
    const other = await finished(await fixture.queueRun(await fixture.addFeed({})));
    expect(other.status).toMatch(/^succeeded/);
    expect((await fixture.run(second)).status).toBe("queued");
    await fixture.query("UPDATE runs SET lease_until = now() - interval '1 second' WHERE id = $1", [first]);
    await finished(first);
    expect((await finished(second)).status).toBe("skipped");
  });

  test("comes before the newer runs of its feed, no matter how often it was interrupted", async () => {
    const feedId = await fixture.addFeed({});
    const first = newId("run", Date.now() - 1_000);
    const second = newId("run");
    await fixture.query(
      `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, claim_count, lease_owner, lease_until, created_at, updated_at)
       VALUES ($1, $2, $4, 'generating', 'manual', 3, 'dead', now() - interval '1 second', now(), now()),
              ($1, $3, $4, 'queued', 'manual', 0, NULL, NULL, now(), now())`,
      [fixture.workspaceId, first, second, feedId],
    );
    expect((await finished(second)).status).toBe("skipped");
    expect((await finished(first)).status).toMatch(/^succeeded/);
  });

  test("in the middle of its deliveries continues with the remaining ones", async () => {
    const folders = ["one", "other"].map((name) => join(folder, name));
    const destinations: string[] = [];
    for (const path of folders) {
      mkdirSync(path);
      destinations.push(await fixture.addDestination(server, { path }));
    }
    const run = await runFeed({ destinations });
    const deliveries = run.deliveries.map((delivery, i) => (i === 0 ? delivery : { ...delivery, status: "pending" }));
    for (const path of folders) rmSync(join(path, "products.csv"));
    await fixture.query(
      `UPDATE runs SET status = 'delivering', finished_at = NULL, deliveries = $2, lease_until = now() - interval '1 second'
       WHERE id = $1`,
      [run.id, JSON.stringify(deliveries)],
    );
    const again = await finished(run.id);
    expect(again.deliveries.map(({ attempts }) => attempts)).toEqual([1, 2]);
    expect(folders.map((path) => readdirSync(path))).toEqual([[], ["products.csv"]]);
  });
});
