import { expect, test } from "@jest/globals";
import { createTurns, inSlices, type Turns } from "./turns.js";

/** Waits for `count` turns, one after another, and notes each in the log. */
async function takeTurns(turns: Turns, { log, name, count }: { log: string[]; name: string; count: number }) {
  for (let i = 0; i < count; i += 1) {
    await turns.next(name);
    log.push(name);
  }
}

/** Counts the turns of the event loop. */
function countLoops() {
  let loops = 0;
  const count = () => {
    loops += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  return { now: () => loops, stop: () => clearImmediate(counting) };
}

test("one slice runs in each turn of the event loop, however many are open", async () => {
  const turns = createTurns();
  const loops = countLoops();
  const ran: number[] = [];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let i = 0; i < 5; i += 1) {
        await turns.next("ws_1");
        ran.push(loops.now());
      }
    }),
  );
  loops.stop();
  expect(ran).toHaveLength(30);
  expect(new Set(ran).size).toBe(30);
});

test("workspaces take turns: one with six requests does not delay another's slices by more than one of its own", async () => {
  const turns = createTurns();
  const log: string[] = [];
  const busy = Array.from({ length: 6 }, () => takeTurns(turns, { log, name: "busy", count: 10 }));
  await Promise.all([...busy, takeTurns(turns, { log, name: "other", count: 10 })]);
  const places = log.flatMap((name, place) => (name === "other" ? [place] : []));
  expect(places.at(-1)).toBeLessThanOrEqual(2 * 10);
  expect(log).toHaveLength(70);
});

test.each([
  ["short", 20, []],
  ["long", 30, [30, 30, 30]],
  ["very long", 9_000, [500, 500, 500]],
])("a %s slice is followed by a pause that gives other requests their turns", async (_name, sliceMs, pauses) => {
  let nowMs = 0;
  const paused: number[] = [];
  const pause = async (ms: number) => paused.push(ms);
  const turns = createTurns(() => nowMs, pause);
  for (let i = 0; i < 4; i += 1) {
    await turns.next("ws_1");
    nowMs += sliceMs;
  }
  expect(paused.slice(0, 3)).toEqual(pauses);
});

test("a computation runs in slices: a turn for each few milliseconds of its steps", async () => {
  let nowMs = 0;
  let turns = 0;
  function* steps() {
    for (let i = 0; i < 9; i += 1) {
      nowMs += 1;
      yield;
    }
    return "done";
  }
  const turn = async () => {
    turns += 1;
  };
  expect(await inSlices(steps(), turn, () => nowMs)).toBe("done");
  expect(turns).toBe(4);
});
