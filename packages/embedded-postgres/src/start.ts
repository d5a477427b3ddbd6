import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chooseIdentity, ownFolder } from "./as-user.js";
import { createCluster } from "./create-cluster.js";
import { APP_ROLE, createDatabase, DATABASE, OWNER_ROLE } from "./create-database.js";
import { launchPostmaster } from "./launch-postmaster.js";
import { locateBinaries } from "./locate-binaries.js";
import { mayBePostmaster, type PostmasterFile, readPostmasterFile } from "./postmaster-file.js";
import { type ClusterSecrets, loadSecrets } from "./secrets.js";
import { stopPostmaster } from "./stop-postmaster.js";
import { supervise } from "./supervise.js";

/** Options of an embedded PostgreSQL. */
export interface EmbeddedPostgresOptions {
  /** A folder for all of PostgreSQL's files; created if needed. */
  readonly dataDir: string;
  /** Called with a message for each notable event. */
  readonly log?: (message: string) => void;
  /** Server settings that override ours, for example `{ fsync: "off" }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running PostgreSQL with the database `skucast`. */
export interface EmbeddedPostgres {
  /** Connects as `skucast_owner`, which owns the database: for migrations and administration. */
  readonly ownerUrl: string;
  /** Connects as `skucast`, which owns nothing: for applications. */
  readonly appUrl: string;
  /** Connects as the cluster's superuser to the database `postgres`: for tests and repair, never for applications. */
  readonly superuserUrl: string;
  readonly port: number;
  /** Whether it was already running: started by a process that was killed, or used by another one. */
  readonly adopted: boolean;
  /** Stops the server and resolves when its process has ended, unless another running process supervises it. */
  stop(): Promise<void>;
}

const ADOPTION_TIMEOUT_MS = 60_000;
const ADOPTION_POLL_MS = 50;
const ENDING_TIMEOUT_MS = 30_000;

/** Starts PostgreSQL on `dataDir`, or adopts the one that is running there, and ensures its database and roles. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, settings = {} } = options;
  const identity = chooseIdentity(locateBinaries(), resolve(options.dataDir), log);
  const clusterDir = join(identity.homeDir, "cluster");
  ownFolder(identity, identity.homeDir);
  const secrets = loadSecrets(identity.homeDir);
  createCluster(identity, clusterDir, secrets.superuser);

  const adopted = await adopt(clusterDir, secrets);
  if (adopted) log(`PostgreSQL is already running (process ${adopted.pid}) and is used.`);
  const { port } = adopted ?? (await launchPostmaster({ identity, clusterDir, settings }));
  const urls = connectionUrls(port, secrets);
  if (!adopted) await createDatabase(urls.superuserUrl, secrets);
  const { stop } = await supervise({
    superuserUrl: urls.superuserUrl,
    restart: async () => {
      if (!(await findRunning(clusterDir))) await launchPostmaster({ identity, clusterDir, settings, port });
    },
    shutDown: () => stopPostmaster(clusterDir),
    log,
  });
  return { ...urls, port, adopted: adopted !== undefined, stop };
}

/** The running postmaster of this cluster, with the database. Undefined also if it is about to end, for example after a kill. */
async function adopt(clusterDir: string, secrets: ClusterSecrets): Promise<PostmasterFile | undefined> {
  const found = await findRunning(clusterDir);
  if (!found) return undefined;
  try {
    await createDatabase(connectionUrls(found.port, secrets).superuserUrl, secrets);
    return found;
  } catch (error) {
    if (!(await hasEnded(found.pid, clusterDir))) throw error;
    return adopt(clusterDir, secrets); // its pid file is removed, or another process has started a server
  }
}

/** Waits for the end of a postmaster that no longer accepts connections. */
async function hasEnded(pid: number, clusterDir: string): Promise<boolean> {
  for (const deadline = Date.now() + ENDING_TIMEOUT_MS; Date.now() < deadline; await delay(ADOPTION_POLL_MS)) {
    if (!mayBePostmaster(pid, clusterDir)) return true;
  }
  return false;
}

/** The running postmaster of this cluster, when it is ready. The pid file of an ended one is removed. */
async function findRunning(clusterDir: string) {
  for (const deadline = Date.now() + ADOPTION_TIMEOUT_MS; Date.now() < deadline; await delay(ADOPTION_POLL_MS)) {
    const postmaster = readPostmasterFile(clusterDir);
    if (postmaster === undefined) return undefined;
    if (!mayBePostmaster(postmaster.pid, clusterDir)) {
      rmSync(join(clusterDir, "postmaster.pid"), { force: true });
      return undefined;
    }
    if (postmaster.isReady) return postmaster;
  }
  throw new Error(
    `PostgreSQL is running on ${clusterDir} but did not become ready within ${ADOPTION_TIMEOUT_MS / 1000} s.`,
  );
}

function connectionUrls(port: number, secrets: ClusterSecrets) {
  const url = (role: string, password: string, database: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
  return {
    ownerUrl: url(OWNER_ROLE, secrets.owner, DATABASE),
    appUrl: url(APP_ROLE, secrets.app, DATABASE),
    superuserUrl: url("postgres", secrets.superuser, "postgres"),
  };
}
