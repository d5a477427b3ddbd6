import type { ServerResponse } from "node:http";
import { Problem } from "@skucast/contracts/problem";
import { ClientGone } from "./read-body.js";

/** The deadline of one request, which also ends when the client disconnects. */
export class Deadline {
  readonly #res: ServerResponse;
  readonly #timeoutMs: number;
  #controller: AbortController | null = null;
  #expired: Problem | null = null;

  constructor(res: ServerResponse, timeoutMs: number) {
    this.#res = res;
    this.#timeoutMs = timeoutMs;
  }

  /** Created on first use, because most handlers never need it. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    if (this.#expired) controller.abort(this.#expired);
    else if (this.#res.closed) controller.abort(new ClientGone());
    else this.#res.once("close", () => controller.abort(new ClientGone()));
    return controller.signal;
  }

  /** The result of the work, or 503 unavailable after the deadline. A late result is passed to `discard`. */
  race<T>(work: Promise<T>, discard: (late: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(this.#expire()), this.#timeoutMs);
      work.then(
        (value) => {
          clearTimeout(timer);
          if (this.#expired) discard(value);
          else resolve(value);
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
  }

  #expire(): Problem {
    this.#expired = new Problem("unavailable", `The request took longer than ${this.#timeoutMs / 1000} s.`, {
      headers: { "Retry-After": "5" },
    });
    this.#controller?.abort(this.#expired);
    return this.#expired;
  }
}
