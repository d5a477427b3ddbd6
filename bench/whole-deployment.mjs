// All apps in one process, as `npm start` runs them, with the key of the demo, and when their background work is done.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { cpuOfFamily, familyOf, memoryOf } from "./cpu.mjs";
import { startStandalone, stopStandalone } from "./standalone.mjs";

const LOOK_MS = 1_000;
/** Background work counts as done when the deployment has used less CPU than this for as long as QUIET_MS. */
const QUIET_CPU_SHARE = 0.15;
const QUIET_MS = 10_000;

/** The bench sends more requests a minute than a key may, and its receivers are on this machine. */
const SETTINGS = { SKUCAST_ALLOW_TARGETS: "127.0.0.1/32", SKUCAST_REQUESTS_PER_MINUTE: "10000000" };

/** Tables that are empty when all work is done. */
export const WORK_TABLES = ["outbox", "waiting_events", "bus_messages", "listing_work"];

/** Starts a deployment on a new folder, with the demo's workspace, channel, feed and endpoint, and without products. */
export async function openDeployment() {
  const dataDir = mkdtempSync(join(tmpdir(), "skucast-whole-"));
  const { child } = await startStandalone(dataDir, SETTINGS);
  const database = await openAsSuperuser(dataDir);
  const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
  return {
    dataDir,
    pid: child.pid,
    /** The first process of PostgreSQL. */
    postmaster: Number(postmasterLines(dataDir)[0]),
    database,
    api: { baseUrl: demo.base_url },
    key: { apiKey: demo.api_key },
    workspaceId: demo.workspace_id,
    demo,
    async close() {
      await database.end();
      await stopStandalone(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Waits until `hasArrived`, no work is left, and the deployment has used little CPU for some seconds. Returns when that
 * began, the CPU microseconds of the deployment at that time, and its most memory meanwhile, in MB.
 */
export async function settled({ pid, database }, hasArrived = () => true) {
  let peakMb = 0;
  let quiet = { atMs: performance.now(), cpuUs: cpuOfFamily(pid) };
  for (let before = quiet.cpuUs; ; ) {
    await pause(LOOK_MS);
    const now = { atMs: performance.now(), cpuUs: cpuOfFamily(pid) };
    peakMb = Math.max(peakMb, memoryOf(familyOf(pid)).pss);
    const isIdle = (now.cpuUs - before) / (LOOK_MS * 1_000) < QUIET_CPU_SHARE;
    before = now.cpuUs;
    if (!(hasArrived() && isIdle) || (await hasWork(database))) quiet = now;
    if (now.atMs - quiet.atMs >= QUIET_MS) return { ...quiet, peakMb };
  }
}

async function hasWork(database) {
  const parts = WORK_TABLES.map((table) => `EXISTS (SELECT FROM ${table})`);
  return (await database.query(`SELECT ${parts.join(" OR ")} AS yes`)).rows[0].yes;
}

/** The database of the deployment, whose password and port are in its folder. */
async function openAsSuperuser(dataDir) {
  const { superuser } = JSON.parse(readFileSync(join(dataDir, "postgres/passwords.json"), "utf8"));
  const port = Number(postmasterLines(dataDir)[3]);
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", password: superuser, database: "skucast" });
  await client.connect();
  return client;
}

/** The lines of PostgreSQL's postmaster.pid: first the process, fourth the port. */
const postmasterLines = (dataDir) => readFileSync(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n");
