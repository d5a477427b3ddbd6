import type { ServerResponse } from "node:http";

/** A request's place among those that are in hand at once. */
export interface OpenPlace {
  /** Keeps the place until this work has ended, though the client be gone: what still costs still counts. */
  keepFor(work: Promise<unknown>): void;
}

/** Takes a place; `leave` is called once, when the response is closed and all work that was noted has ended. */
export function openPlace(res: ServerResponse, leave: () => void): OpenPlace {
  let holders = 1;
  const letGo = () => {
    holders -= 1;
    if (holders === 0) leave();
  };
  res.once("close", letGo);
  return {
    keepFor: (work) => {
      holders += 1;
      work.then(letGo, letGo);
    },
  };
}
