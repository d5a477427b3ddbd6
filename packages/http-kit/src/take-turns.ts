import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Creates a function that runs work in turns: one piece in each turn of the event loop, in the order of the calls. Others
 * then wait for one piece at most, however many have arrived together.
 */
export function createTurns(): <T>(work: () => T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(async () => {
      await nextTurn();
      return work();
    });
    last = own.catch(() => undefined);
    return own;
  };
}
