// Large files pushed to partners' servers and fetched from the feed-server, compared with OpenSSH's client and server.
import { fork } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newId } from "@skucast/contracts/ids";
import { startOpenssh } from "@skucast/testkit/partner-servers/start-openssh";
import { startProftpd } from "@skucast/testkit/partner-servers/start-proftpd";
import pg from "pg";
import { call } from "./call.mjs";
import { cpuOf, cpuOfEndedChildren, cpuOfServer } from "./cpu.mjs";
import { middleRound } from "./middle-round.mjs";
import { sftp } from "./openssh.mjs";

const ROUNDS = 5;
const SFTP_PORT = 18_085;

/** A file that does not compress, with the facts that the exporter has. */
function makeFile(testbed, bytes) {
  const content = randomBytes(bytes);
  const localPath = join(testbed.dir, "large-file");
  writeFileSync(localPath, content);
  return { localPath, name: "large-file", bytes, rows: 1, sha256: createHash("sha256").update(content).digest("hex") };
}

/** Size of the pushed file: below the limit up to which files are read back completely. */
export const PUSH_BYTES = 60_000_000;

const SERVERS = {
  OpenSSH: startOpenssh,
  ProFTPD: startProftpd,
};

/**
 * Measures from the login, inclusive, to the rename, on each server: a file that is written, synced to disk and renamed, and
 * the same file read back before the rename.
 */
export async function measurePush(testbed) {
  const file = makeFile(testbed, PUSH_BYTES);
  const results = [];
  try {
    for (const [server, start] of Object.entries(SERVERS)) {
      const partner = loginOf(testbed, await start());
      try {
        results.push({ server, ...(await measurePartner(testbed, partner, file)) });
      } finally {
        await partner.stop();
      }
    }
  } finally {
    rmSync(file.localPath);
  }
  return results;
}

/** A server, with the credentials for both clients. */
function loginOf(testbed, server) {
  const privateKeyFile = join(testbed.dir, `key_${server.port}`);
  writeFileSync(privateKeyFile, server.privateKey, { mode: 0o600 });
  return { ...server, privateKeyFile, hostKeySha256: server.hostKeysSha256[0] };
}

async function measurePartner(testbed, partner, file) {
  const pusher = fork(fileURLToPath(new URL("push-file.mjs", import.meta.url)));
  const push = (verify) => async (name) => {
    pusher.send({ partner: facts(partner), file: { ...file, name }, verify });
    const [{ seconds, cpuUs, failure }] = await once(pusher, "message");
    if (failure) throw new Error(failure);
    return { seconds, cpuUs };
  };
  const put = (verify) => async (name) => {
    const before = cpuOfEndedChildren();
    const path = join(partner.root, name);
    const seconds = await sftp(testbed, partner, [
      `put -f ${file.localPath} ${path}.part`,
      ...(verify === "content" ? [`get ${path}.part /dev/null`] : []),
      `rename ${path}.part ${path}`,
    ]);
    return { seconds, cpuUs: cpuOfEndedChildren() - before };
  };
  const compare = (verify) =>
    alternate({ limit: put(verify), product: push(verify), server: partner, app: undefined, bytes: file.bytes, clean });
  const clean = (name) => checkAndRemove(join(partner.folder, name), file);
  try {
    for (const warmUp of [push("content"), put("content")]) {
      await warmUp("warm");
      clean("warm");
    }
    return { written: await compare("size"), readBack: await compare("content") };
  } finally {
    pusher.disconnect();
  }
}

/** Checks that the server has the file that was sent, and removes it to free the disk for the next round. */
function checkAndRemove(path, { sha256 }) {
  const arrived = createHash("sha256").update(readFileSync(path)).digest("hex");
  if (arrived !== sha256) throw new Error(`${path} is not what was sent`);
  rmSync(path);
}

/** The fields that can be sent to another process. */
const facts = ({ host, port, username, privateKey, hostKeySha256, root }) => {
  return { host, port, username, privateKey, hostKeySha256, root };
};

/** Measures from the login to the last byte on the partner's disk. */
export async function measurePull(testbed, api, bytes) {
  const file = makeFile(testbed, bytes);
  const partner = await startOpenssh();
  const server = await testbed.startApp("feed-server", 18_084, { SKUCAST_SFTP_PORT: String(SFTP_PORT) });
  try {
    const username = await publish(testbed, api, file, readFileSync(`${partner.privateKeyFile}.pub`, "utf8"));
    const ours = { host: "127.0.0.1", port: SFTP_PORT, username, privateKeyFile: partner.privateKeyFile };
    const get = (from, path) => async (name) => {
      const before = cpuOfEndedChildren();
      const seconds = await sftp(testbed, from, [`get ${path} ${join(testbed.dir, name)}`]);
      return { seconds, cpuUs: cpuOfEndedChildren() - before };
    };
    const limit = get(partner, file.localPath);
    const product = get(ours, `/${file.name}`);
    const clean = (name) => checkAndRemove(join(testbed.dir, name), file);
    await product("warm");
    clean("warm");
    return await alternate({ limit, product, server: partner, app: server, bytes, clean });
  } finally {
    await server.stop();
    await partner.stop();
    rmSync(file.localPath);
  }
}

/** Makes the file the live file of a feed; returns the user name that may fetch it. */
async function publish(testbed, api, { localPath, ...file }, publicKey) {
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = await call(testbed, api, "POST", "/channels", { name: "Pull", profile: "generic", market });
  const feed = await call(testbed, api, "POST", "/feeds", {
    channel_id: channel.id,
    name: "Pull",
    schedule: null,
    deliveries: [{ type: "sftp_pull" }],
  });
  const runId = newId("run");
  const folder = join(testbed.dir, "files", testbed.workspaceId, runId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file.name), readFileSync(localPath));
  const client = new pg.Client({ connectionString: testbed.superuserUrl });
  await client.connect();
  await client.query(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, files, finished_at, created_at, updated_at)
     VALUES ($1, $2, $3, 'succeeded', 'manual', $4, now(), now(), now())`,
    [testbed.workspaceId, runId, feed.id, JSON.stringify([file])],
  );
  await client.query("UPDATE feeds SET live_run_id = $2 WHERE id = $1", [feed.id, runId]);
  await client.end();
  const credential = { type: "sftp_pull", name: "Bench", public_keys: [publicKey.trim()] };
  return (await call(testbed, api, "POST", `/feeds/${feed.id}/pull-credentials`, credential)).sftp.username;
}

/** Measures limit and product in turns; returns the median round of each, in MB/s and CPU of both ends per MB. */
async function alternate({ limit, product, server, app, bytes, clean }) {
  const rounds = { limit: [], product: [] };
  for (let i = 0; i < ROUNDS; i += 1) {
    for (const [name, work] of Object.entries({ limit, product })) {
      const used = () => cpuOfServer(server.pid) + (app ? cpuOf(app.pid) : 0);
      const before = used();
      const { seconds, cpuUs } = await work(name);
      rounds[name].push({ rate: bytes / 1e6 / seconds, cpuUs: ((cpuUs + used() - before) * 1e6) / bytes });
      clean(name);
    }
  }
  return { limit: middleRound(rounds.limit), product: middleRound(rounds.product) };
}
