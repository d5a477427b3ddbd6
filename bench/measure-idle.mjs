// The whole house as npm start runs it, doing nothing: memory, and how long a second start takes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { familyOf, memoryOf } from "./cpu.mjs";
import { startHouse, stopHouse } from "./house.mjs";

const SETTLE_MS = 20_000;

export async function measureIdle() {
  const dataDir = mkdtempSync(join(tmpdir(), "skucast-idle-"));
  const first = await startHouse(dataDir);
  await stopHouse(first.child);
  const second = await startHouse(dataDir);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const memory = memoryOf(familyOf(second.child.pid));
  const node = memoryOf([second.child.pid]);
  await stopHouse(second.child);
  rmSync(dataDir, { recursive: true, force: true });
  return { firstStartMs: first.ms, secondStartMs: second.ms, memory, node };
}
