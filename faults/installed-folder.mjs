// An installation as `npm start` runs it: all apps and PostgreSQL in one data folder.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readPostmasterFile } from "@skucast/embedded-postgres/postmaster-file";
import { loadSecrets } from "@skucast/embedded-postgres/secrets";
import { findFreePort } from "../scripts/find-free-port.mjs";

const PROGRAM = fileURLToPath(new URL("../apps/standalone/dist/main.js", import.meta.url));
const READY_MS = 300_000;
const READY_LINE = "Stop with Ctrl-C.";
const OUTPUT_CHARACTERS_MAX = 4_000;

/**
 * An installation in a new folder, with its port. `begin` starts it without waiting.
 * @param {Record<string, string>} [settings]
 */
export async function createInstalledFolder(settings = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "skucast-faults-"));
  const home = join(dataDir, "postgres");
  const port = await findFreePort();
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  let output = "";

  function begin() {
    output = "";
    child = spawn(process.execPath, [PROGRAM], {
      env: { ...process.env, PORT: String(port), SKUCAST_DATA_DIR: dataDir, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const onOutput = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-OUTPUT_CHARACTERS_MAX);
    };
    child.stdout?.on("data", onOutput);
    child.stderr?.on("data", onOutput);
  }

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  /** Waits until it is ready; rejects with its output if it ends before. */
  async function ready() {
    for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await pause(20)) {
      if (output.includes(READY_LINE)) return;
      if (!isRunning()) throw new Error(`the program ended before it was ready: ${output}`);
    }
    throw new Error(`not ready after ${READY_MS / 1_000} s: ${output}`);
  }

  /** Ends it with a signal, and waits. With SIGKILL, PostgreSQL is ended in the same way if `withPostgres`. */
  async function end(/** @type {NodeJS.Signals} */ signal, { withPostgres = false } = {}) {
    const exited = isRunning() && child ? once(child, "exit") : undefined;
    if (exited) child?.kill(signal);
    if (withPostgres) killAllOf(dataDir);
    await exited;
  }

  return {
    dataDir,
    baseUrl: `http://127.0.0.1:${port}`,
    begin,
    ready,
    signal: (/** @type {NodeJS.Signals} */ signal) => void child?.kill(signal),
    end,
    /** What outside programs may rely on; see the README. */
    demo: () => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")),
    /** Connects as the apps do; only while it is ready. */
    databaseUrl() {
      const { app } = loadSecrets(home);
      return `postgresql://skucast:${app}@127.0.0.1:${readPostmasterFile(join(home, "cluster"))?.port}/skucast`;
    },
    async remove() {
      await end("SIGKILL", { withPostgres: true });
      if (existsSync(dataDir)) rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Kills PostgreSQL's processes, which have groups of their own, and those that create its cluster. */
function killAllOf(/** @type {string} */ dataDir) {
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const isOfFolder = readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir);
      if (!isOfFolder && !readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(dataDir)) continue;
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}
