import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startMemoryPartner } from "@skucast/sftp/testing/start-memory-partner";
import { startSshServer } from "@skucast/testkit/start-ssh-server";
import { insertProducts } from "../products.mjs";
import { startSlowProxy } from "../slow-proxy.mjs";
import { call } from "../testbed.mjs";

const ROWS = 3_000;
/** Larger than every buffer on the path. */
const BYTES_MIN = 1_000_000;
const NAME = "products.csv";
const DONE_MS = 120_000;
const START_MS_MAX = 5_000;
const SLOW_BYTES_PER_SECOND = 100_000;
const EXPORTER = { SKUCAST_SFTP_RETRY_DELAY: "100ms", SKUCAST_EXPORT_RUNS: "16" };
const OTHER_KEY = `SHA256:${"A".repeat(43)}`;

/** The behavior of each partner, and the expected status, error class and attempts of its delivery. */
const PARTNERS = {
  "has no space for the file": { open: () => memory({ quotaBytes: 4_096 }), expected: "failed protocol 3" },
  "is read-only": { open: () => openSsh({ ForceCommand: "internal-sftp -R" }), expected: "failed permission_denied 1" },
  "denies to open a file": {
    open: () => openSsh({ ForceCommand: "internal-sftp -P open" }),
    expected: "failed permission_denied 1",
  },
  "has not the folder": { open: () => openSsh({}, { path: "/none/such" }), expected: "failed not_found 1" },
  "takes one write at a time": { open: () => memory({}, { writes_max: 1 }), expected: "delivered - 1" },
  "takes 100 kB a second": { open: () => slow(), expected: "delivered - 1" },
  "cannot rename over a file": { open: () => memory({}), expected: "delivered - 1" },
  "cannot rename at all": { open: () => memory({ hasNoRename: true }), expected: "delivered - 1" },
  "shows another key": { open: () => memory({}, { host_keys: [OTHER_KEY] }), expected: "failed host_key_changed 1" },
  "has nothing but ssh-rsa": { open: () => oldSsh(), expected: "failed no_common_algorithm 1" },
  "is in order": { open: () => openSsh(), expected: "delivered - 1" },
};

export const difficultPartners = {
  title: `SFTP: ${Object.keys(PARTNERS).length} partners at once, of which one works correctly`,
  async run(testbed, checks) {
    const partners = [];
    try {
      for (const [what, { open, expected }] of Object.entries(PARTNERS)) {
        partners.push({ what, expected, ...(await open()) });
      }
      await visit(testbed, checks, partners);
    } finally {
      await testbed.apps.end();
      for (const { stop } of partners) await stop();
    }
  },
};

async function visit(testbed, checks, partners) {
  const api = await testbed.apps.start("catalog-api");
  for (const partner of partners) partner.feed = await prepare(testbed, api, partner);
  await testbed.apps.start("sftp-exporter", { more: EXPORTER });
  for (const { feed } of partners) await call(api, feed.workspace, "POST", `/feeds/${feed.id}/runs`);
  await allEnded(testbed);
  for (const { what, expected, feed, arrived } of partners) {
    const { deliveries, files } = await runOf(testbed, feed);
    const [{ status, error, attempts }] = deliveries;
    const told = `${status} ${error?.split(":")[0] ?? "-"} ${attempts}`;
    checks.check(`a host that ${what}: ${told} (${expected})`, told === expected);
    if (status === "delivered") {
      checks.check(
        `the file at a host that ${what} is the file of the run (SHA-256)`,
        isFileOfRun(files[0], arrived()),
      );
    }
  }
  const sent = partners.find(({ what }) => what === "shows another key");
  checks.check(`operations at the host with another key: ${sent.acts.length} (none)`, sent.acts.length === 0);
  const single = partners.find(({ what }) => what === "takes one write at a time");
  checks.check(
    `simultaneous writes to a host that accepts one: ${single.writesAtOnce()} (1)`,
    single.writesAtOnce() === 1,
  );
  const waits = [];
  for (const { feed } of partners) {
    const { started_at: startedAt, created_at: createdAt } = await runOf(testbed, feed);
    waits.push(startedAt - createdAt);
  }
  const longest = Math.max(...waits);
  checks.check(`the longest wait for a start was ${longest} ms (at most ${START_MS_MAX})`, longest <= START_MS_MAX);
  const good = partners.find(({ what }) => what === "is in order");
  checks.check(`files at the correct partner: ${good.names()} (${NAME})`, good.names().join() === NAME);
}

async function prepare(testbed, api, { destination, authorize }) {
  const workspace = await testbed.createWorkspace();
  await insertProducts(testbed, workspace, ROWS);
  const made = await call(api, workspace, "POST", "/destinations", { name: "Partner", type: "sftp", ...destination });
  authorize?.(made.public_key ?? made.auth.public_key);
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = await call(api, workspace, "POST", "/channels", { name: "Channel", profile: "generic", market });
  const deliveries = [{ type: "sftp_push", destination_id: made.id }];
  const asked = { channel_id: channel.id, name: "Feed", file_name: NAME, schedule: null, deliveries };
  return { ...(await call(api, workspace, "POST", "/feeds", asked)), workspace };
}

/** Whether the bytes are those of the file of the run, and large enough. */
const isFileOfRun = ({ bytes, sha256 }, arrived) =>
  bytes > BYTES_MIN && arrived !== undefined && createHash("sha256").update(arrived).digest("hex") === sha256;

async function runOf({ db }, { id }) {
  const { rows } = await db.system.query("SELECT * FROM runs WHERE feed_id = $1", [id]);
  return rows[0];
}

async function allEnded({ db }) {
  for (const startedAtMs = performance.now(); performance.now() - startedAtMs < DONE_MS; ) {
    const { rows } = await db.system.query("SELECT count(*)::int AS left FROM runs WHERE finished_at IS NULL");
    if (rows[0].left === 0) return;
    await pause(200);
  }
  throw new Error(`not all runs were done after ${DONE_MS} ms`);
}

async function memory(behavior, more = {}) {
  const partner = await startMemoryPartner(behavior);
  const { host, port, username, auth, hostKeys } = partner.target;
  const destination = { host, port, username, auth, host_keys: hostKeys, ...more };
  const arrived = () => [...partner.files].find(([path]) => basename(path) === NAME)?.[1];
  return { destination, arrived, acts: partner.acts, writesAtOnce: partner.writesAtOnce, stop: () => partner.stop() };
}

/**
 * @param {Record<string, string>} [settings]
 * @param {object} [more]
 * @param {NonNullable<NonNullable<Parameters<typeof startSshServer>[0]>["hostKeyTypes"]>} [hostKeyTypes]
 */
async function openSsh(settings = {}, more = {}, hostKeyTypes = ["ed25519"]) {
  const server = await startSshServer({ settings, hostKeyTypes });
  const path = join(server.root, "feeds");
  mkdirSync(path);
  const { host, port, username, hostKeySha256 } = server;
  return {
    destination: { host, port, username, host_keys: [hostKeySha256], auth: { type: "public_key" }, path, ...more },
    authorize: (publicKey) => server.authorize(publicKey),
    names: () => readdirSync(path),
    arrived: () => (existsSync(join(path, NAME)) ? readFileSync(join(path, NAME)) : undefined),
    stop: () => server.stop(),
  };
}

/** An old server without SHA-2 signatures. */
const oldSsh = () => openSsh({ HostKeyAlgorithms: "ssh-rsa" }, {}, ["rsa"]);

async function slow() {
  const partner = await openSsh();
  const { host, port } = partner.destination;
  const proxy = await startSlowProxy({ host, port }, SLOW_BYTES_PER_SECOND);
  const stop = async () => {
    await partner.stop();
    await proxy.close();
  };
  return { ...partner, destination: { ...partner.destination, port: proxy.port }, stop };
}
