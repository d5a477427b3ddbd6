import type { ServerResponse } from "node:http";
import { Problem } from "@skucast/contracts/problem";
import { ClientGone } from "./read-body.js";

/** The end of our patience with one request. */
export interface Deadline {
  /** Made on first use: most handlers never ask. */
  readonly signal: AbortSignal;
  /** The outcome of the work, or 503 unavailable when it comes too late. Late outcomes are dropped. */
  race<T>(work: Promise<T>): Promise<T>;
}

export function deadlineOf(res: ServerResponse, timeoutMs: number): Deadline {
  let controller: AbortController | null = null;
  let expired: Problem | null = null;
  return {
    get signal() {
      if (controller) return controller.signal;
      const made = new AbortController();
      controller = made;
      if (expired) made.abort(expired);
      else if (res.closed) made.abort(new ClientGone());
      else res.once("close", () => made.abort(new ClientGone()));
      return made.signal;
    },
    race(work) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          expired = new Problem("unavailable", `The request took longer than ${timeoutMs / 1000} s.`, {
            headers: { "Retry-After": "5" },
          });
          controller?.abort(expired);
          reject(expired);
        }, timeoutMs);
        work.then(resolve, reject).finally(() => clearTimeout(timer));
      });
    },
  };
}
