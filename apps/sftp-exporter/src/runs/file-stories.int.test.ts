import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { FileStore } from "@skucast/file-store/file-store";
import { createLocalStore } from "@skucast/file-store/local-store";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { parse } from "csv-parse/sync";
import { runFolder } from "../files/run-keys.js";
import {
  type ExporterFixture,
  openExporterFixture,
  product,
  type StoredRun,
} from "../testing/open-exporter-fixture.js";

/*
 * Real failures of other feed services in generating and keeping files; the others are in failure-stories.int.test.ts.
 * Each title says what went wrong there, and then what happens here.
 */

let fixture: ExporterFixture;
let server: SshServer;
let folder: string;
let folderCount = 0;

beforeAll(async () => {
  [fixture, server] = await Promise.all([openExporterFixture(), startSshServer()]);
});
afterAll(async () => {
  await fixture.close();
  await server.stop();
});
beforeEach(async () => {
  await fixture.stopApps();
  folderCount += 1;
  folder = join(server.root, `partner${folderCount}`);
  mkdirSync(folder);
  await fixture.changeProducts("DELETE FROM products");
});

const settled = (id: string): Promise<StoredRun> =>
  eventually(async () => {
    const now = await fixture.run(id);
    return now.finished_at !== null && now;
  });
const retitleAll = (title: string) =>
  fixture.changeProducts("UPDATE products SET doc = jsonb_set(doc::jsonb, '{title}', to_jsonb($1::text))", [title]);
const ownFolder = (id: string) => join(fixture.filesDir, runFolder({ workspaceId: fixture.workspaceId, id }));
const rowsAt = (name: string): Record<string, string>[] => parse(readFileSync(join(folder, name)), { columns: true });

/** `count` products of about this many bytes each. */
const addMany = (count: number, bytes: number) =>
  fixture.changeProducts(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
     SELECT $1, 'M-' || n, n::text, 1, 'active', 'in_stock', 'Acme', '',
            json_build_object('sku', 'M-' || n, 'title', 't' || n, 'description', repeat(md5(n::text), $3::int / 32),
              'price_amount', 1, 'price_currency', 'USD', 'availability', 'in_stock', 'condition', 'new'), now(), now()
     FROM generate_series(1, $2::int) AS n`,
    [fixture.workspaceId, count, bytes],
  );

test("a temporary file is never renamed and grows: after exporters died, there are only final names, here and at the partner", async () => {
  await fixture.addProducts([product("A")]);
  const feedId = await fixture.addFeed({ destinations: [await fixture.addDestination(server, { path: folder })] });
  const ids: string[] = [];
  for (const title of ["one", "two", "three"]) {
    await retitleAll(title);
    const id = newId("run");
    ids.push(id);
    mkdirSync(ownFolder(id), { recursive: true });
    writeFileSync(join(ownFolder(id), ".part-of-the-dead"), "half a fi");
    await fixture.query(
      `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, claim_count, lease_owner, lease_until, created_at, updated_at)
       VALUES ($1, $2, $3, 'generating', 'manual', 1, 'dead', now() - interval '1 second', now(), now())`,
      [fixture.workspaceId, id, feedId],
    );
    const app = await fixture.startApp();
    expect((await settled(id)).status).toBe("succeeded");
    await app.stop();
    expect([readdirSync(folder), rowsAt("products.csv").map((row) => row.title)]).toEqual([["products.csv"], [title]]);
  }
  for (const id of ids) expect(readdirSync(ownFolder(id)).sort()).toEqual([".rows", "products.csv"]);
});

test("two concurrent generations overwrite each other: a feed's runs never overlap, in any number of exporters", async () => {
  await addMany(1_000, 1_000);
  await Promise.all([fixture.startApp(), fixture.startApp(), fixture.startApp()]);
  const feedId = await fixture.addFeed({});
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1) ids.push(await fixture.queueRun(feedId));
  for (const id of ids) await settled(id);
  const times = await fixture.query<{ started_at: Date; finished_at: Date; claim_count: number }>(
    "SELECT started_at, finished_at, claim_count FROM runs WHERE feed_id = $1 ORDER BY id",
    [feedId],
  );
  expect(times.map(({ claim_count }) => claim_count)).toEqual([1, 1, 1, 1]);
  for (const [i, { started_at }] of times.entries()) {
    const before = times[i - 1]?.finished_at ?? new Date(0);
    expect(started_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  }
});

test("a file is rewritten for each chunk: each file is written once, from start to end", async () => {
  await addMany(3_000, 1_000);
  const written: Record<string, number> = {};
  const inner = createLocalStore(fixture.filesDir);
  const files: FileStore = {
    ...inner,
    write(key, content, signal) {
      async function* counted() {
        for await (const block of content) {
          written[key] = (written[key] ?? 0) + block.length;
          yield block;
        }
      }
      if (key in written) throw new Error(`${key} is written a second time`);
      return inner.write(key, counted(), signal);
    },
  };
  await fixture.startApp({ files });
  const run = await settled(await fixture.queueRun(await fixture.addFeed({})));
  const [file] = run.files;
  expect(file?.bytes).toBeGreaterThan(3_000_000);
  const own = runFolder({ workspaceId: fixture.workspaceId, id: run.id });
  expect(written).toEqual({ [`${own}/products.csv`]: file?.bytes, [`${own}/.rows`]: expect.any(Number) });
  expect(written[`${own}/.rows`]).toBeLessThan((file?.bytes ?? 0) / 20);
});

test("partners request files of changes: of a thousand products, the next file has only the three that changed", async () => {
  await addMany(1_000, 100);
  await fixture.startApp();
  const destinations = [await fixture.addDestination(server, { path: folder })];
  const feedId = await fixture.addFeed({ coverage: "delta", destinations });
  await settled(await fixture.queueRun(feedId));
  expect(rowsAt("products.csv")).toHaveLength(1_000);
  await fixture.changeProducts("DELETE FROM products WHERE sku = 'M-7'");
  await fixture.changeProducts("UPDATE products SET doc = replace(doc, 't8', 'new') WHERE sku = 'M-8'");
  await fixture.addProducts([product("FRESH")]);
  const run = await settled(await fixture.queueRun(feedId));
  expect(rowsAt("products.csv").map(({ sku, deleted }) => [sku, deleted])).toEqual([
    ["FRESH", ""],
    ["M-8", ""],
    ["M-7", "true"],
  ]);
  expect(run.counts).toMatchObject({ selected: 1_000, written: 1_000, added: 1, changed: 1, removed: 1 });
});

test("local inventory as a second feed: two mappings of the same products are delivered independently", async () => {
  await fixture.addProducts([
    product("TEE", { gtin: "4006381333931", inventory_quantity: 3 }),
    product("HAT", { gtin: "4006381333931", inventory_quantity: 0, availability: "out_of_stock" }),
  ]);
  await fixture.startApp();
  const destinations = [await fixture.addDestination(server, { path: folder })];
  const main = await fixture.addFeed({ file_name: "main.csv", channel: { profile: "google_merchant" }, destinations });
  const channel = {
    selection: { filters: { availability: ["in_stock" as const] }, include_skus: [], exclude_skus: [] },
    rules: [{ type: "template" as const, field: "sku", template: "store-12:{sku}" }],
  };
  const local = await fixture.addFeed({ file_name: "local.csv", channel, destinations } as never);
  for (const feedId of [main, local, main, local]) {
    const { error, status } = await settled(await fixture.queueRun(feedId));
    expect([error, status]).toEqual([null, expect.stringMatching(/^succeeded/)]);
    await fixture.changeProducts("UPDATE products SET doc = replace(doc, 'Title', 'Title:')");
  }
  expect(readdirSync(folder).sort()).toEqual(["local.csv", "main.csv"]);
  expect(rowsAt("main.csv").map(({ id, availability }) => [id, availability])).toEqual([
    ["HAT", "out_of_stock"],
    ["TEE", "in_stock"],
  ]);
  expect(rowsAt("local.csv").map(({ sku, inventory_quantity }) => [sku, inventory_quantity])).toEqual([
    ["store-12:TEE", "3"],
  ]);
  expect(existsSync(join(folder, "products.csv"))).toBe(false);
});
