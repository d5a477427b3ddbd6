import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chooseIdentity, ownFolder } from "@skucast/embedded-postgres/as-user";
import { createDatabase } from "@skucast/embedded-postgres/create-database";
import { binariesUnder } from "@skucast/embedded-postgres/locate-binaries";
import { eventually } from "./eventually.js";
import { queryDatabase } from "./query-database.js";
import { reservePort } from "./reserve-port.js";

const VERSIONS = "/usr/lib/postgresql";
/** A server starts within a second on an idle machine, and within minutes on one that is far too busy. */
const START_MS_MAX = 600_000;

/** A cluster of Debian's PostgreSQL, which has client programs (pg_dump) of the same version. */
export interface DebianPostgres {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly superuserUrl: string;
  /** Stops it and deletes its files. */
  stop(): Promise<void>;
}

/** A cluster that tests kill. */
export interface RestartablePostgres extends DebianPostgres {
  /** Ends its first process as a crash does; the others end by themselves. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. Resolves when it accepts connections. */
  restart(): Promise<void>;
}

/** A primary with a standby that confirms every commit. */
export interface PostgresPair {
  readonly primary: Pick<RestartablePostgres, "ownerUrl" | "appUrl" | "superuserUrl" | "kill">;
  readonly standby: Omit<DebianPostgres, "stop">;
  /** Makes the standby the primary. Resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Stops both and deletes their files. */
  stop(): Promise<void>;
}

/** A cluster that archives its write-ahead log. */
export interface ArchivingPostgres extends DebianPostgres {
  /** Copies the running cluster with pg_basebackup. */
  takeBaseBackup(): Promise<void>;
  /** Stops the cluster, and starts its base backup with the archived log replayed up to the time (RFC 3339). */
  restoreTo(time: string): Promise<DebianPostgres>;
}

/** Starts a new, empty cluster, with further settings as `name=value`. */
export async function startDebianPostgres(settings: readonly string[] = []): Promise<RestartablePostgres> {
  const files = createFiles();
  files.run(files.bin("initdb"), INITDB(files.cluster));
  const port = await reservePort();
  let server = startServer(files, files.cluster, settings, port);
  const { superuserUrl } = server;
  await createEmptyDatabase(superuserUrl);
  return {
    ...urlsOf(superuserUrl),
    kill: () => server.stop("SIGKILL"),
    restart: async () => {
      // It refuses to start while processes of the killed one still use its shared memory.
      await eventually(
        async () => {
          if (server.hasEnded()) server = startServer(files, files.cluster, settings, port);
          return isPrimary(superuserUrl);
        },
        { timeoutMs: START_MS_MAX },
      );
    },
    stop: () => server.stop().then(files.remove),
  };
}

/** Starts a new, empty cluster and a synchronous standby of it. Further settings are for both. */
export async function startSynchronousPair(settings: readonly string[] = []): Promise<PostgresPair> {
  const files = createFiles();
  const copy = join(files.home, "standby");
  files.run(files.bin("initdb"), INITDB(files.cluster));
  const primary = startServer(files, files.cluster, settings, await reservePort());
  await createEmptyDatabase(primary.superuserUrl);
  const { hostname, port } = new URL(primary.superuserUrl);
  const server = ["-h", hostname, "-p", port, "-U", "postgres"];
  files.run(files.bin("pg_basebackup"), [...server, "--pgdata", copy, "--checkpoint=fast", "--write-recovery-conf"]);
  const standby = startServer(files, copy, settings, await reservePort());
  await queryDatabase(primary.superuserUrl, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await queryDatabase(primary.superuserUrl, "SELECT pg_reload_conf()");
  await eventually(async () => {
    const [row] = await queryDatabase(primary.superuserUrl, "SELECT sync_state FROM pg_stat_replication");
    return row?.sync_state === "sync";
  });
  return {
    primary: { ...urlsOf(primary.superuserUrl), kill: () => primary.stop("SIGKILL") },
    standby: urlsOf(standby.superuserUrl),
    promote: async () => {
      await queryDatabase(standby.superuserUrl, "SELECT pg_promote(wait => false)");
      await eventually(() => isPrimary(standby.superuserUrl));
    },
    stop: async () => {
      await primary.stop();
      await standby.stop();
      files.remove();
    },
  };
}

/** Starts a new, empty cluster with the settings of docs/how-to/restore-to-a-time.md. */
export async function startArchivingPostgres(): Promise<ArchivingPostgres> {
  const files = createFiles();
  const archive = join(files.home, "archive");
  const base = join(files.home, "base");
  files.run("mkdir", [archive]);
  files.run(files.bin("initdb"), INITDB(files.cluster));
  const archiving = ["archive_mode=on", `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`];
  const first = startServer(files, files.cluster, archiving, await reservePort());
  await createEmptyDatabase(first.superuserUrl);
  return {
    ...urlsOf(first.superuserUrl),
    takeBaseBackup: async () => {
      const url = new URL(first.superuserUrl);
      const server = ["-h", url.hostname, "-p", url.port, "-U", "postgres"];
      files.run(files.bin("pg_basebackup"), [...server, "--pgdata", base, "--checkpoint=fast", "--wal-method=none"]);
    },
    restoreTo: async (time) => {
      await first.stop(); // a clean stop archives the rest of the log
      files.run("touch", [join(base, "recovery.signal")]);
      const recovery = [`recovery_target_time=${time}`, "recovery_target_action=promote"];
      const settings = [`restore_command=cp ${archive}/%f %p`, ...recovery];
      const second = startServer(files, base, settings, await reservePort());
      await eventually(() => isPrimary(second.superuserUrl));
      return { ...urlsOf(second.superuserUrl), stop: () => second.stop().then(files.remove) };
    },
    stop: () => first.stop().then(files.remove),
  };
}

const INITDB = (cluster: string) => [
  `--pgdata=${cluster}`,
  "--username=postgres",
  "--auth=trust",
  "--encoding=UTF8",
  "--locale=C",
];

interface ClusterFiles {
  /** A folder of the user that runs PostgreSQL. */
  readonly home: string;
  readonly cluster: string;
  bin(program: string): string;
  /** Runs a program as that user, and throws with its output if it fails. */
  run(program: string, args: readonly string[]): void;
  spawn(program: string, args: readonly string[]): ChildProcess;
  remove(): void;
}

function createFiles(): ClusterFiles {
  const version = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort().at(-1) : undefined;
  if (version === undefined) throw new Error("This test needs Debian's package postgresql, whose server it starts.");
  const folder = mkdtempSync(join(tmpdir(), "skucast-debian-postgres-"));
  const binaries = binariesUnder(join(VERSIONS, version));
  const identity = chooseIdentity(binaries, join(folder, "data"), () => {});
  ownFolder(identity, identity.homeDir);
  const cwd = identity.homeDir;
  return {
    home: cwd,
    cluster: join(cwd, "cluster"),
    bin: (program) => join(dirname(identity.binaries.postgres), program),
    run: (program, args) => {
      const command = identity.command(program, args);
      const ended = spawnSync(command.file, command.args, { ...command.options, cwd, encoding: "utf8" });
      if (ended.status !== 0) throw new Error(`${program} failed: ${ended.stderr}`);
    },
    spawn: (program, args) => {
      const command = identity.command(program, args);
      return spawn(command.file, command.args, { ...command.options, cwd, stdio: "ignore" });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Server {
  readonly superuserUrl: string;
  hasEnded(): boolean;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

function startServer(files: ClusterFiles, cluster: string, settings: readonly string[], port: number): Server {
  const all = ["fsync=off", "unix_socket_directories=", ...settings].flatMap((setting) => ["-c", setting]);
  const server = files.spawn(files.bin("postgres"), ["-D", cluster, "-p", String(port), ...all]);
  const ended = once(server, "exit");
  return {
    superuserUrl: `postgresql://postgres:secret@127.0.0.1:${port}/postgres`,
    hasEnded: () => server.exitCode !== null || server.signalCode !== null,
    stop: async (signal = "SIGINT") => {
      server.kill(signal);
      await ended;
    },
  };
}

async function createEmptyDatabase(superuserUrl: string): Promise<void> {
  const secrets = { superuser: "secret", owner: "secret", app: "secret" };
  await eventually(
    () =>
      createDatabase(superuserUrl, secrets).then(
        () => true,
        () => false,
      ),
    { timeoutMs: START_MS_MAX },
  );
}

/** Whether it accepts connections and writes. */
async function isPrimary(superuserUrl: string): Promise<boolean> {
  try {
    const [row] = await queryDatabase(superuserUrl, 'SELECT NOT pg_is_in_recovery() AS "isDone"');
    return row?.isDone === true;
  } catch {
    return false; // it is still starting
  }
}

function urlsOf(superuserUrl: string) {
  const { port } = new URL(superuserUrl);
  const url = (user: string) => `postgresql://${user}:secret@127.0.0.1:${port}/skucast`;
  return { ownerUrl: url("skucast_owner"), appUrl: url("skucast"), superuserUrl };
}
