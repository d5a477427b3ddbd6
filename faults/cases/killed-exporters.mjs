import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startPartner } from "../partner.mjs";
import { insertProducts } from "../products.mjs";
import { call } from "../testbed.mjs";

const WORKSPACES = 5;
const FEEDS_EACH = 40;
const FEEDS = WORKSPACES * FEEDS_EACH;
const ROWS = 5_000;
/** One of this many feeds is not compressed, and so larger than every buffer on the path. */
const PLAIN_EACH = 4;
const PLAIN_BYTES_MIN = 1_000_000;
const KILLS = 10;
const DONE_MS = 300_000;
const EXPORTER = { SKUCAST_EXPORT_LEASE: "2s", SKUCAST_SCHEDULE_SPREAD: "10s", SKUCAST_LOG_LEVEL: "info" };

export const killedExporters = {
  title: `a nightly run of ${FEEDS} channels of ${ROWS.toLocaleString("en")} rows with kill -9 of one of two exporters ${KILLS} times`,
  async run(testbed, checks) {
    const partner = await startPartner();
    try {
      await night(testbed, checks, partner);
    } finally {
      await testbed.apps.end();
      await partner.stop();
    }
  },
};

async function night(testbed, checks, partner) {
  const api = await testbed.apps.start("catalog-api");
  const feeds = await prepare(testbed, api, partner);
  const exporters = [];
  for (let i = 0; i < 2; i += 1) {
    exporters.push(await testbed.apps.start("sftp-exporter", { isKept: true, more: EXPORTER }));
  }
  await fallDue(testbed);
  for (let i = 0; i < KILLS; i += 1) {
    await pause(500 + Math.random() * 1_500);
    const exporter = exporters[i % 2];
    const restarted = exporter.restarted();
    exporter.kill("SIGKILL");
    await restarted;
  }
  const tookMs = await allEnded(testbed);
  const { rows: runs } = await testbed.db.system.query(
    `SELECT r.id, r.feed_id, r.workspace_id, r.status, r.error, r.files, r.claim_count, r.counts,
       (SELECT count(*)::int FROM events e WHERE e.workspace_id = r.workspace_id AND e.object_id = r.id AND e.type = 'feed.delivered') AS delivered,
       (SELECT count(*)::int FROM events e WHERE e.workspace_id = r.workspace_id AND e.object_id = r.id AND e.type = 'feed.run.succeeded') AS reported
     FROM runs r`,
  );
  const interrupted = runs.filter(({ claim_count: count }) => count > 1).length;
  checks.check(
    `${interrupted} runs were interrupted (some), ${runs.length} of ${FEEDS} feeds have exactly one run`,
    interrupted > 0 && runs.length === FEEDS,
  );
  const isWhole = ({ status, counts, files }) =>
    status === "succeeded" && counts.written === ROWS && files.length === 1;
  const reasons = [...new Set(runs.filter(({ error }) => error !== null).map(({ error }) => error))].join("; ");
  checks.check(
    `${runs.filter(isWhole).length} of ${FEEDS} succeeded with all rows${reasons && `, the others: ${reasons}`}`,
    runs.every(isWhole),
  );
  const once = runs.filter(({ delivered, reported }) => delivered === 1 && reported === 1).length;
  checks.check(`${once} of ${FEEDS} were delivered once and have one event of success`, once === FEEDS);
  const arrived = feeds.filter(({ id, workspace, file_name: name }) => {
    const [file] = runs.find((run) => run.feed_id === id)?.files ?? [];
    return file !== undefined && partner.hashOf(workspace, name) === file.sha256;
  });
  checks.check(`${arrived.length} of ${FEEDS} files at the partner are complete (SHA-256)`, arrived.length === FEEDS);
  const large = runs.filter(({ files }) => files[0]?.bytes > PLAIN_BYTES_MIN).length;
  checks.check(
    `${large} of them are larger than ${PLAIN_BYTES_MIN / 1e6} MB (${FEEDS / PLAIN_EACH})`,
    large === FEEDS / PLAIN_EACH,
  );
  const workspaces = new Set(feeds.map(({ workspace }) => workspace));
  const halves = [...workspaces]
    .flatMap((workspace) => partner.namesOf(workspace))
    .filter((name) => name.startsWith("."));
  checks.check(`${halves.length} temporary files left at the partner (none)`, halves.length === 0);
  const uploads = exporters.reduce((sum, { logFile }) => sum + uploadsIn(logFile), 0);
  checks.check(
    `${uploads - FEEDS} uploads beyond ${FEEDS} (at most ${KILLS * 4}: those in progress)`,
    uploads - FEEDS <= KILLS * 4,
  );
  checks.check(
    `all runs finished ${(tookMs / 1_000).toFixed(0)} s after the last kill (at most ${DONE_MS / 1_000})`,
    tookMs <= DONE_MS,
  );
  await tryAgain(testbed, checks, api, feeds);
}

/** Starts the same night and a manual run of each feed again: neither may deliver anything. */
async function tryAgain(testbed, checks, api, feeds) {
  await fallDue(testbed);
  for (const { id, workspace } of feeds) await call(api, workspace, "POST", `/feeds/${id}/runs`);
  await allEnded(testbed);
  const { rows } = await testbed.db.system.query(
    "SELECT trigger, status, count(*)::int AS count FROM runs GROUP BY 1, 2 ORDER BY 1, 2",
  );
  const counts = rows.map(({ trigger, status, count }) => `${count} ${trigger} ${status}`).join(", ");
  checks.check(
    `the same night again and a manual run deliver nothing: ${counts}`,
    counts === `${FEEDS} manual skipped, ${FEEDS} schedule succeeded`,
  );
}

async function prepare(testbed, api, partner) {
  const feeds = [];
  for (let i = 0; i < WORKSPACES; i += 1) {
    const workspace = await testbed.createWorkspace();
    await insertProducts(testbed, workspace, ROWS);
    const destinationId = await partner.addDestination(api, workspace);
    for (let k = 0; k < FEEDS_EACH; k += 1) {
      const { id: channelId } = await partner.addChannel(api, workspace);
      const fields = {
        ...(k % PLAIN_EACH === 0
          ? { file_name: `feed_${k}.csv`, compression: "none" }
          : { file_name: `feed_${k}.csv.gz`, compression: "gzip" }),
        schedule: { time: "00:00", time_zone: "UTC" },
      };
      feeds.push({ ...(await partner.addFeed(api, workspace, { channelId, destinationId, ...fields })), workspace });
    }
  }
  return feeds;
}

/** The last midnight. */
const fallDue = ({ db }) => db.system.query("UPDATE feeds SET next_run_at = date_trunc('day', now(), 'UTC')");

async function allEnded({ db }) {
  const startedAtMs = performance.now();
  for (;;) {
    const { rows } = await db.system.query(
      `SELECT (SELECT count(*) FROM feeds WHERE next_run_at <= now()) + (SELECT count(*) FROM runs WHERE finished_at IS NULL) AS left`,
    );
    const tookMs = performance.now() - startedAtMs;
    if (Number(rows[0].left) === 0) return tookMs;
    if (tookMs > DONE_MS) throw new Error(`${rows[0].left} feeds or runs were not done`);
    await pause(250);
  }
}

const uploadsIn = (logFile) =>
  readFileSync(logFile, "utf8")
    .split("\n")
    .filter((line) => line.includes('"delivery.finished"') && line.includes('"delivered"')).length;
