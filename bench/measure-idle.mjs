// All apps in one process, as npm start runs them, without load: memory, and the time of the first and a second start.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { familyOf, memoryOf } from "./cpu.mjs";
import { startStandalone, stopStandalone } from "./standalone.mjs";

/** An idle process collects its garbage within 20 s (ADR 0084). */
const SETTLE_MS = 40_000;

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
