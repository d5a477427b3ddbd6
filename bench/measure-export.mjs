// The file of a feed with 1 M products, against COPY of the same documents to nowhere.

import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { call } from "./call.mjs";
import { cpuOf, cpuOfPostgres, memoryOf } from "./cpu.mjs";
import { productOf } from "./products.mjs";

const LOOK_MS = 200;

/** Fills the catalogue up to `rows` products, by the database alone. */
export async function fill(stage, rows) {
  const doc = JSON.stringify({
    id: "prod_01jd0000000000000000000000",
    ...productOf(7),
    status: "active",
    price: "10.49 USD",
    content_hash: "0".repeat(64),
    version: 1,
    created_at: "2026-11-21T08:00:00.000Z",
    updated_at: "2026-11-21T08:00:00.000Z",
  });
  const sql = `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
    SELECT $1, 'SKU-' || lpad(n::text, 9, '0'), 'prod_01jd0000000000000000000000', 1, 'active', 'in_stock', 'Brand 12', decode(md5(n::text), 'hex'),
           replace($2, 'SKU-000000007', 'SKU-' || lpad(n::text, 9, '0')), now(), now()
    FROM generate_series(0, $3::int - 1) AS n ON CONFLICT DO NOTHING`;
  const client = new pg.Client({ connectionString: stage.superuserUrl });
  await client.connect();
  await client.query(sql, [stage.workspaceId, doc, rows]);
  await client.query("VACUUM (FREEZE, ANALYZE) products");
  await client.end();
}

export async function measureExport(stage, api, exporter, rows) {
  const limit = await copyRate(stage, rows);
  const feed = await makeFeed(stage, api);
  const product = await runRate(stage, api, exporter, feed);
  if (product.rows !== rows) throw new Error(`the file has ${product.rows} rows instead of ${rows}`);
  return { limit, product };
}

async function copyRate(stage, rows) {
  const client = await stage.db.app.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.workspace_id', $1, true), set_config('app.actor', '*', true)", [
      stage.workspaceId,
    ]);
    const before = cpuOfPostgres(stage.postmaster);
    const own = process.cpuUsage();
    const startedAtMs = performance.now();
    const nowhere = new Writable({ highWaterMark: 1 << 20, write: (_chunk, _encoding, done) => done() });
    await pipeline(
      client.query(
        copyTo(
          "COPY (SELECT doc FROM products WHERE workspace_id = current_workspace() AND deleted_at IS NULL ORDER BY sku) TO STDOUT",
        ),
      ),
      nowhere,
    );
    const seconds = (performance.now() - startedAtMs) / 1000;
    const used = process.cpuUsage(own);
    await client.query("COMMIT");
    return { rate: rows / seconds, cpuUs: (cpuOfPostgres(stage.postmaster) - before + used.user + used.system) / rows };
  } finally {
    client.release();
  }
}

async function makeFeed(stage, api) {
  const market = { country: "US", currency: "USD", language: "en" };
  const defaults = { seller_name: "Acme Store" };
  const channel = await call(stage, api, "POST", "/channels", {
    name: "Bench",
    profile: "openai_products",
    market,
    defaults,
  });
  return call(stage, api, "POST", "/feeds", {
    channel_id: channel.id,
    name: "Bench",
    format: "csv",
    compression: "none",
    schedule: null,
  });
}

async function runRate(stage, api, exporter, feed) {
  const before = { exporter: cpuOf(exporter.pid), postgres: cpuOfPostgres(stage.postmaster) };
  const idle = memoryOf([exporter.pid]).rss;
  let peak = idle;
  let run = await call(stage, api, "POST", `/feeds/${feed.id}/runs`);
  while (run.finished_at === null) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    peak = Math.max(peak, memoryOf([exporter.pid]).rss);
    run = await call(stage, api, "GET", `/runs/${run.id}`);
  }
  if (run.status !== "succeeded")
    throw new Error(`the run is ${run.status}: ${run.error} ${JSON.stringify(run.issues.slice(0, 2))}`);
  const seconds = (Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000;
  const rows = run.counts.written;
  const cpuUs = (cpuOf(exporter.pid) - before.exporter + cpuOfPostgres(stage.postmaster) - before.postgres) / rows;
  return { rate: rows / seconds, rows, cpuUs, idleMb: idle, peakMb: peak, megabytes: run.files[0].bytes / 1e6 };
}
