import { setTimeout as pause } from "node:timers/promises";
import { startPartner } from "../partner.mjs";
import { call } from "../testbed.mjs";

const PRODUCTS = 1_000;
const FILE = "products.csv";
const NOTIFIED_MS = 60_000;
/** Long enough that 40 % of the file is more than 1 MB. */
const DESCRIPTION = "A plain description of a thing that is for sale. ".repeat(60).trim();
const BYTES_MIN = 1_000_000;
const skuOf = (i) => `SKU-${String(i).padStart(4, "0")}`;

export const suspiciousRuns = {
  title: `runs that would empty a file of ${PRODUCTS.toLocaleString("en")} rows, lose 60 % of it, or lose columns`,
  async run(testbed, checks) {
    const partner = await startPartner();
    try {
      await tryAll(testbed, checks, partner);
    } finally {
      await testbed.apps.end();
      await partner.stop();
    }
  },
};

async function tryAll(testbed, checks, partner) {
  const system = await prepare(testbed, partner);
  const { api, workspace, feed, channel } = system;
  const ask = (method, path, body) => call(api, workspace, method, path, body);
  const write = (items) => ask("POST", "/products/batch", { items });
  const setStatus = (from, to, status) =>
    write(Array.from({ length: to - from }, (_, i) => ({ sku: skuOf(from + i), status })));

  const good = await runOnce(system);
  const goodHash = partner.hashOf(workspace, FILE);
  checks.check(
    `the first run is ${good.status} with ${good.counts.written} rows, the partner has them`,
    good.counts.written === PRODUCTS && goodHash === good.files[0].sha256,
  );

  /** @type {[what: string, guard: string, breakIt: () => Promise<any>, repair: () => Promise<any>][]} */
  const tries = [
    ["0 rows", "min_items", () => setStatus(0, PRODUCTS, "draft"), () => setStatus(0, PRODUCTS, "active")],
    ["60 % fewer rows", "max_drop_percent", () => setStatus(0, 600, "draft"), () => setStatus(0, 600, "active")],
    [
      "other columns",
      "keep_columns",
      () => ask("PATCH", `/channels/${channel.id}`, { profile: "google_merchant" }),
      () => ask("PATCH", `/channels/${channel.id}`, { profile: "generic" }),
    ],
  ];
  for (const [what, guard, breakIt, repair] of tries) {
    await breakIt();
    const run = await runOnce(system);
    const isTripped = run.guards.some((verdict) => verdict.guard === guard && verdict.verdict === "tripped");
    const isUntouched = partner.hashOf(workspace, FILE) === goodHash;
    const { live_run_id: liveId } = await ask("GET", `/feeds/${feed.id}`);
    checks.check(
      `${what}: ${run.status} by ${guard}, nothing published, the last good file stays`,
      run.status === "held" && isTripped && isUntouched && liveId === good.id,
    );
    const notifiedMs = await notifiedAfter(testbed, system, run);
    checks.check(
      `${what}: webhook after ${notifiedMs.toFixed(0)} ms (at most ${NOTIFIED_MS})`,
      notifiedMs <= NOTIFIED_MS,
    );
    await repair();
    const repaired = await runOnce(system);
    const former = await ask("GET", `/runs/${run.id}`);
    checks.check(
      `${what}, repaired: the next run is ${repaired.status}, the held one ${former.status}`,
      repaired.status === "skipped" && former.status === "cancelled",
    );
  }

  await setStatus(0, 600, "draft");
  const held = await runOnce(system);
  await ask("POST", `/runs/${held.id}/release`, { reason: "the range was cut on purpose" });
  const released = await settled(system, held.id, ["held", "delivering"]);
  checks.check(
    `released: ${released.status} with ${released.counts.written} rows, the partner has them`,
    released.status === "succeeded" &&
      released.files[0].bytes > BYTES_MIN &&
      partner.hashOf(workspace, FILE) === released.files[0].sha256,
  );
  const back = await ask("POST", `/feeds/${feed.id}/rollback`, { run_id: good.id });
  const reverted = await settled(system, back.id, ["queued", "generating", "delivering"]);
  checks.check(
    `rolled back: ${reverted.status}, the partner has the first file again`,
    reverted.status === "succeeded" && partner.hashOf(workspace, FILE) === goodHash,
  );
}

async function prepare(testbed, partner) {
  const api = await testbed.apps.start("catalog-api");
  await testbed.apps.start("sftp-exporter");
  await testbed.apps.start("webhook-dispatcher");
  const workspace = await testbed.createWorkspace();
  const receiver = await testbed.openReceiver();
  await testbed.createEndpoint(api, workspace, receiver, { path: "/held", event_types: ["feed.run.held"] });
  const items = Array.from({ length: PRODUCTS }, (_, i) => ({
    sku: skuOf(i),
    title: `Title ${i}`,
    description: `${DESCRIPTION} ${i}`,
    brand: "Acme",
    availability: "in_stock",
    url: `https://shop.example.com/${i}`,
    image_url: "https://img.example.com/1.jpg",
    mpn: `M${i}`,
    price_amount: 19.9,
    price_currency: "USD",
  }));
  await call(api, workspace, "POST", "/products/batch", { items });
  const channel = await partner.addChannel(api, workspace);
  const destinationId = await partner.addDestination(api, workspace);
  const feed = await partner.addFeed(api, workspace, { channelId: channel.id, destinationId, file_name: FILE });
  return { api, workspace, receiver, channel, feed };
}

async function runOnce(system) {
  const run = await call(system.api, system.workspace, "POST", `/feeds/${system.feed.id}/runs`);
  return settled(system, run.id, ["queued", "generating", "delivering"]);
}

async function settled({ api, workspace }, id, unsettled) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(100)) {
    const run = await call(api, workspace, "GET", `/runs/${id}`);
    if (!unsettled.includes(run.status)) return run;
  }
  throw new Error(`the run ${id} did not settle`);
}

/** Milliseconds from the event to its webhook. */
async function notifiedAfter({ db }, { receiver }, run) {
  const { rows } = await db.system.query(
    "SELECT id, created_at FROM events WHERE object_id = $1 AND type = 'feed.run.held'",
    [run.id],
  );
  const [event] = rows;
  for (const deadline = Date.now() + 2 * NOTIFIED_MS; Date.now() < deadline; await pause(50)) {
    const arrived = receiver.received.find(({ eventId, isVerified }) => eventId === event.id && isVerified);
    if (arrived) return arrived.arrivedAtMs - event.created_at.getTime();
  }
  return Number.POSITIVE_INFINITY;
}
