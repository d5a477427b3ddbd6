// The tools that import a CSV file into a catalog, each with its own tables on the same PostgreSQL.
import { openAsBlob } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@skucast/contracts/ids";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import { Agent, FormData, fetch } from "undici";
import { findFreePort } from "../../scripts/find-free-port.mjs";
import { rowsOf } from "../catalog-peers/catalog.mjs";
import { createDatabase } from "../catalog-peers/create-database.mjs";
import { directus } from "../catalog-peers/directus.mjs";
import { COLUMNS } from "../import-files.mjs";
import { importFiles } from "../measure-import.mjs";
import { measureWork } from "./measure-work.mjs";
import { VERSIONS } from "./packages.mjs";
import { startProgram } from "./start-program.mjs";

/**
 * @typedef {import("./measure-feeds.mjs").Figures} Figures
 * @typedef {{ path: string, type: string }} File
 *
 * @typedef {object} ImportTool
 * @property {string} name
 * @property {number} share The share of the rows that is enough to measure it.
 * @property {(files: File[], rows: number) => Promise<Imported>} importFiles Imports files of the same products one after
 *   the other, the first into an empty catalog.
 *
 * @typedef {object} Imported
 * @property {Figures[]} parts The figures of each file.
 * @property {string} databaseUrl
 * @property {string} stored A query of the products, with the columns of the file.
 * @property {string} events A query of the number of rows that record the changes.
 */

/** @returns {ImportTool} Skucast's importer, each time in a new workspace. */
export const skucast = (testbed) => ({
  name: "Skucast",
  share: 1,
  async importFiles(files, rows) {
    const workspaceId = newId("ws");
    const apiKey = newToken("sk");
    const key = { workspaceId, id: newId("key"), name: "bench", secretHash: hashToken(apiKey), lastFour: "none" };
    await testbed.db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Imports')", [workspaceId]);
    await insertApiKey(testbed.db, key);
    const { parts, idleMb, peakMb } = await importFiles({ ...testbed, workspaceId, apiKey }, files, rows);
    const of = `workspace_id = '${workspaceId}'`;
    return {
      parts: parts.map(({ rate, appUs, postgresUs }) => ({ rate, serviceUs: appUs, postgresUs, idleMb, peakMb })),
      databaseUrl: testbed.superuserUrl,
      stored: `SELECT ${COLUMNS.map(fieldOf).join()} FROM products, LATERAL (SELECT doc::jsonb) AS parsed (fields) WHERE ${of} AND deleted_at IS NULL`,
      events: `SELECT count(*)::int FROM events WHERE ${of} AND starts_with(type, 'product.')`,
    };
  },
});

const fieldOf = (column) => {
  if (column === "additional_image_urls") return `fields -> '${column}'`;
  const type = { inventory_quantity: "::integer", price_amount: "::numeric" }[column] ?? "";
  return `(fields ->> '${column}')${type}`;
};

/** @returns {ImportTool} A script of a team, each time with a new database. */
export const ownScript = (testbed, packages) => ({
  name: `csv-parse ${VERSIONS["csv-parse"]}, zod ${VERSIONS.zod} and pg`,
  share: 1,
  async importFiles(files, rows) {
    const { superuserUrl, postmaster } = testbed;
    const databaseUrl = await createDatabase(superuserUrl, superuserUrl, `import_script_${newId("ws")}`);
    const program = await startProgram("import-file.mjs", { BENCH_PACKAGES: packages, DATABASE_URL: databaseUrl });
    const parts = [];
    for (const { path } of files)
      parts.push(await measureWork({ pids: [program.pid], postmaster, rows, work: () => program.ask({ path }) }));
    await program.stop();
    return {
      parts,
      databaseUrl,
      stored: `SELECT ${COLUMNS.join()} FROM products`,
      events: "SELECT count(*)::int FROM events",
    };
  },
});

/** @returns {Promise<ImportTool>} Its import endpoint, each time with empty tables. */
export async function openDirectus(testbed, folder) {
  const { superuserUrl, postmaster } = testbed;
  const dir = join(testbed.dir, "import_directus");
  await mkdir(dir);
  const databaseUrl = await createDatabase(superuserUrl, superuserUrl, "import_directus");
  const catalog = directus.open({ databaseUrl, port: await findFreePort(), dir, folder });
  await catalog.setUp();
  // An import takes minutes before its answer begins.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  async function send({ path, type }) {
    const body = new FormData();
    body.append("file", await openAsBlob(path, { type }), "products.csv");
    const url = `${catalog.baseUrl}/utils/import/products`;
    const response = await fetch(url, { method: "POST", headers: catalog.headers(), body, dispatcher });
    if (!response.ok) throw new Error(`${catalog.name} answered ${response.status}: ${await response.text()}`);
  }
  return {
    name: catalog.name,
    share: 1 / 4,
    async importFiles(files, rows) {
      await rowsOf(databaseUrl, "TRUNCATE products, directus_activity, directus_revisions");
      const { pids, stop } = await catalog.start();
      const parts = [];
      for (const file of files) parts.push(await measureWork({ pids, postmaster, rows, work: () => send(file) }));
      await stop();
      return {
        parts,
        databaseUrl,
        stored: `SELECT ${COLUMNS.map((column) => (column === "additional_image_urls" ? `${column}::jsonb` : column)).join()} FROM products`,
        events: "SELECT count(*)::int FROM directus_revisions WHERE collection = 'products'",
      };
    },
  };
}
