import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { createIdleWatch } from "./collect-when-idle.js";

const MEGABYTE = 1024 * 1024;

/** Looks every 5 s, each with a utilization and the size of the heap in MB; returns the numbers of those that were due. */
function dueAt(looks: readonly (readonly [number, number])[], leftMb = 100): number[] {
  const watch = createIdleWatch();
  return looks.flatMap(([utilization, heapMb], i) => {
    const isDue = watch.isDue({ atMs: i * 5_000, utilization, heapBytes: heapMb * MEGABYTE });
    if (isDue) watch.collected(leftMb * MEGABYTE);
    return isDue ? [i] : [];
  });
}

describe("a collection", () => {
  test("follows three idle looks", () => {
    expect(
      dueAt([
        [0.9, 300],
        [0.01, 300],
        [0.02, 300],
        [0.01, 300],
      ]),
    ).toEqual([3]);
  });

  test("waits while there is work between idle looks", () => {
    const looks = [0.01, 0.02, 0.3, 0.01, 0.02, 0.3].map((utilization) => [utilization, 300] as const);
    expect(dueAt(looks)).toEqual([]);
  });

  test("is repeated only after the heap has grown again, and not before five minutes", () => {
    const idle = (heapMb: number, count: number) => Array.from({ length: count }, () => [0.01, heapMb] as const);
    expect(dueAt([...idle(300, 3), ...idle(120, 100)])).toEqual([2]);
    expect(dueAt([...idle(300, 3), ...idle(300, 100)])).toEqual([2, 62]);
  });
});

test("a process gives the memory of a load back while its timers still allocate", async () => {
  const module = new URL("collect-when-idle.ts", import.meta.url).href;
  // The load keeps some objects for a while, so that they leave the young generation. The timer allocates 2 MB/s.
  const program = `
    const { collectWhenIdle } = await import(${JSON.stringify(module)});
    collectWhenIdle({ lookMs: 200 });
    let kept = Array.from({ length: 1_000_000 }, (_, i) => ({ name: "n" + i, list: [i] }));
    const loaded = process.memoryUsage().heapTotal;
    kept = null;
    setInterval(() => {
      Array.from({ length: 2_000 }, (_, i) => ({ i }));
      if (process.memoryUsage().heapTotal < loaded / 4) process.exit(0);
    }, 50);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  expect(await once(child, "exit")).toEqual([0, null]);
});
