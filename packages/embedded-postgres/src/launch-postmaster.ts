import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Identity } from "./as-user.js";
import { findFreePort } from "./find-free-port.js";
import { postgresEnvironment } from "./postgres-environment.js";
import { type PostmasterFile, readPostmasterFile } from "./postmaster-file.js";

const READY_TIMEOUT_MS = 120_000; // recovery after a crash may take long
const READY_POLL_MS = 10;
const ATTEMPT_COUNT_MAX = 20;
const ATTEMPT_PAUSE_MS = 250;

/** Settings for one small machine. Durability settings keep PostgreSQL's safe defaults. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "128MB",
  jit: "off",
  io_method: "sync", // no worker processes for asynchronous reads
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  max_wal_size: "1GB",
  autovacuum_max_workers: "2",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_line_prefix: "%m [%p] %u@%d ",
};

/** What to launch. Without `port` a free port is used. */
export interface LaunchOptions {
  readonly identity: Identity;
  readonly clusterDir: string;
  readonly port?: number | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

/** A postmaster that this process started. */
export interface Launched extends PostmasterFile {
  /** Settles when the process has ended. */
  readonly exited: Promise<void>;
}

/**
 * Starts PostgreSQL on a loopback port and resolves when it accepts connections. It retries if another process took the port
 * or if processes of a killed predecessor still hold shared memory. Any other failure throws the end of the server's log.
 */
export async function launchPostmaster(options: LaunchOptions): Promise<Launched> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptLaunch(options, options.port ?? (await findFreePort()));
    if (typeof outcome !== "string") return outcome;
    const isTemporary = /Address already in use|is still in use|could not bind/.test(outcome);
    if (!isTemporary || attempt === ATTEMPT_COUNT_MAX)
      throw new Error(`PostgreSQL did not start. Its log ends:\n${outcome}`);
    await delay(ATTEMPT_PAUSE_MS);
  }
}

async function attemptLaunch(options: LaunchOptions, port: number): Promise<Launched | string> {
  const { identity, clusterDir } = options;
  const settings = { ...SETTINGS, ...options.settings, port: String(port) };
  const {
    file,
    args,
    options: as,
  } = identity.command(identity.binaries.postgres, [
    "-D",
    clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  const logFile = join(identity.homeDir, "postgres.log");
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.1`);
  // A file instead of a pipe: if this process is killed, the server continues and must still be able to write its log.
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(file, args, {
    ...as,
    cwd: identity.homeDir,
    env: postgresEnvironment(),
    stdio: ["ignore", log, log],
    detached: true, // a separate process group, so that Ctrl-C in the terminal stops the apps first
  });
  closeSync(log);
  child.unref();
  let hasEnded = false;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      resolve();
    };
    child.once("exit", end).once("error", end);
  });
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await delay(READY_POLL_MS)) {
    if (hasEnded) return tail(logFile);
    const postmaster = readPostmasterFile(clusterDir);
    if (postmaster?.pid === child.pid && postmaster?.isReady) return { ...postmaster, exited };
  }
  child.kill("SIGQUIT");
  await exited;
  return tail(logFile);
}

function tail(file: string): string {
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-15).join("\n");
}
