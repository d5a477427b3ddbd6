// Without load: memory and time of the first and a second start of all apps in one process, as npm start runs them, and the
// memory of each app as a process of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { familyOf, memoryOf } from "./cpu.mjs";
import { startStandalone, stopStandalone } from "./standalone.mjs";

/** An idle process collects its garbage within 20 s (ADR 0084). */
const SETTLE_MS = 40_000;

/** The apps that can run as processes of their own. */
const APPS = [
  "auth-server",
  "catalog-api",
  "feed-server",
  "importer",
  "mcp-gateway",
  "sftp-exporter",
  "webhook-dispatcher",
];

/** The proportional memory of each app in MB, while all run as separate processes. */
export async function measureSeparateApps(testbed) {
  const apps = [];
  for (const [n, name] of APPS.entries()) apps.push({ name, ...(await testbed.startApp(name, 18_100 + n)) });
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const measured = apps.map(({ name, pid }) => ({ name, megabytes: memoryOf(familyOf(pid)).pss }));
  await Promise.all(apps.map((app) => app.stop()));
  return measured;
}

export async function measureIdle() {
  const dataDir = mkdtempSync(join(tmpdir(), "skucast-idle-"));
  const first = await startStandalone(dataDir);
  await stopStandalone(first.child);
  const second = await startStandalone(dataDir);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const memory = memoryOf(familyOf(second.child.pid));
  const node = memoryOf([second.child.pid]);
  await stopStandalone(second.child);
  rmSync(dataDir, { recursive: true, force: true });
  return { firstStartMs: first.ms, secondStartMs: second.ms, memory, node };
}
