import type { ServerResponse } from "node:http";

/** A request's slot among the open requests. */
export interface RequestSlot {
  /** Keeps the slot until this work ends, even if the client disconnects, because the work still uses resources. */
  holdUntil(work: Promise<unknown>): void;
}

/** Takes a slot. `release` is called once, when the response is closed and all work has ended. */
export function takeRequestSlot(res: ServerResponse, release: () => void): RequestSlot {
  let holders = 1;
  const letGo = () => {
    holders -= 1;
    if (holders === 0) release();
  };
  res.once("close", letGo);
  return {
    holdUntil: (work) => {
      holders += 1;
      work.then(letGo, letGo);
    },
  };
}
