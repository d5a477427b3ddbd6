// Files through POST /imports, compared with COPY of the same rows as CSV, a merge and their events in SQL.

import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@skucast/contracts/ids";
import { API_BASE_PATH } from "@skucast/contracts/service";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { cpuOf, cpuOfServer, memoryOf } from "./cpu.mjs";
import { COLUMNS, writeFileOf } from "./import-files.mjs";
import { middleRound } from "./middle-round.mjs";
import { productOf } from "./products.mjs";

const LOOK_MS = 50;
/** Texts of a file that nothing else in this testbed names. */
const FIRST = 50_000_000;

/** The other formats that are measured. */
const OTHERS = /** @type {const} */ (["json", "xml", "xlsx"]);

/**
 * Creates every product of a CSV file, imports it unchanged, and changes it three times; each also in SQL, in another
 * workspace. Of the changes, the median round counts. Then each other format changes every product twice, and is imported
 * unchanged.
 */
export async function measureImport(testbed, rows) {
  const written = (format, revision) => writeFileOf(testbed.dir, { format, first: FIRST, rows, revision });
  const [one, other] = await Promise.all([0, 1].map((revision) => written("csv", revision)));
  const files = [one, one, other, one, other];
  const limit = await mergeInSql(
    testbed,
    files.map(({ path }) => path),
    rows,
  );
  const { parts, ...memory } = await importFiles(testbed, files, rows);
  await checkImported(testbed, other.path, rows);
  const [created, unchanged, ...changed] = parts;
  const others = [];
  for (const format of OTHERS) {
    const first = await written(format, 0);
    const second = await written(format, 1);
    const measured = await importFiles(testbed, [first, second, second], rows);
    await checkImported(testbed, other.path, rows);
    await Promise.all([first, second].map(({ path }) => rm(path)));
    const { idleMb, peakMb } = measured;
    const [once, twice, again] = measured.parts;
    others.push({ format, changed: middleRound([once, twice]), unchanged: again, idleMb, peakMb });
  }
  return { limit, product: { created, unchanged, changed: middleRound(changed), ...memory }, others };
}

/** Imports files one after the other, and returns the rate and the CPU of each, and the memory of the importer. */
export async function importFiles(testbed, files, rows) {
  const folder = { SKUCAST_UPLOADS_DIR: join(testbed.dir, "uploads") };
  const api = await testbed.startApp("catalog-api", 18_082, folder);
  const ids = [];
  for (const file of files) ids.push(await sendImport(testbed, api, file));
  // Its relay would send the events of both and use the CPU of both.
  await api.stop();
  const importer = await testbed.startApp("importer", 18_083, folder);
  const measured = await follow(testbed, importer, ids, rows);
  await importer.stop();
  return measured;
}

/** Imports the file in SQL alone: without validation, and with the row as JSON as the document. */
const MERGE = `
  WITH given AS (
    SELECT sku, availability, brand, row_to_json(s)::text AS doc, sha256(row_to_json(s)::text::bytea) AS hash FROM staging s
  ), written AS (
    INSERT INTO products AS p (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
    SELECT $1, sku, 'prod_' || substr(md5(sku), 1, 26), 1, 'active', availability, brand, hash, doc, now(), now()
    FROM given ORDER BY sku
    ON CONFLICT (workspace_id, sku) DO UPDATE SET version = p.version + 1, availability = excluded.availability,
      brand = excluded.brand, content_hash = excluded.content_hash, doc = excluded.doc, updated_at = now()
    WHERE p.content_hash IS DISTINCT FROM excluded.content_hash
    RETURNING p.id, p.version, p.doc
  ), appended AS (
    INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
    SELECT $1, 'evt_' || substr(md5(id || version), 1, 26), 'product.updated', id, version,
      '{"object":' || doc || ',"previous":{}}', now() FROM written
    RETURNING id
  )
  INSERT INTO outbox (workspace_id, event_id, created_at) SELECT $1, id, now() FROM appended`;

async function mergeInSql(testbed, files, rows) {
  const client = new pg.Client({ connectionString: testbed.superuserUrl });
  await client.connect();
  const workspaceId = newId("ws");
  const parts = [];
  for (const file of files) {
    const before = cpuOfServer(testbed.postmaster);
    const startedAtMs = performance.now();
    await client.query("BEGIN");
    await client.query(
      `CREATE TEMP TABLE staging (${COLUMNS.map((column) => `${column} text`).join()}) ON COMMIT DROP`,
    );
    await pipeline(createReadStream(file), client.query(copyFrom("COPY staging FROM STDIN (FORMAT csv, HEADER)")));
    await client.query(MERGE, [workspaceId]);
    await client.query("COMMIT");
    const seconds = (performance.now() - startedAtMs) / 1000;
    parts.push({ rate: rows / seconds, cpuUs: (cpuOfServer(testbed.postmaster) - before) / rows });
  }
  await client.query("DELETE FROM products WHERE workspace_id = $1", [workspaceId]);
  await client.query("TRUNCATE outbox");
  await client.query("VACUUM products");
  await client.end();
  const [created, unchanged, ...changed] = parts;
  return { created, unchanged, changed: middleRound(changed) };
}

/** The value of a cell in the document of a product. */
const cellOf = (column) =>
  Array.isArray(productOf(0)[column])
    ? `(SELECT string_agg(item, '|') FROM jsonb_array_elements_text(doc -> '${column}') AS item)`
    : `doc ->> '${column}'`;

/** Checks that each product and its last event have the values of its row, and that there are no other products. */
const COMPARISON = `
  WITH stored AS (
    SELECT id, version, doc AS stored_doc, doc::jsonb AS doc FROM products WHERE workspace_id = $1 AND deleted_at IS NULL
  ), read AS (SELECT ${COLUMNS.map((column) => `${cellOf(column)} AS ${column}`).join(", ")} FROM stored)
  SELECT (SELECT count(*) FROM stored)::int AS stored,
    (SELECT count(*) FROM (TABLE read EXCEPT ALL TABLE staging) AS other)::int AS differing,
    (SELECT count(*) FROM stored JOIN events ON events.workspace_id = $1 AND object_id = stored.id
       AND sequence = version AND starts_with(data, '{"object":' || stored_doc))::int AS told`;

async function checkImported(testbed, file, rows) {
  const client = new pg.Client({ connectionString: testbed.superuserUrl });
  await client.connect();
  await client.query(`CREATE TEMP TABLE staging (${COLUMNS.map((column) => `${column} text`).join()})`);
  await pipeline(createReadStream(file), client.query(copyFrom("COPY staging FROM STDIN (FORMAT csv, HEADER)")));
  const { stored, differing, told } = (await client.query(COMPARISON, [testbed.workspaceId])).rows[0];
  await client.end();
  if (stored !== rows || differing !== 0 || told !== rows) {
    throw new Error(
      `${stored} products of ${rows}; ${differing} differ from the file, ${told} events have the same values`,
    );
  }
}

/** Sends a file of products; returns the id of the import. */
export async function sendImport(key, api, { path, type }) {
  const { size } = await stat(path);
  // The types of the browser's fetch, which this file sees, do not know `duplex`.
  const request = /** @type {any} */ ({
    method: "POST",
    headers: { Authorization: `Bearer ${key.apiKey}`, "Content-Type": type, "Content-Length": String(size) },
    body: ReadableStream.from(createReadStream(path)),
    duplex: "half",
  });
  const response = await fetch(`${api.baseUrl}${API_BASE_PATH}/imports?file_name=${basename(path)}`, request);
  const made = /** @type {any} */ (await response.json());
  if (response.status !== 202) throw new Error(`the file was rejected: ${JSON.stringify(made)}`);
  return made.id;
}

/** Waits for the imports one after the other, by polling the database. */
async function follow(testbed, importer, ids, rows) {
  const idleMb = memoryOf([importer.pid]).rss;
  let peakMb = idleMb;
  const parts = [];
  let before = { app: 0, postgres: cpuOfServer(testbed.postmaster) };
  for (const id of ids) {
    let row;
    do {
      await pause(LOOK_MS);
      peakMb = Math.max(peakMb, memoryOf([importer.pid]).rss);
      const sql = "SELECT counts, status, error, started_at, finished_at FROM imports WHERE id = $1";
      [row] = (await testbed.db.system.query(sql, [id])).rows;
    } while (row.finished_at === null);
    if (row.status !== "succeeded" || row.counts.received !== rows) throw new Error(JSON.stringify(row));
    const after = { app: cpuOf(importer.pid), postgres: cpuOfServer(testbed.postmaster) };
    const appUs = (after.app - before.app) / rows;
    const postgresUs = (after.postgres - before.postgres) / rows;
    const seconds = (row.finished_at - row.started_at) / 1000;
    parts.push({ rate: rows / seconds, cpuUs: appUs + postgresUs, appUs, postgresUs });
    before = after;
  }
  return { parts, idleMb, peakMb };
}
