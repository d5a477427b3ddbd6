// Apps as separate processes, which tests kill, freeze and restart.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../scripts/find-free-port.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const READY_MS = 600_000; // for a machine under heavy load
/** As docs/operations.md advises. */
const MEMORY = { MALLOC_ARENA_MAX: "2" };
const AT_ONCE = { SKUCAST_SHUTDOWN_DELAY: "0s" };

/**
 * Starts programs with the same settings; `end` ends all of them. `spawnApp` starts the built app on this machine unless
 * something else is given.
 * @param {{ dir: string, env: Record<string, string>,
 *   spawnApp?: (app: { name: string, script?: string, env: Record<string, string> }) => import("node:child_process").ChildProcess }} options
 */
export function createApps({ dir, env, spawnApp = spawnBuilt }) {
  const running = new Set();

  /**
   * Starts an app and waits until it is ready. With `isKept` it is restarted whenever it ends, as by a supervisor.
   * @param {string} name
   * @param {{ isKept?: boolean, script?: string, more?: Record<string, string> }} [options]
   */
  async function start(name, { isKept = false, script, more = {} } = {}) {
    const port = await findFreePort();
    const log = createWriteStream(join(dir, `${name}-${port}.log`));
    const app = {
      name,
      port,
      baseUrl: `http://127.0.0.1:${port}`,
      logFile: join(dir, `${name}-${port}.log`),
      pid: 0,
      startCount: 0,
      /** Milliseconds from the latest start to readiness. */
      readyMs: 0,
      kill: (signal) => process.kill(app.pid, signal),
      restarted: async () => {
        const before = app.startCount;
        while (app.startCount === before || app.readyMs === 0) await pause(20);
      },
      end: async (signal = "SIGTERM") => {
        isEnding = true;
        running.delete(app);
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exited = once(child, "exit");
        child.kill("SIGCONT");
        child.kill(signal);
        await exited;
      },
      rssMb: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${app.pid}/status`, "utf8"))?.[1]) / 1024,
    };
    let isEnding = false;
    let child;
    const launch = async () => {
      const startedAtMs = performance.now();
      app.readyMs = 0;
      const settings = { ...MEMORY, ...AT_ONCE, ...env, ...more, PORT: String(port), HOST: "127.0.0.1" };
      child = spawnApp({ name, script, env: settings });
      child.stdout.pipe(log, { end: false });
      child.stderr.pipe(log, { end: false });
      app.pid = child.pid;
      child.once("exit", () => {
        if (isKept && !isEnding) launch().catch(() => {}); // it is restarted even if it ends before it is ready
      });
      app.startCount += 1;
      await ready(`${app.baseUrl}/healthz`, child);
      app.readyMs = performance.now() - startedAtMs;
    };
    running.add(app);
    await launch();
    return app;
  }

  return { start, end: () => Promise.all([...running].map((app) => app.end("SIGKILL"))) };
}

function spawnBuilt({ name, script = join(ROOT, "apps", name, "dist/main.js"), env }) {
  return spawn(process.execPath, [script], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
}

async function ready(url, child) {
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; ) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (response?.ok) return;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${url}: the program ended`);
    await pause(20);
  }
  throw new Error(`${url} did not become ready`);
}
