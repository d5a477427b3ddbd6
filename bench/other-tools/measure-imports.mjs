// The same CSV file imported by Skucast, by a script with kept libraries, and by Directus, in turns.
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { COLUMNS, writeFileOf } from "../import-files.mjs";
import { middleRound } from "../middle-round.mjs";
import { openDirectus, ownScript, skucast } from "./import-tools.mjs";

/** Products that nothing else in the testbed has. */
const FIRST = 60_000_000;

/**
 * Each tool creates the products of a file, and then changes all of them. Returns the median rounds, and the most memory of
 * all rounds; Skucast is the first. After each import the stored products are compared with the file.
 * @param {Awaited<ReturnType<typeof import("../testbed.mjs").openTestbed>>} testbed
 * @param {{ packages: string, directus: string }} folders
 * @param {{ rows: number, rounds: number, log: (line: string) => void }} options
 */
export async function measureImports(testbed, folders, { rows, rounds, log }) {
  const tools = [
    skucast(testbed),
    ownScript(testbed, folders.packages),
    await openDirectus(testbed, folders.directus),
  ].map((tool) => ({ ...tool, rows: Math.round(rows * tool.share), measured: /** @type {Figures[][]} */ ([]) }));
  for (let round = 0; round < rounds; round += 1) {
    for (const tool of tools) {
      tool.measured.push(await importOnce(testbed, tool));
      log(`${tool.name} imported ${tool.rows} rows twice, round ${round + 1} of ${rounds}`);
    }
  }
  return tools.map(({ name, rows: own, measured }) => ({
    name,
    rows: own,
    created: middleRound(measured.map(([created]) => created)),
    changed: middleRound(measured.map(([, changed]) => changed)),
    peakMb: Math.max(...measured.flat().map(({ peakMb }) => peakMb)),
  }));
}

/** @typedef {import("./measure-feeds.mjs").Figures} Figures */

async function importOnce(testbed, { name, rows, importFiles }) {
  const write = (revision) =>
    writeFileOf(testbed.dir, { format: "csv", first: FIRST, rows, revision, hasJsonLists: true });
  const files = [await write(0), await write(1)];
  const { parts, ...content } = await importFiles(files, rows);
  const [, last] = files;
  const found = await compare({ ...content, path: last.path });
  if (found.stored !== rows || found.different !== 0 || found.events !== rows * files.length)
    throw new Error(`${name} has other products than the file: ${JSON.stringify({ rows, ...found })}`);
  for (const { path } of files) await rm(path);
  return parts;
}

const TYPES = { additional_image_urls: "jsonb", inventory_quantity: "integer", price_amount: "numeric" };

/** The number of stored products, of those that differ from the rows of a file, and of recorded changes. */
async function compare({ databaseUrl, stored, events, path }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`CREATE TEMP TABLE sent (${COLUMNS.map((name) => `${name} ${TYPES[name] ?? "text"}`).join()})`);
    await pipeline(createReadStream(path), client.query(copyFrom("COPY sent FROM STDIN (FORMAT csv, HEADER)")));
    const sql = `WITH stored AS (${stored}) SELECT (SELECT count(*)::int FROM stored) AS stored,
      (SELECT count(*)::int FROM (TABLE sent EXCEPT ALL TABLE stored) AS missing) AS different, (${events}) AS events`;
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}
