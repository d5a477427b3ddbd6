// The whole house as npm start runs it, doing nothing: memory, and how long a second start takes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { familyOf, memoryOf } from "./cpu.mjs";
import { ROOT } from "./stage.mjs";

const SETTLE_MS = 20_000;
const PORT = "18099";

export async function measureIdle() {
  const dataDir = mkdtempSync(join(tmpdir(), "skucast-idle-"));
  const first = await start(dataDir);
  await stop(first.child);
  const second = await start(dataDir);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const memory = memoryOf(familyOf(second.child.pid));
  const node = memoryOf([second.child.pid]);
  await stop(second.child);
  rmSync(dataDir, { recursive: true, force: true });
  return { firstStartMs: first.ms, secondStartMs: second.ms, memory, node };
}

async function start(dataDir) {
  const startedAtMs = performance.now();
  const env = { ...process.env, PORT, SKUCAST_DATA_DIR: dataDir };
  const child = spawn(process.execPath, [join(ROOT, "apps/standalone/dist/main.js")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes("Skucast is ready")) break;
  return { child, ms: performance.now() - startedAtMs };
}

async function stop(child) {
  child.kill("SIGINT");
  if (child.exitCode === null) await once(child, "exit");
}
