// A separate Redis, as durable as is usual for job queues: writes are synced once a second.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "../../scripts/find-free-port.mjs";

/** Throws instructions if Redis is not installed. */
export function findRedis() {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
  } catch {
    throw new Error(
      "BullMQ needs redis-server, which is not installed: apt-get install redis-server, or your system's Redis package.",
    );
  }
}

/** Starts it on a free port with its own folder in `dir`; it ends with the bench in any case. */
export async function startRedis(dir) {
  const port = await findFreePort();
  const settings = {
    port,
    bind: "127.0.0.1",
    dir: mkdtempSync(join(dir, "redis-")),
    appendonly: "yes",
    appendfsync: "everysec",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn("setpriv", ["--pdeathsig", "TERM", "redis-server", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await ready(child);
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function ready(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("Ready to accept connections")) return child.stdout.resume();
  }
  throw new Error("redis-server did not start.");
}
