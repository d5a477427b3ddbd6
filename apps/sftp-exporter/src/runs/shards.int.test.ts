import { createHash, hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { readRows } from "@skucast/profiles/testing/read-file";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { parse } from "csv-parse/sync";
import {
  type ExporterFixture,
  openExporterFixture,
  product,
  type StoredRun,
} from "../testing/open-exporter-fixture.js";

const PRODUCTS = 3_000;
/** Each of seven files is larger than every buffer on the way. */
const ALL = Array.from({ length: PRODUCTS }, (_, i) =>
  product(`SKU ü/${i}`, { description: `${i} ${createHash("sha512").update(`${i}`).digest("hex").repeat(12)}` }),
);
let fixture: ExporterFixture;
let server: SshServer;
let folder: string;
let folderCount = 0;

beforeAll(async () => {
  [fixture, server] = await Promise.all([openExporterFixture(), startSshServer()]);
  await fixture.addProducts(ALL);
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

const run = async (feedId: string): Promise<StoredRun> => {
  const id = await fixture.queueRun(feedId);
  return eventually(async () => {
    const now = await fixture.run(id);
    return now.finished_at !== null && now;
  });
};
const toPartner = async () => [await fixture.addDestination(server, { path: folder })];
const skusOf = (name: string): string[] => {
  const rows: { sku: string }[] = parse(readFileSync(join(folder, name)), { columns: true });
  return rows.map(({ sku }) => sku);
};

test("each product is in exactly one of the files, which are complete and listed in the run with their facts", async () => {
  const feedId = await fixture.addFeed({ shards: 7, destinations: await toPartner() });
  const { files, counts, status } = await run(feedId);
  expect([status, counts.written, files.length]).toEqual(["succeeded", PRODUCTS, 7]);
  expect(readdirSync(folder).sort()).toEqual(files.map(({ name }) => name).sort());
  const skus = files.flatMap(({ name, rows, bytes, sha256 }) => {
    const content = readFileSync(join(folder, name));
    expect([content.length, createHash("sha256").update(content).digest("hex")]).toEqual([bytes, sha256]);
    const found = skusOf(name);
    expect(found.length).toBe(rows);
    return found;
  });
  expect(skus.toSorted()).toEqual(Array.from({ length: PRODUCTS }, (_, i) => `SKU ü/${i}`).toSorted());
});

test("a product keeps its file when others are added and removed", async () => {
  const feedId = await fixture.addFeed({ shards: 4, destinations: await toPartner() });
  const { files } = await run(feedId);
  const before = new Map(files.flatMap(({ name }) => skusOf(name).map((sku) => [sku, name])));
  await fixture.addProducts([product("A new one"), product("Z new one")]);
  await fixture.changeProducts("DELETE FROM products WHERE sku = 'SKU ü/17'");
  const again = await run(feedId);
  expect(again.counts).toMatchObject({ added: 2, removed: 1, changed: 0 });
  const after = again.files.flatMap(({ name }) => skusOf(name).map((sku) => [sku, name] as const));
  const moved = after.filter(([sku, name]) => before.has(sku) && before.get(sku) !== name);
  expect([moved, after.length]).toEqual([[], PRODUCTS + 1]);
  await fixture.changeProducts("DELETE FROM products WHERE sku LIKE '%new one'");
  await fixture.addProducts(ALL.slice(17, 18));
});

test.each([
  ["tsv", "gzip"],
  ["jsonl", "none"],
  ["xml_rss", "gzip"],
  ["parquet", "none"],
] as const)("files of %s (%s) are whole each by itself, and have every product", async (format, compression) => {
  const feedId = await fixture.addFeed({ format, compression, shards: 3, destinations: await toPartner() });
  const { files } = await run(feedId);
  const found = [];
  for (const { name, rows: count, bytes, sha256 } of files) {
    const stored = readFileSync(join(folder, name));
    expect([stored.length, createHash("sha256").update(stored).digest("hex")]).toEqual([bytes, sha256]);
    const rows = await readRows(format, compression === "gzip" ? gunzipSync(stored) : stored);
    expect(rows.length).toBe(count);
    found.push(...rows);
  }
  const hashes = (rows: readonly Record<string, unknown>[]) =>
    rows.map(({ sku, title, description }) => `${sku} ${hash("sha256", `${title} ${description}`)}`).toSorted();
  expect(hashes(found)).toEqual(hashes(ALL));
});

test("more files than products: those without a row have only a header, and the set of names does not change", async () => {
  const selection = { filters: { brand: ["none"] }, include_skus: ["SKU ü/1"], exclude_skus: [] };
  const feedId = await fixture.addFeed({ channel: { selection }, shards: 5, destinations: await toPartner() });
  const { files } = await run(feedId);
  expect(files.map(({ rows }) => rows).toSorted()).toEqual([0, 0, 0, 0, 1]);
  for (const { name } of files) expect(readFileSync(join(folder, name), "utf8")).toMatch(/^sku,/);
});

test("the same products give the same files again, with any number of shards", async () => {
  const feedId = await fixture.addFeed({ shards: 6, compression: "gzip", destinations: await toPartner() });
  await run(feedId);
  expect((await run(feedId)).status).toBe("skipped");
});
