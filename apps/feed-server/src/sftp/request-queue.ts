import { setTimeout as pause } from "node:timers/promises";

/** Requests of one session, answered one after the other and no faster than the partner takes the answers. */
export interface RequestQueue {
  /** Puts work in line. Calls `overflow` instead when the line is full: nobody honest has so many on the way. */
  add(work: () => Promise<void>): void;
}

interface QueueOptions {
  /** Whether answers wait that the partner does not take. */
  readonly isHeldBack: () => boolean;
  readonly overflow: () => void;
  readonly isOver: () => boolean;
}

export const REQUESTS_WAITING_MAX = 512;
const LOOK_MS = 5;

export function createRequestQueue({ isHeldBack, overflow, isOver }: QueueOptions): RequestQueue {
  const waiting: (() => Promise<void>)[] = [];
  let isWorking = false;

  async function drain(): Promise<void> {
    isWorking = true;
    for (let work = waiting.shift(); work && !isOver(); work = waiting.shift()) {
      while (isHeldBack() && !isOver()) await pause(LOOK_MS);
      await work();
    }
    isWorking = false;
  }

  return {
    add(work) {
      if (waiting.length >= REQUESTS_WAITING_MAX) overflow();
      else {
        waiting.push(work);
        if (!isWorking) void drain();
      }
    },
  };
}
