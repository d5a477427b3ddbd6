// The gzipped file of a feed, and the same file pushed to a partner, compared with COPY of the same documents to a file.
import { hash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { startSshServer } from "@skucast/testkit/start-ssh-server";
import pg from "pg";
import { call } from "./call.mjs";
import { cpuOf, cpuOfServer, memoryOf } from "./cpu.mjs";
import { middleRound } from "./middle-round.mjs";

const POLL_MS = 100;
const ROUNDS = 3;
/** @typedef {{ rate: number, cpuUs: number, peakMb?: number }} Measured */

/** A channel without rules. */
export const PLAIN_CHANNEL = {
  name: "Bench",
  profile: "openai_products",
  market: { country: "US", currency: "USD", language: "en" },
  defaults: { seller_name: "Acme Store" },
};

/**
 * Measures limit, file and file with delivery in turns, and returns the median round of each. Each run belongs to another
 * feed, so that no file is unchanged; the first run warms up the exporter.
 */
export async function measureExport(testbed, api, rows) {
  const partner = await startSshServer();
  try {
    const channel = await createChannel(testbed, api, PLAIN_CHANNEL);
    const destination = await createDestination(testbed, api, partner);
    const exporter = await testbed.startApp("sftp-exporter", 18_081);
    const setup = { testbed, api, exporter, partner, rows, idleMb: memoryOf([exporter.pid]).rss, sha256: undefined };
    const push = { type: "sftp_push", destination_id: destination };
    const warm = await runRate(setup, { channel, name: "warm", deliveries: [push] });
    await checkContent(testbed, warm.run, storedRow);
    setup.sha256 = warm.run.files[0].sha256;
    /** @type {{ limit: Measured[], build: Measured[], pass: Measured[] }} */
    const rounds = { limit: [], build: [], pass: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.limit.push(await copyRate(testbed, rows));
      rounds.build.push(await runRate(setup, { channel, name: `build-${round}`, deliveries: [] }));
      rounds.pass.push(await runRate(setup, { channel, name: `pass-${round}`, deliveries: [push] }));
    }
    const peakMb = Math.max(...[...rounds.build, ...rounds.pass].map((round) => round.peakMb ?? 0));
    const build = { ...middleRound(rounds.build), peakMb };
    return { limit: middleRound(rounds.limit), build, pass: middleRound(rounds.pass) };
  } finally {
    await partner.stop();
  }
}

/** The same for the file of a channel with rules and prices of its own; `rowOf` gives the values that a product's row must have. */
export async function measureRules(testbed, api, { rows, channel: definition, rowOf }) {
  const channel = await createChannel(testbed, api, definition);
  const exporter = await testbed.startApp("sftp-exporter", 18_081);
  const setup = {
    testbed,
    api,
    exporter,
    partner: undefined,
    rows,
    idleMb: memoryOf([exporter.pid]).rss,
    sha256: undefined,
  };
  const warm = await runRate(setup, { channel, name: "warm", deliveries: [] });
  await checkContent(testbed, warm.run, rowOf);
  setup.sha256 = warm.run.files[0].sha256;
  /** @type {{ limit: Measured[], build: Measured[] }} */
  const rounds = { limit: [], build: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.limit.push(await copyRate(testbed, rows));
    rounds.build.push(await runRate(setup, { channel, name: `build-${round}`, deliveries: [] }));
  }
  const peakMb = Math.max(...rounds.build.map((round) => round.peakMb ?? 0));
  return { limit: middleRound(rounds.limit), build: { ...middleRound(rounds.build), peakMb } };
}

/** PostgreSQL itself writes what the exporter reads, in the same order, without a client or socket. */
async function copyRate(testbed, rows) {
  const client = new pg.Client({ connectionString: testbed.superuserUrl });
  await client.connect();
  const { data_directory: folder } = (await client.query("SHOW data_directory")).rows[0];
  const documents = `SELECT doc FROM products WHERE workspace_id = '${testbed.workspaceId}' AND deleted_at IS NULL ORDER BY sku`;
  const before = cpuOfServer(testbed.postmaster);
  const startedAtMs = performance.now();
  await client.query(`COPY (${documents}) TO '${join(folder, "bench-copy.txt")}'`);
  const seconds = (performance.now() - startedAtMs) / 1000;
  const cpuUs = (cpuOfServer(testbed.postmaster) - before) / rows;
  await client.end();
  return { rate: rows / seconds, cpuUs };
}

/** Creates a channel, and returns its id. */
export async function createChannel(testbed, api, definition) {
  const { id } = await call(testbed, api, "POST", "/channels", definition);
  // Otherwise the exporter writes the listings of the new channel at the same time.
  await testbed.db.system.query("DELETE FROM listing_walks");
  return id;
}

async function createDestination(testbed, api, { host, port, username, hostKeySha256, root, authorize }) {
  const made = await call(testbed, api, "POST", "/destinations", {
    name: "Partner",
    type: "sftp",
    host,
    port,
    username,
    path: root,
    host_keys: [hostKeySha256],
    auth: { type: "public_key" },
  });
  authorize(made.auth.public_key);
  return made.id;
}

/**
 * Runs a new feed, and returns its rate, CPU and memory. Throws unless the file has all rows, has arrived where the
 * `deliveries` send it, and is the file with `sha256`, if that is known.
 */
export async function runRate(
  { testbed, api, exporter, partner, rows, idleMb, sha256 },
  { channel, name, deliveries },
) {
  const feed = await call(testbed, api, "POST", "/feeds", {
    channel_id: channel,
    name,
    file_name: `${name}.csv.gz`,
    format: "csv",
    compression: "gzip",
    schedule: null,
    deliveries,
  });
  const partnerUs = () => (partner === undefined ? 0 : cpuOfServer(partner.pid));
  const used = () => [cpuOf(exporter.pid), cpuOfServer(testbed.postmaster), partnerUs()];
  const before = used();
  let peakMb = 0;
  let run = await call(testbed, api, "POST", `/feeds/${feed.id}/runs`);
  while (run.finished_at === null) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    peakMb = Math.max(peakMb, memoryOf([exporter.pid]).rss);
    run = await call(testbed, api, "GET", `/runs/${run.id}`);
  }
  if (run.status !== "succeeded")
    throw new Error(`the run is ${run.status}: ${run.error} ${JSON.stringify(run.issues.slice(0, 2))}`);
  if (run.counts.written !== rows) throw new Error(`the file has ${run.counts.written} rows instead of ${rows}`);
  const [file] = run.files;
  const stored = hash("sha256", readFileSync(storedAt(testbed, run)));
  // All feeds have the same products, so one file is compared with the products for all.
  if (stored !== file.sha256 || stored !== (sha256 ?? stored)) throw new Error(`${file.name} is not the run's file`);
  if (deliveries.length > 0) checkArrived(partner, run);
  const seconds = (Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000;
  const [appUs, postgresUs, sshUs] = used().map((us, i) => (us - before[i]) / rows);
  const cpu = { cpuUs: appUs + postgresUs + sshUs, appUs, postgresUs, partnerUs: sshUs };
  return { rate: rows / seconds, ...cpu, idleMb, peakMb, megabytes: file.bytes / 1e6, run };
}

/** Checks that the partner has the file of the run, and that the exporter has read it back, completely or in samples. */
function checkArrived({ folder }, { files: [{ name, sha256 }], deliveries: [{ verification }] }) {
  const arrived = hash("sha256", readFileSync(join(folder, name)));
  if (arrived !== sha256) throw new Error(`${name} at the partner is not the file of the run`);
  if (!["content", "sample"].includes(verification)) throw new Error(`${name} was verified by ${verification}`);
}

/** Where the file of a run is. */
export const storedAt = ({ dir, workspaceId }, { id, files: [{ name }] }) => join(dir, "files", workspaceId, id, name);

/** Throws unless the file has a row for each product, in order, with the values that `rowOf` gives. */
async function checkContent(testbed, run, rowOf) {
  const client = new pg.Client({ connectionString: testbed.superuserUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query(`DECLARE documents CURSOR FOR SELECT doc FROM products
      WHERE workspace_id = '${testbed.workspaceId}' AND deleted_at IS NULL ORDER BY sku`);
    const content = createReadStream(storedAt(testbed, run)).pipe(createGunzip());
    const lines = createInterface({ input: content })[Symbol.asyncIterator]();
    await lines.next(); // the header
    for (let rows = await fetchSome(client); rows.length > 0; rows = await fetchSome(client)) {
      for (const { doc } of rows) checkRow((await lines.next()).value ?? "", JSON.parse(doc), rowOf);
    }
    if (!(await lines.next()).done) throw new Error("the file has more rows than there are products");
  } finally {
    await client.end();
  }
}

const fetchSome = async (client) => (await client.query("FETCH 5000 FROM documents")).rows;

function checkRow(line, product, rowOf) {
  if (!rowOf(product).every((value) => line.includes(value)))
    throw new Error(`the file does not have ${product.sku} as the channel publishes it`);
}

const storedRow = ({ sku, title, description, url, image_url, brand, price_amount }) => [
  sku,
  title,
  description,
  url,
  image_url,
  brand,
  `${price_amount.toFixed(2)} USD`,
];
