// Loads a CSV file of products through POST /products/batch and accounts for every row. Node.js 20 or newer, nothing else.
//   SKUCAST_URL=http://localhost:8080 SKUCAST_API_KEY=skc_sk_… node load-csv.mjs products.csv mapping.json
// Running it again is safe: a product that is the same already is counted as unchanged.
import { createReadStream, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { checkMapping, mapRow } from "./map-row.mjs";
import { parseCsv } from "./parse-csv.mjs";

const BATCH_ITEMS = 500;
const TRIES_MAX = 5;
const TIMEOUT_MS = 60_000;

const [file, mappingFile] = process.argv.slice(2);
const { SKUCAST_URL: baseUrl = "http://localhost:8080", SKUCAST_API_KEY: apiKey } = process.env;
if (!file || !mappingFile || !apiKey) {
  console.error("Usage: SKUCAST_URL=… SKUCAST_API_KEY=… node load-csv.mjs FILE.csv MAPPING.json");
  process.exit(2);
}

const totals = { rows: 0, created: 0, updated: 0, unchanged: 0, failed: 0, duplicate: 0 };
const seenSkus = new Map();
let batch = [];
for await (const { line, product } of products()) {
  totals.rows += 1;
  const firstLine = seenSkus.get(product.sku);
  if (firstLine === undefined) {
    seenSkus.set(product.sku, line);
    batch.push({ line, product });
    if (batch.length === BATCH_ITEMS) await flush();
  } else {
    totals.duplicate += 1;
    console.log(`line ${line}: ${product.sku} stands on line ${firstLine} already; left out`);
  }
}
await flush();

const { rows, ...outcomes } = totals;
const sum = Object.values(outcomes).reduce((total, count) => total + count, 0);
console.log(
  `${rows} rows = ${Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(" + ")}`,
);
if (sum !== rows) throw new Error(`${rows - sum} rows are not accounted for`);
process.exitCode = totals.failed > 0 ? 1 : 0;

async function* products() {
  const mapping = JSON.parse(readFileSync(mappingFile, "utf8"));
  let columns;
  let above = {};
  for await (const { line, cells } of parseCsv(createReadStream(file, "utf8"))) {
    const texts = cells.map((cell) => cell.trim());
    if (!columns) {
      columns = texts;
      checkMapping(mapping, columns);
      continue;
    }
    if (texts.every((text) => text === "")) continue;
    const row = Object.fromEntries(columns.map((column, place) => [column, texts[place] ?? ""]));
    // The rows below a product's first one are its variants: what they leave empty is said above. A new product starts
    // wherever the first of these columns is filled.
    const [head] = mapping.fill_down ?? [];
    if (head && row[head] === "") for (const column of mapping.fill_down) row[column] ||= above[column] ?? "";
    else above = row;
    yield { line, product: mapRow(mapping.fields, row) };
  }
}

async function flush() {
  if (batch.length === 0) return;
  const sent = batch;
  batch = [];
  const { results } = await post(sent.map(({ product }) => product));
  for (const { index, sku, status, error } of results) {
    totals[status] += 1;
    if (status !== "failed") continue;
    const faults = error.errors.map(({ pointer, message }) => `${pointer} ${message}`);
    console.log(`line ${sent[index].line}: ${sku ?? "(no SKU)"}: ${faults.join("; ") || error.detail}`);
  }
}

/** Sends a batch; again when the service is busy or cannot be reached, which does no harm to what was stored. */
async function post(items) {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${baseUrl}/api/public/v1/products/batch`, {
      method: "POST",
      headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ items, mode: "partial" }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error) => error);
    if (response instanceof Error) {
      if (tries === TRIES_MAX) throw response;
      await pause(1_000 * tries);
      continue;
    }
    const answer = await response.json();
    // 422 is the answer too when every item has failed; it has results then.
    if (answer.results) return answer;
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || tries === TRIES_MAX) throw new Error(`${response.status} ${answer.code}: ${answer.detail}`);
    await pause(1_000 * Number(response.headers.get("Retry-After") ?? tries));
  }
}
