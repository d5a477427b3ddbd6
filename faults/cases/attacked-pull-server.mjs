import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { newId } from "@skucast/contracts/ids";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { newPullSecret } from "@skucast/credentials/pull-secret";
import { hashToken } from "@skucast/credentials/token";
import { inWorkspace } from "@skucast/db/database";
import { hashRemote } from "@skucast/sftp/hash-remote";
import { openSession } from "@skucast/sftp/open-session";
import { openRemote, removeRemote } from "@skucast/sftp/remote-files";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { findFreePort } from "../../scripts/find-free-port.mjs";

const SILENT = 1_000;
const LOGINS = 300;
const OPENS = 10_000;
const PATHS = [
  "../../etc/passwd",
  "/../../../../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "/proc/self/environ",
  "....//etc/passwd",
  "~root/.ssh/id_rsa",
  "/.rows",
  "\\..\\..\\etc\\passwd",
  "/products.csv/../../etc/passwd",
  "products.csv\0.txt",
];
const LOGIN_MS_MAX = 2_000;
const RSS_MB_MAX = 100;

export const attackedPullServer = {
  title: `The SFTP server under attack: ${SILENT} silent connections, wrong logins, ${OPENS} opens, path traversal, writes`,
  async run(testbed, checks) {
    const sftpPort = await findFreePort();
    const app = await testbed.apps.start("feed-server", { more: { SKUCAST_SFTP_PORT: String(sftpPort) } });
    const partner = await addPartner(testbed);
    const target = await targetOf(testbed, sftpPort, partner);
    const content = partner.content;
    await logIn(target).then((session) => session.close());
    const idleMb = app.rssMb();
    let peakMb = idleMb;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, app.rssMb());
    }, 100);
    watch.unref();
    const loginMs = [];
    const timedLogin = async () => {
      const startedAtMs = performance.now();
      const session = await logIn(target);
      loginMs.push(performance.now() - startedAtMs);
      return session;
    };

    const silent = Array.from({ length: SILENT }, (_, i) => silence(sftpPort, `127.0.${1 + (i % 100)}.1`));
    await Promise.all(silent.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
    for (let i = 0; i < 5; i += 1) (await timedLogin()).close();

    let letIn = 0;
    let asked = 0;
    for (let i = 0; i < LOGINS; i += 1) {
      const session = await logIn({ ...target, auth: { type: "password", password: newPullSecret() } }).catch(
        (error) => {
          if (error.code === "authentication_failed") asked += 1;
          return undefined;
        },
      );
      if (session) letIn += 1;
      if (asked >= 6 && i > 20) break; // the network is banned: further connections are closed at once
    }
    const isBanned = await logIn(target).then(
      () => false,
      () => true,
    );
    checks.check(`accepted wrong logins: ${letIn} (none)`, letIn === 0);
    checks.check(`attempts before the network was banned: ${asked} (at most 6)`, asked <= 6 && isBanned);
    clearInterval(watch);
    await app.end();

    const again = await testbed.apps.start("feed-server", { more: { SKUCAST_SFTP_PORT: String(sftpPort) } });
    const session = await timedLogin();
    const found = [];
    for (const path of PATHS) {
      await openRemote(session, path, "r").then(
        () => found.push(path),
        () => {},
      );
    }
    let held = 0;
    for (let i = 0; i < OPENS; i += 1)
      await openRemote(session, "products.csv", "r").then(
        () => (held += 1),
        () => {},
      );
    /** @type {(done: any) => (error?: Error | null) => void} */
    const callback = (done) => (error) => done(error, undefined);
    const writes = await Promise.allSettled([
      openRemote(session, "products.csv", "w"),
      openRemote(session, "new.csv", "w"),
      removeRemote(session, "products.csv"),
      session.call("mkdir", (done) => session.sftp.mkdir("folder", callback(done))),
      session.call("rename", (done) => session.sftp.rename("products.csv", "x", callback(done))),
      session.call("setstat", (done) => session.sftp.setstat("products.csv", { mode: 0o777 }, callback(done))),
      session.call("symlink", (done) => session.sftp.symlink("/etc/passwd", "x", callback(done))),
    ]);
    peakMb = Math.max(peakMb, again.rssMb());
    session.close();
    const last = await timedLogin();
    const isWhole =
      (await hashRemote(last, "products.csv", content.length)) === createHash("sha256").update(content).digest("hex");
    last.close();
    for (const socket of silent) socket.destroy();
    const slowestMs = Math.max(...loginMs);
    checks.check(
      `slowest legitimate login: ${slowestMs.toFixed(0)} ms (at most ${LOGIN_MS_MAX})`,
      slowestMs <= LOGIN_MS_MAX,
    );
    checks.check(`paths that led outside: ${found.length} of ${PATHS.length} (none)`, found.length === 0);
    checks.check(`files that one session has open: ${held} of ${OPENS} requested (at most 32)`, held <= 32);
    checks.check(
      `successful writes: ${writes.filter(({ status }) => status === "fulfilled").length} of ${writes.length} (none)`,
      writes.every(({ status }) => status === "rejected"),
    );
    checks.check("the file is complete afterwards", isWhole);
    checks.check(
      `memory above idle: ${(peakMb - idleMb).toFixed(0)} MB (at most ${RSS_MB_MAX})`,
      peakMb - idleMb <= RSS_MB_MAX,
    );
  },
};

function silence(port, localAddress) {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  return socket;
}

const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
const logIn = (target) => openSession(target, { guard, signal: AbortSignal.timeout(20_000), stallTimeoutMs: 10_000 });

async function targetOf({ db }, port, { id, secret }) {
  const { rows } = await db.system.query("SELECT fingerprint FROM sftp_host_keys");
  const hostKeys = rows.map(({ fingerprint }) => fingerprint);
  const auth = { type: "password", password: secret };
  return { host: "127.0.0.1", port, username: id, hostKeys, isLegacyAllowed: false, auth };
}

/** Creates a feed with a live file, and a login for it. */
async function addPartner(testbed) {
  const { id: workspaceId } = await testbed.createWorkspace();
  const channelId = newId("ch");
  const feedId = newId("feed");
  const runId = newId("run");
  const id = newId("pull");
  const secret = newPullSecret();
  const content = randomBytes(20_000_000);
  const folder = join(testbed.env.SKUCAST_FILES_DIR, workspaceId, runId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "products.csv"), content);
  const files = [{ name: "products.csv", bytes: content.length, rows: 1, sha256: "0".repeat(64) }];
  await inWorkspace(testbed.db, wholeWorkspace(workspaceId), async (client) => {
    await client.query(
      `INSERT INTO channels (workspace_id, id, name, profile, status, market, created_at, updated_at)
       VALUES ($1, $2, 'C', 'generic', 'active', '{}', now(), now())`,
      [workspaceId, channelId],
    );
    await client.query(
      `INSERT INTO feeds (workspace_id, id, channel_id, name, status, format, compression, file_name, shards, deliveries, live_run_id, created_at, updated_at)
       VALUES ($1, $2, $3, 'F', 'active', 'csv', 'none', 'products.csv', 1, '[{"type":"sftp_pull"}]', $4, now(), now())`,
      [workspaceId, feedId, channelId, runId],
    );
    await client.query(
      `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, files, finished_at, created_at, updated_at)
       VALUES ($1, $2, $3, 'succeeded', 'manual', $4, now(), now(), now())`,
      [workspaceId, runId, feedId, JSON.stringify(files)],
    );
    await client.query(
      `INSERT INTO pull_credentials (workspace_id, id, feed_id, type, name, secret_hash, created_at)
       VALUES ($1, $2, $3, 'sftp_pull', 'Partner', $4, now())`,
      [workspaceId, id, feedId, hashToken(secret)],
    );
  });
  return { id, secret, content };
}
