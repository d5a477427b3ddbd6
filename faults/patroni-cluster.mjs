// Three members of PostgreSQL under Patroni, with an etcd and HAProxy, from the files in infra/patroni.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createDatabase } from "@skucast/embedded-postgres/create-database";
import { queryDatabase } from "@skucast/testkit/query-database";
import { reservePort } from "@skucast/testkit/reserve-port";
import { killProgram, openProgramFolder, POSTGRES, requireDebianPrograms } from "./debian-programs.mjs";
import { startHaproxy } from "./haproxy.mjs";

const FILES = fileURLToPath(new URL("../infra/patroni", import.meta.url));
const NAMES = ["pg1", "pg2", "pg3"];
const SECRETS = { superuser: "superuser-secret", owner: "owner-secret", app: "app-secret" };
const START_MS_MAX = 300_000;
const ASK_MS = 2_000;
const OLD_API = "PATRONI_ETCD_HOSTS";

/**
 * Starts the cluster with an empty database `skucast`, whose owner and application login have no more privileges than
 * docs/operations.md asks for. All clients connect through HAProxy.
 */
export async function startPatroniCluster() {
  requireDebianPrograms("/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy", POSTGRES);
  const folder = openProgramFolder();
  /** @type {import("node:child_process").ChildProcess[]} */
  const started = [];
  /** @type {Member[]} */
  const members = [];
  const stop = async () => {
    await Promise.all(members.map((member) => member.kill()));
    await Promise.all(started.map(killProgram));
    folder.remove();
  };
  try {
    const etcd = await startEtcd(folder);
    started.push(etcd.child);
    for (const name of NAMES) members.push(await createMember(folder, name, etcd.env));
    for (const member of members) member.start();
    const cluster = createCluster(folder, members, etcd.env);
    await cluster.settled();
    const port = await reservePort();
    const env = { PATRONI_HAPROXY_BIND: `127.0.0.1:${port}`, ...Object.fromEntries(members.flatMap(addressesOf)) };
    const haproxy = await startHaproxy(folder, { configFile: join(FILES, "haproxy.cfg"), env, port });
    const urlOf = (/** @type {string} */ user, /** @type {string} */ secret, database = "skucast") =>
      `postgresql://${user}:${secret}@127.0.0.1:${port}/${database}`;
    const superuserUrl = urlOf("postgres", SECRETS.superuser, "postgres");
    await untilTrue(() => leadsToPrimary(superuserUrl));
    await createDatabase(superuserUrl, SECRETS);
    return {
      ...cluster,
      dir: folder.root,
      postgres: {
        appUrl: urlOf("skucast", SECRETS.app),
        ownerUrl: urlOf("skucast_owner", SECRETS.owner),
      },
      stop: async () => {
        await haproxy.stop();
        await stop();
      },
    };
  } catch (error) {
    const log = NAMES.map((name) => readTail(folder.logOf(name))).join("\n");
    await stop();
    throw new Error(`the cluster did not start: ${log}`, { cause: error });
  }
}

/** @typedef {Awaited<ReturnType<typeof createMember>>} Member */

async function startEtcd(folder) {
  const variable = await apiOfEtcd(folder);
  const address = `127.0.0.1:${await reservePort()}`;
  const peer = `http://127.0.0.1:${await reservePort()}`;
  const settings = {
    ETCD_NAME: "etcd",
    ETCD_DATA_DIR: folder.createFolder("etcd"),
    ETCD_LISTEN_CLIENT_URLS: `http://${address}`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${address}`,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: `etcd=${peer}`,
    ETCD_ENABLE_V2: String(variable === OLD_API),
  };
  const child = folder.start("etcd", "/usr/bin/etcd", [], settings);
  await untilTrue(async () => (await ask(`http://${address}/health`))?.health === "true");
  return { child, env: { [variable]: address } };
}

/**
 * The setting that names etcd's hosts. Before 3.0.3, Patroni over etcd's API v3 lets a primary that hung for longer than the
 * TTL take the lock back from the one that has replaced it (https://github.com/patroni/patroni/pull/2689).
 */
async function apiOfEtcd(folder) {
  const version = await folder.run("/usr/bin/patroni", ["--version"]);
  return compareVersions(version, "3.0.3") < 0 ? OLD_API : "PATRONI_ETCD3_HOSTS";
}

/** Compares the numbers of two versions, such as those in "patroni 3.0.2". */
function compareVersions(one, other) {
  const partsOf = (/** @type {string} */ text) => (/\d+(\.\d+)*/.exec(text)?.[0] ?? "0").split(".").map(Number);
  const parts = partsOf(one);
  for (const [index, part] of partsOf(other).entries()) {
    if (part !== (parts[index] ?? 0)) return (parts[index] ?? 0) - part;
  }
  return 0;
}

/** One member, as a machine: Patroni and the PostgreSQL that it starts. */
async function createMember(folder, name, etcd) {
  const dataDir = join(folder.home, name, "data");
  const configDir = folder.createFolder(`${name}/config`);
  copyFileSync(join(FILES, "patroni.yml"), join(configDir, "1.yml"));
  // Members on one machine cannot share the folder of Debian's sockets.
  writeFileSync(
    join(configDir, "2.yml"),
    `postgresql: { parameters: { unix_socket_directories: ${folder.home}/${name} } }\n`,
  );
  folder.own();
  const port = await reservePort();
  const apiPort = await reservePort();
  const env = {
    PATRONI_NAME: name,
    ...etcd,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: folder.bin,
    PATRONI_SUPERUSER_PASSWORD: SECRETS.superuser,
    PATRONI_REPLICATION_PASSWORD: "replication-secret",
    PATRONI_REWIND_PASSWORD: "rewind-secret",
  };
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let patroni;
  /** Patroni first, so that it cannot start PostgreSQL again. */
  const processes = () => [...(patroni?.pid === undefined ? [] : [patroni.pid]), ...serverProcesses(dataDir)];
  return {
    name,
    port,
    apiPort,
    start() {
      patroni = folder.start(name, "/usr/bin/patroni", [configDir], env);
    },
    /** Ends all its processes at once, as a loss of power does. */
    async kill() {
      const pids = processes();
      for (const pid of pids) signal(pid, "SIGKILL");
      if (patroni) await killProgram(patroni);
      patroni = undefined;
      await untilTrue(async () => pids.every((pid) => !isRunning(pid)));
    },
    /** Stops all its processes, which keep their connections: the machine hangs, or the network loses its packets. */
    freeze() {
      for (const pid of processes()) signal(pid, "SIGSTOP");
    },
    thaw() {
      for (const pid of processes()) signal(pid, "SIGCONT");
    },
    superuserUrl: `postgresql://postgres:${SECRETS.superuser}@127.0.0.1:${port}/skucast`,
    log: () => readFileSync(folder.logOf(name), "utf8"),
  };
}

/** @param {Member[]} members */
function createCluster(folder, members, etcd) {
  /** What Patroni knows about the members, from the first that answers. */
  async function states() {
    for (const { apiPort } of members) {
      const answer = await ask(`http://127.0.0.1:${apiPort}/cluster`);
      if (answer !== undefined) return answer.members ?? [];
    }
    return [];
  }

  /** The member that holds the lock of the primary, if one does and accepts writes. */
  async function primary() {
    const answers = await Promise.all(
      members.map(({ apiPort }) =>
        fetch(`http://127.0.0.1:${apiPort}/primary`, { signal: AbortSignal.timeout(ASK_MS) }).catch(() => undefined),
      ),
    );
    return members[answers.findIndex((answer) => answer?.status === 200)];
  }

  /** Waits until one member is the primary, another confirms its commits, and all follow it on one timeline. */
  async function settled() {
    const roles = ["leader", "replica", "sync_standby"].join();
    await untilTrue(async () => {
      const found = await states();
      const timelines = new Set(found.map(({ timeline }) => timeline));
      const isRunningAll = found.every(({ state }) => state === "running" || state === "streaming");
      return (
        isRunningAll &&
        timelines.size === 1 &&
        found
          .map(({ role }) => role)
          .sort()
          .join() === roles
      );
    });
  }

  return {
    members,
    states,
    primary,
    settled,
    /** Waits until another member than this is the primary. */
    async replaced(/** @type {Member} */ former) {
      return untilTrue(async () => {
        const found = await primary();
        return found !== undefined && found !== former && found;
      });
    },
    /** Makes the synchronous standby the primary, as an administrator does. */
    switchOver() {
      const config = join(FILES, "patroni.yml");
      return folder.run("/usr/bin/patronictl", ["-c", config, "switchover", "skucast", "--force"], etcd);
    },
  };
}

/** HAProxy uses every member until its first check of it. */
async function leadsToPrimary(url) {
  for (let i = 0; i < 2 * NAMES.length; i += 1) {
    const [row] = await queryDatabase(url, 'SELECT pg_is_in_recovery() AS "isStandby"').catch(() => []);
    if (row?.isStandby !== false) return false;
  }
  return true;
}

/** @param {Member} member @param {number} index */
function addressesOf({ port, apiPort }, index) {
  return [
    [`PG${index + 1}_POSTGRESQL`, `127.0.0.1:${port}`],
    [`PG${index + 1}_RESTAPI_PORT`, String(apiPort)],
  ];
}

/** The postmaster and its children, the postmaster first. */
function serverProcesses(dataDir) {
  try {
    const postmaster = Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]);
    // The file of a killed server may name a process that has nothing to do with it.
    if (!readFileSync(`/proc/${postmaster}/cmdline`, "utf8").includes(dataDir)) return [];
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ");
    return [postmaster, ...children.filter(Boolean).map(Number)];
  } catch {
    return []; // it is not running
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (/** @type {any} */ (error).code !== "ESRCH") throw error;
  }
}

/** Whether the process exists and is not a zombie. */
function isRunning(pid) {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** The JSON that a URL returns, or undefined if it does not answer. @returns {Promise<any>} */
async function ask(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ASK_MS) });
    return await response.json();
  } catch {
    return undefined;
  }
}

/**
 * @template T
 * @param {() => Promise<T | false>} probe
 * @returns {Promise<T>}
 */
async function untilTrue(probe) {
  for (const deadline = Date.now() + START_MS_MAX; Date.now() < deadline; await pause(50)) {
    const answer = await probe();
    if (answer) return answer;
  }
  throw new Error(`a condition was not met within ${START_MS_MAX / 1_000} s`);
}

function readTail(file) {
  try {
    return readFileSync(file, "utf8").split("\n").slice(-20).join("\n");
  } catch {
    return "";
  }
}
