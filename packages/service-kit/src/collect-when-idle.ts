import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What a process looked like since the look before. */
export interface Look {
  readonly atMs: number;
  /** The part of the time in which its event loop worked, 0 to 1. */
  readonly utilization: number;
  /** Memory that V8 holds for the heap. */
  readonly heapBytes: number;
}

const LOOK_MS = 5_000;
/** Polls and timers of a process without requests stay below it. */
const IDLE_UTILIZATION = 0.05;
/** A single idle look can be the pause between two requests. */
const IDLE_LOOKS = 3;
const GROWTH_MIN_BYTES = 32 * 1024 * 1024;
/** A collection stops the process for a few tenths of a second, so requests that come now and then hardly ever meet one. */
const INTERVAL_MIN_MS = 300_000;

/**
 * Frees the memory of a load once the process is idle (ADR 0084). V8 does so itself only while less than 1 MB/s is allocated,
 * and the polls of an idle process allocate more: it would keep the heap of its largest load.
 */
export function collectWhenIdle({ lookMs = LOOK_MS } = {}): void {
  const collect = exposeGc();
  const watch = createIdleWatch();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (!watch.isDue({ atMs: performance.now(), utilization, heapBytes: heapBytes() })) return;
    collect();
    watch.collected(heapBytes());
  }, lookMs).unref();
}

/** Decides look by look whether to collect. `collected` takes the size of the heap afterwards. */
export function createIdleWatch() {
  let idleLooks = 0;
  let leftBytes = 0;
  let lastAtMs = Number.NEGATIVE_INFINITY;
  return {
    isDue({ atMs, utilization, heapBytes }: Look): boolean {
      idleLooks = utilization < IDLE_UTILIZATION ? idleLooks + 1 : 0;
      if (idleLooks < IDLE_LOOKS || heapBytes < leftBytes + GROWTH_MIN_BYTES) return false;
      if (atMs - lastAtMs < INTERVAL_MIN_MS) return false;
      lastAtMs = atMs;
      return true;
    },
    collected(bytes: number): void {
      leftBytes = bytes;
    },
  };
}

const heapBytes = (): number => getHeapStatistics().total_heap_size;

/** V8's collection that also gives its free pages back to the system: the usual one keeps them for the next load. */
function exposeGc(): () => void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as NodeJS.GCFunction;
  setFlagsFromString("--no-expose-gc");
  return () => gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
