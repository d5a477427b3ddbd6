// What the fault tests of a PostgreSQL cluster have in common: the deployment, a failover under load, and the comparison.
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { queryDatabase } from "@skucast/testkit/query-database";
import { checkInvariants, checkLargest } from "./expect.mjs";
import { startSystem } from "./system.mjs";
import { watchWrites } from "./watch-writes.mjs";

const ENDPOINTS = 2;
const DISPATCHERS = 2;
/** Setting of the dispatcher: simultaneous attempts to one endpoint. */
const IN_FLIGHT_MAX = 50;
const WRITES_PER_SECOND = 60;
/** Writes change the same products in turn, so that a lost change would leave an older state. */
const PRODUCTS = 400;
const PAUSE_S_MAX = 60;
const WRITES_AFTERWARDS = 200;
const REPLAY_TRIES = 60;
const EVENT_TYPES = ["product.created", "product.updated"];

/** Starts apps whose endpoints get every change of a product, one endpoint in order, and clients that write. */
export async function startShop(testbed) {
  const system = await startSystem(testbed, {
    dispatchers: DISPATCHERS,
    endpoints: ENDPOINTS,
    endpoint: { event_types: EVENT_TYPES },
  });
  const ordered = { path: "/ordered", event_types: EVENT_TYPES, ordering: "per_object" };
  await testbed.createEndpoint(system.api, system.workspace, system.receiver, ordered);
  const writer = system.startWriting(WRITES_PER_SECOND, {
    products: PRODUCTS,
    longEvery: 50,
    inHandMax: 200,
    timeoutMs: 120_000,
  });
  const apps = [system.api, ...system.dispatchers];
  return { system, writer, apps, pids: apps.map(({ pid }) => pid) };
}

/**
 * Causes a failover while clients write, and waits until they have written to the new primary. Returns for how many seconds
 * no write was accepted.
 */
export async function failOver({ cluster, writer, former, cause }) {
  await pause(3_000);
  const watch = watchWrites(writer);
  await cause();
  await cluster.replaced(former);
  const before = writer.accepted.length;
  while (writer.accepted.length < before + WRITES_AFTERWARDS) await pause(20);
  return watch.stop() / 1_000;
}

/** The condition on the times without an accepted write. */
export function checkPauses(checks, what, seconds) {
  const each = seconds.map((time) => time.toFixed(1)).join(", ");
  checks.check(
    `${what}: no write was accepted for ${each} s (at most ${PAUSE_S_MAX})`,
    Math.max(...seconds) <= PAUSE_S_MAX,
  );
}

/** Compares what clients, every member of the cluster and receivers have, after the load has ended. */
export async function compareLedgers({ checks, testbed, cluster, shop, faults }) {
  const { system, writer, apps, pids } = shop;
  await writer.stop();
  await testbed.drained(120_000);
  const others = writer.refused.filter(({ status }) => status !== 503);
  const first = others.length === 0 ? "none" : `${others[0]?.error ?? others[0]?.status}`;
  checks.check(
    `${writer.accepted.length} writes accepted, ${writer.refused.length - others.length} rejected with 503, ${others.length} otherwise (${first})`,
    writer.accepted.length > 0 && others.length === 0,
  );
  checks.check(
    "no process of Skucast had to be restarted",
    apps.every(({ pid }, i) => pid === pids[i]),
  );
  await cluster.settled();
  const copies = await copiesOf(cluster);
  checks.check(`the three members have the same ${/^\d+ events/.exec([...copies].join())?.[0]}`, copies.size === 1);
  const verdict = await testbed.verdict(writer.accepted);
  checkInvariants(checks, verdict);
  const allowed = faults * (ENDPOINTS + 1) * IN_FLIGHT_MAX;
  checks.check(
    `${verdict.duplicateCount} repeats (at most ${allowed}: in flight at ${faults} failovers)`,
    verdict.duplicateCount <= allowed,
  );
  checkLargest(checks, system.receiver);
}

/** The different states of the members: number and hash of their events. Waits until the standbys have replayed the last. */
async function copiesOf({ members }) {
  for (let tries = 1; ; tries += 1) {
    const copies = new Set(await Promise.all(members.map(copyOf)));
    if (copies.size === 1 || tries === REPLAY_TRIES) return copies;
    await pause(500);
  }
}

async function copyOf({ superuserUrl }) {
  const rows = await queryDatabase(superuserUrl, "SELECT id, sequence, type FROM events ORDER BY workspace_id, id");
  return `${rows.length} events ${createHash("sha256").update(JSON.stringify(rows)).digest("hex")}`;
}
