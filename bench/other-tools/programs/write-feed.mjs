// Writes the feed as a team does: rows from a cursor of PostgreSQL, mapped, through a CSV library and gzip into a file. It
// does the requests of its parent one after the other.
import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { COLUMNS, cellsOf } from "./feed-row.mjs";
import { load } from "./load-package.mjs";

const ROWS_AT_ONCE = 1_000;
const GZIP = { level: constants.Z_BEST_SPEED, memLevel: constants.Z_MAX_MEMLEVEL, chunkSize: 65_536 };
const SELECT = "SELECT doc FROM products WHERE workspace_id = $1 AND deleted_at IS NULL ORDER BY sku";
const values = [process.env.WORKSPACE_ID];

const { Client } = load("pg");
const client = new Client({ connectionString: process.env.DATABASE_URL });
await client.connect();

/** The rows as arrays, in batches from a cursor. */
function openRows() {
  const QueryStream = load("pg-query-stream");
  return client.query(new QueryStream(SELECT, values, { rowMode: "array", batchSize: ROWS_AT_ONCE }));
}

const WAYS = {
  "csv-stringify": (file) => {
    const { stringify } = load("csv-stringify");
    const mapped = new Transform({
      objectMode: true,
      transform: ([doc], _encoding, done) => done(null, cellsOf(doc)),
    });
    return pipeline(openRows(), mapped, stringify({ header: true, columns: COLUMNS }), createGzip(GZIP), file);
  },
  "@fast-csv/format": (file) => {
    const { format } = load("@fast-csv/format");
    const rows = format({ headers: COLUMNS, includeEndRowDelimiter: true }).transform(([doc]) => cellsOf(doc));
    return pipeline(openRows(), rows, createGzip(GZIP), file);
  },
  papaparse: (file) => pipeline(textsByPapa, createGzip(GZIP), file),
};

/** Papa has no stream that writes: it makes the text of a batch. */
async function* textsByPapa() {
  const { unparse } = load("papaparse");
  const Cursor = load("pg-cursor");
  const cursor = client.query(new Cursor(SELECT, values, { rowMode: "array" }));
  yield `${COLUMNS.join()}\n`;
  for (;;) {
    const rows = await cursor.read(ROWS_AT_ONCE);
    if (rows.length === 0) return;
    yield `${unparse(
      rows.map(([doc]) => cellsOf(doc)),
      { newline: "\n" },
    )}\n`;
  }
}

process.on("message", async (/** @type {{ way: keyof typeof WAYS, path: string }} */ { way, path }) => {
  await WAYS[way](createWriteStream(path));
  process.send?.("done");
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
