// Large files brought to a partner's OpenSSH server and fetched from ours, against OpenSSH's own client and server.
import { fork } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newId } from "@skucast/contracts/ids";
import { startSshServer } from "@skucast/testkit/start-ssh-server";
import pg from "pg";
import { call } from "./call.mjs";
import { cpuOf, cpuOfEndedChildren, cpuOfServer } from "./cpu.mjs";
import { middleRound } from "./middle-round.mjs";
import { sftp } from "./openssh.mjs";

const ROUNDS = 3;
const SFTP_PORT = 18_085;

/** A file that does not compress, with what the exporter knows of it. */
function makeFile(stage, bytes) {
  const content = randomBytes(bytes);
  const localPath = join(stage.dir, "large-file");
  writeFileSync(localPath, content);
  return { localPath, name: "large-file", bytes, rows: 1, sha256: createHash("sha256").update(content).digest("hex") };
}

/** From the login to the new name: written, synced to the partner's disk, renamed. */
export async function measurePush(stage, bytes) {
  const file = makeFile(stage, bytes);
  const partner = await startSshServer();
  const pusher = fork(fileURLToPath(new URL("push-file.mjs", import.meta.url)));
  const push = async (name) => {
    pusher.send({ partner: facts(partner), file: { ...file, name } });
    const [{ seconds, cpuUs, failure }] = await once(pusher, "message");
    if (failure) throw new Error(failure);
    return { seconds, cpuUs };
  };
  const put = async (name) => {
    const before = cpuOfEndedChildren();
    const path = join(partner.root, name);
    const seconds = await sftp(stage, partner, [
      `put -f ${file.localPath} ${path}.part`,
      `rename ${path}.part ${path}`,
    ]);
    return { seconds, cpuUs: cpuOfEndedChildren() - before };
  };
  try {
    await push("warm");
    return await alternate({ limit: put, product: push, server: partner, bytes, clean: emptied(partner) });
  } finally {
    pusher.disconnect();
    await partner.stop();
    rmSync(file.localPath);
  }
}

/** What can be told to another process. */
const facts = ({ host, port, username, privateKey, hostKeySha256, root }) => {
  return { host, port, username, privateKey, hostKeySha256, root };
};

/** From the login to the last byte on the partner's disk. */
export async function measurePull(stage, api, bytes) {
  const file = makeFile(stage, bytes);
  const partner = await startSshServer();
  const server = await stage.startApp("feed-server", 18_084, { SKUCAST_SFTP_PORT: String(SFTP_PORT) });
  try {
    const username = await publish(stage, api, file, readFileSync(`${partner.privateKeyFile}.pub`, "utf8"));
    const ours = { host: "127.0.0.1", port: SFTP_PORT, username, privateKeyFile: partner.privateKeyFile };
    const get = (from, path) => async (name) => {
      const before = cpuOfEndedChildren();
      const seconds = await sftp(stage, from, [`get ${path} ${join(stage.dir, name)}`]);
      return { seconds, cpuUs: cpuOfEndedChildren() - before };
    };
    const [limit, product] = [get(partner, file.localPath), get(ours, `/${file.name}`)];
    await product("fetched");
    if (!readFileSync(join(stage.dir, "fetched")).equals(readFileSync(file.localPath)))
      throw new Error("what was fetched is not what was served");
    return await alternate({ limit, product, server: partner, app: server, bytes, clean: () => {} });
  } finally {
    await server.stop();
    await partner.stop();
    rmSync(file.localPath);
  }
}

/** Makes the file the live one of a feed; answers the user name that may fetch it. */
async function publish(stage, api, { localPath, ...file }, publicKey) {
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = await call(stage, api, "POST", "/channels", { name: "Pull", profile: "generic", market });
  const feed = await call(stage, api, "POST", "/feeds", {
    ...{ channel_id: channel.id, name: "Pull", schedule: null, deliveries: [{ type: "sftp_pull" }] },
  });
  const runId = newId("run");
  const folder = join(stage.dir, "files", stage.workspaceId, runId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file.name), readFileSync(localPath));
  const client = new pg.Client({ connectionString: stage.superuserUrl });
  await client.connect();
  await client.query(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, files, finished_at, created_at, updated_at)
     VALUES ($1, $2, $3, 'succeeded', 'manual', $4, now(), now(), now())`,
    [stage.workspaceId, runId, feed.id, JSON.stringify([file])],
  );
  await client.query("UPDATE feeds SET live_run_id = $2 WHERE id = $1", [feed.id, runId]);
  await client.end();
  const credential = { type: "sftp_pull", name: "Bench", public_keys: [publicKey.trim()] };
  return (await call(stage, api, "POST", `/feeds/${feed.id}/pull-credentials`, credential)).sftp.username;
}

/** Files of rounds before do not fill the disk. */
const emptied = (partner) => (name) => rmSync(join(partner.root, name));

/** Limit and product in turns; of each the median round, as MB/s and CPU of both ends for a MB. */
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
