/**
 * What the comparison needs of a catalog. `keys` are what the catalog calls a product, where that is not its SKU.
 *
 * @typedef {import("./connection.mjs").Request} Request
 * @typedef {ReturnType<typeof import("./products.mjs").catalogProductOf>} Product
 * @typedef {Record<string, string>} Keys
 *
 * @typedef {object} Exchange One or two requests, the second of which needs the answer to the first.
 * @property {Request} first
 * @property {(answer: any) => Request} [second]
 *
 * @typedef {object} Catalog
 * @property {string} name
 * @property {string} baseUrl
 * @property {() => Promise<void>} setUp Creates the schema and a login, once; nothing runs afterwards.
 * @property {() => Promise<Running>} start
 * @property {() => Promise<void>} [finishFilling] What must follow a fill, before the processes are stopped.
 * @property {() => Promise<void>} [catchUp] Starts work that it puts off until it is asked for.
 * @property {() => Promise<boolean>} [hasWork] Whether work that was caused by requests is waiting.
 * @property {(body: Buffer) => boolean} [isFault] Whether an answer with a status of 2xx reports an error.
 * @property {() => Record<string, string>} headers Those of every request, with the login.
 * @property {(skus: string[]) => Promise<Map<string, Keys>>} keysOf
 * @property {(product: Product) => Exchange} create
 * @property {(product: Product, keys: Keys) => Request} update Changes price and stock.
 * @property {(products: Product[]) => Request} [createMany] The fastest way to fill it.
 * @property {(products: Product[], keys: Keys[]) => Request} [updateMany] Absent if it has no such API.
 * @property {(count: number) => Promise<Request[]>} pages Requests of the first pages of PAGE products.
 * @property {(sku: string, keys: Keys) => Request} get
 * @property {(word: string) => Request} search
 * @property {(answer: any) => Partial<Product>[]} productsIn
 *
 * @typedef {{ pids: number[], startMs: number, stop: () => Promise<void> }} Running
 *
 * @typedef {{ databaseUrl: string, port: number, dir: string }} Place Where a catalog keeps its data and listens.
 */
import pg from "pg";
import { askOnce } from "./connection.mjs";
import { startProcess, untilAnswering } from "./peer-process.mjs";

/** Products of a page, and of an answer to a search. */
export const PAGE = 100;
export const FOUND_MAX = 20;

/** A product without keys, for catalogs that know it by its SKU. */
export const bySku = async (skus) => new Map(skus.map((sku) => [sku, {}]));

/** Rows of a statement on a database. */
export async function rowsOf(databaseUrl, sql, values = []) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** The keys that a statement with the SKUs as $1 returns, by the column `sku`. */
export async function keysFrom(databaseUrl, sql, skus) {
  const rows = await rowsOf(databaseUrl, sql, [skus]);
  return new Map(rows.map(({ sku, ...keys }) => [sku, keys]));
}

/**
 * Starts the programs of a catalog and waits for the first answer to `probe`.
 * @returns {Promise<Running>}
 */
export async function startPrograms(programs, { baseUrl, probe }) {
  const startedAtMs = performance.now();
  const processes = programs.map(startProcess);
  const stop = async () => void (await Promise.all(processes.map((each) => each.stop())));
  try {
    await untilAnswering(processes, async () => {
      await askOnce(baseUrl, probe);
      return true;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { pids: processes.map(({ pid }) => pid), startMs: performance.now() - startedAtMs, stop };
}

/** The parts of a database's URL, for settings that take them one by one. */
export function databaseOf(databaseUrl) {
  const { hostname: host, port, username: user, password, pathname } = new URL(databaseUrl);
  return { host, port: Number(port), user, password, database: pathname.slice(1) };
}
