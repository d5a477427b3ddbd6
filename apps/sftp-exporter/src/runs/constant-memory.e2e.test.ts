import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newKeyringText } from "@skucast/credentials/keyring";
import { eventually } from "@skucast/testkit/eventually";
import { type ExporterFixture, openExporterFixture, type StoredRun } from "../testing/open-exporter-fixture.js";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
/** Prints the peak memory of the process when it ends. */
const TELL_PEAK = "process.once('exit', () => process.stdout.write('peak=' + process.resourceUsage().maxRSS));";
/** Even the smaller number is enough for garbage to reach its usual level. */
const FEW = 24_000;
const MANY = 120_000;
/** A run over them takes a quarter of a minute on a quiet machine. */
const PATIENCE = { timeoutMs: 480_000 };
/** The documents of the additional products alone are more than 110 MB. */
const GROWTH_MB_MAX = 70;
/** On a busy machine garbage may be collected late once; memory that follows the products grows every time. */
const TRIES = 3;

let fixture: ExporterFixture;
beforeAll(async () => {
  fixture = await openExporterFixture();
});
afterAll(() => fixture.close());

/** Generates the feed's file in a separate exporter process; returns the run and the peak memory of that process. */
async function made(feedId: string): Promise<{ run: StoredRun; peakMb: number }> {
  const preload = `data:text/javascript,${encodeURIComponent(TELL_PEAK)}`;
  const exporter = spawn(process.execPath, ["--import", preload, MAIN], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: "0",
      DATABASE_URL: fixture.databaseUrl,
      SKUCAST_FILES_DIR: fixture.filesDir,
      SKUCAST_ENCRYPTION_KEYS: newKeyringText(),
    },
  });
  const told = text(exporter.stdout);
  const ended = once(exporter, "exit");
  const id = await fixture.queueRun(feedId);
  const run = await eventually(async () => {
    const now = await fixture.run(id);
    return (now.finished_at !== null || now.status === "held") && now;
  }, PATIENCE).finally(() => exporter.kill("SIGTERM"));
  await ended;
  const [, peakKb] = /peak=(\d+)/.exec(await told) ?? [];
  return { run, peakMb: Number(peakKb) / 1024 };
}

/** Reads the stored file. */
async function hashOf({ id, files: [file] }: StoredRun): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(join(fixture.filesDir, fixture.workspaceId, id, file?.name ?? "")), hash);
  return hash.digest("hex");
}

const addProducts = (from: number, to: number) =>
  fixture.changeProducts(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
     SELECT $1, 'M-' || n, n::text, 1, 'active', 'in_stock', 'Acme', '',
            json_build_object('sku', 'M-' || n, 'title', 't' || n, 'description', repeat(md5(n::text), 30), 'mpn', n::text,
              'url', 'https://shop.example.com/' || n, 'image_url', 'https://img.example.com/' || n, 'brand', 'Acme',
              'price_amount', 1, 'price_currency', 'USD', 'availability', 'in_stock', 'condition', 'new'), now(), now()
     FROM generate_series($2::int, $3::int) AS n`,
    [fixture.workspaceId, from, to],
  );

test("five times the products take no more memory, where another service took a gigabyte for 6,000", async () => {
  const formats = [
    { format: "csv", compression: "gzip" },
    { format: "xml_rss", compression: "none", channel: { profile: "google_merchant" } },
    { format: "parquet", compression: "none" },
  ] as const;
  const feeds = await Promise.all(formats.map((format) => fixture.addFeed(format)));
  await addProducts(1, FEW);
  const before: number[] = [];
  for (const feed of feeds) before.push((await made(feed)).peakMb);
  await addProducts(FEW + 1, MANY);
  for (const [i, feed] of feeds.entries()) {
    let growthMb = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES && growthMb >= GROWTH_MB_MAX; tries += 1) {
      const { run, peakMb } = await made(feed);
      expect(run.counts.written).toBe(MANY);
      // Another try builds the same file, which is not delivered or kept again.
      expect(run.status).toBe(tries === 0 ? "succeeded" : "skipped");
      if (tries === 0) expect(await hashOf(run)).toBe(run.files[0]?.sha256);
      growthMb = peakMb - (before[i] ?? 0);
    }
    expect(growthMb).toBeLessThan(GROWTH_MB_MAX);
  }
});
