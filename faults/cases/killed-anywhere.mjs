import { setTimeout as pause } from "node:timers/promises";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { openDatabase } from "@skucast/db/database";
import { verifyLedgers } from "@skucast/webhook-dispatcher/testing/verify-ledgers";
import { checkInvariants } from "../expect.mjs";
import { createInstalledFolder } from "../installed-folder.mjs";
import { startReceiver } from "../receiver.mjs";
import { call, drained, readLedger } from "../testbed.mjs";
import { startWriter } from "../writer.mjs";

const KILLS = 200;
/** In turns, so that each gets as many kills. */
const PHASES = ["first start", "start", "load", "import", "run", "stop"];
/** A kill comes within this time after the start of its phase. */
const WITHIN_MS = { "first start": 5_000, start: 3_000, load: 2_000, import: 2_000, run: 1_500, stop: 1_500 };
const WRITES_PER_SECOND = 50;
const ROWS = 3_000;
const SETTINGS = {
  AMQP_URL: "",
  SKUCAST_DEMO_PRODUCTS: "0",
  SKUCAST_ALLOW_TARGETS: "127.0.0.1/32",
  SKUCAST_REQUESTS_PER_MINUTE: "1000000",
  SKUCAST_LOG_LEVEL: "warn",
};
const DRAIN_MS_MAX = 600_000;

export const killedAnywhere = {
  title: `kill -9 of an installation at ${KILLS} random times in its first start, start, load, import, run and stop, half of them with PostgreSQL`,
  needsTestbed: false,
  async run(_testbed, checks, { scale }) {
    const receiver = await startReceiver();
    const folder = await createInstalledFolder(SETTINGS);
    try {
      await killOften({ checks, receiver, folder, kills: Math.ceil(KILLS * scale) });
    } finally {
      await folder.remove();
      await receiver.close();
    }
  },
};

async function killOften({ checks, receiver, folder, kills }) {
  folder.begin();
  await folder.ready();
  const shop = await openShop(folder, receiver);
  await folder.end("SIGTERM");
  const failures = [];
  const killed = Object.fromEntries(PHASES.map((phase) => [phase, 0]));
  let startsMs = 0;
  for (let number = 0; number < kills; number += 1) {
    const phase = PHASES[number % PHASES.length] ?? "start";
    const withPostgres = number % (2 * PHASES.length) >= PHASES.length;
    killed[phase] += 1;
    if (phase === "first start") {
      await killFirstStart(failures, { withPostgres });
      continue;
    }
    await killDuring(phase, shop, { withPostgres });
    startsMs = Math.max(startsMs, await startsAgain(folder, failures, `${phase}, kill ${number + 1}`));
    await folder.end("SIGTERM");
  }
  const counts = Object.entries(killed).map(([phase, count]) => `${count} during ${phase}`);
  checks.check(`${kills} kills: ${counts.join(", ")}`, Math.min(...Object.values(killed)) > 0);
  const ending = failures.length === 0 ? "" : `; ${failures.length} did not: ${failures[0]}`;
  checks.check(
    `every next start came up by itself, the slowest after ${(startsMs / 1_000).toFixed(1)} s${ending}`,
    failures.length === 0,
  );
  await compareLedgers(checks, shop);
}

/** A workspace with an endpoint for every product event, and what clients know of it. */
async function openShop(folder, receiver) {
  const { api_key: apiKey, workspace_id: id, feed_id: feedId } = folder.demo();
  const api = { baseUrl: folder.baseUrl };
  const workspace = { id, apiKey };
  const eventTypes = ["product.created", "product.updated"];
  const asked = { url: `${receiver.url}/all`, event_types: eventTypes };
  const endpoint = await call(api, workspace, "POST", "/webhook-endpoints", asked);
  receiver.register("/all", { id: endpoint.id, secret: endpoint.secret });
  /** @type {{ objectId: string, sequence: number }[]} */
  const accepted = [];
  /** @type {string[]} */
  const imports = [];
  /** @type {string[]} */
  const runs = [];
  const known = { id: endpoint.id, workspaceId: id, eventTypes };
  return { folder, receiver, api, workspace, feedId, endpoint: known, accepted, imports, runs, writes: 0 };
}

/** Starts the installation, begins what the phase is about, and kills it at a random time after that. */
async function killDuring(phase, shop, { withPostgres }) {
  const { folder } = shop;
  const kill = async () => {
    await pause(Math.random() * WITHIN_MS[phase]);
    await folder.end("SIGKILL", { withPostgres });
  };
  folder.begin();
  if (phase === "start") return kill();
  await folder.ready();
  if (phase === "stop") {
    folder.signal("SIGTERM");
    return kill();
  }
  if (phase === "import") await startImport(shop);
  if (phase === "run") {
    const run = await call(shop.api, shop.workspace, "POST", `/feeds/${shop.feedId}/runs`);
    shop.runs.push(run.id);
  }
  shop.writes += 1;
  const { api, workspace } = shop;
  const prefix = `kill-${shop.writes}`;
  const writer = startWriter({ apis: [api], workspaces: [workspace], perSecond: WRITES_PER_SECOND, prefix });
  await kill();
  await writer.stop();
  shop.accepted.push(...writer.accepted);
}

async function startImport({ api, workspace, imports }) {
  const name = `import-${imports.length + 1}`;
  const row = (_, n) => `${name}-${n},Größe ${n},${n + 1}.50 USD,in_stock`;
  const body = ["sku,title,price,availability", ...Array.from({ length: ROWS }, row)].join("\n");
  const headers = { authorization: `Bearer ${workspace.apiKey}`, "content-type": "text/csv" };
  const response = await fetch(`${api.baseUrl}${API_BASE_PATH}/imports`, { method: "POST", headers, body });
  const answer = /** @type {any} */ (await response.json());
  if (!response.ok) throw new Error(`the import was not accepted: ${response.status} ${answer.detail}`);
  imports.push(answer.id);
}

/** Kills the first start of a new installation, which creates the cluster and migrates, and starts it again. */
async function killFirstStart(failures, { withPostgres }) {
  const folder = await createInstalledFolder(SETTINGS);
  try {
    folder.begin();
    await pause(Math.random() * WITHIN_MS["first start"]);
    await folder.end("SIGKILL", { withPostgres });
    await startsAgain(folder, failures, "first start");
  } finally {
    await folder.remove();
  }
}

/** Starts it once; a start that fails is recorded. Returns the milliseconds that it took. */
async function startsAgain(folder, failures, when) {
  const startedAtMs = performance.now();
  folder.begin();
  await folder.ready().catch((/** @type {Error} */ error) => void failures.push(`${when}: ${error.message}`));
  return performance.now() - startedAtMs;
}

async function compareLedgers(checks, shop) {
  const { folder, receiver, api, workspace, accepted, endpoint, imports, runs } = shop;
  folder.begin();
  await folder.ready();
  const db = openDatabase({ url: folder.databaseUrl() });
  try {
    const ended = await Promise.all([
      ...imports.map((id) => endOf(() => call(api, workspace, "GET", `/imports/${id}`))),
      ...runs.map((id) => endOf(() => call(api, workspace, "GET", `/runs/${id}`))),
    ]);
    const whole = ended.slice(0, imports.length).filter(isWhole).length;
    checks.check(
      `${whole} of ${imports.length} interrupted imports stored all ${ROWS} rows`,
      imports.length > 0 && whole === imports.length,
    );
    const results = ended.slice(imports.length).map(({ status }) => status);
    checks.check(
      `${results.length} interrupted runs ended: ${[...new Set(results)].join(", ")}`,
      results.length > 0 && results.every((status) => status !== "failed"),
    );
    // The receiver of the demo runs in the installation itself.
    const { data } = await call(api, workspace, "GET", "/webhook-endpoints");
    const others = data.map(({ id }) => id).filter((id) => id !== endpoint.id);
    await drained(db, DRAIN_MS_MAX, { ignoring: others });
    const ledger = await readLedger(db);
    const { received } = receiver;
    checkInvariants(checks, verifyLedgers({ ...ledger, accepted, endpoints: [endpoint], received }));
  } finally {
    await db.close();
  }
}

const isWhole = ({ status, counts }) => status === "succeeded" && counts.created + counts.unchanged === ROWS;

const BUSY = ["queued", "running", "generating", "delivering"];

/** Waits for the end of an import or run. */
async function endOf(read) {
  for (const deadline = Date.now() + DRAIN_MS_MAX; Date.now() < deadline; await pause(200)) {
    const found = await read();
    if (!BUSY.includes(found.status)) return found;
  }
  throw new Error(`an import or run did not end within ${DRAIN_MS_MAX / 1_000} s`);
}
