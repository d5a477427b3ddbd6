import { expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { createRenderingTurns, type Rendering } from "./rendering-turns.js";

/** Asks for `count` turns, one after another, and notes each in the log. */
const slices =
  (log: string[], name: string, count: number) =>
  async ({ turn }: Rendering) => {
    for (let i = 0; i < count; i += 1) {
      await turn();
      log.push(name);
    }
  };

test("one slice runs in each turn of the event loop, however many are open", async () => {
  const turns = createRenderingTurns();
  const ran: number[] = [];
  let loops = 0;
  const count = () => {
    loops += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await Promise.all(
    Array.from({ length: 6 }, () =>
      turns.run("ws_1", async ({ turn }) => {
        for (let i = 0; i < 5; i += 1) {
          await turn();
          ran.push(loops);
        }
      }),
    ),
  );
  clearImmediate(counting);
  expect(ran).toHaveLength(30);
  expect(new Set(ran).size).toBe(30);
});

test("workspaces take turns: one with six previews does not delay another's slices by more than one of its own", async () => {
  const turns = createRenderingTurns();
  const log: string[] = [];
  const busy = Array.from({ length: 6 }, () => turns.run("busy", slices(log, "busy", 10)));
  const other = turns.run("other", slices(log, "other", 10));
  await Promise.all([...busy, other]);
  const places = log.flatMap((name, place) => (name === "other" ? [place] : []));
  expect(places.at(-1)).toBeLessThanOrEqual(2 * 10);
  expect(log).toHaveLength(70);
});

test("more work than a workspace may have open is rejected with Retry-After, and other workspaces are not", async () => {
  const turns = createRenderingTurns();
  const gate = Promise.withResolvers<void>();
  const open = Array.from({ length: LIMITS.renderingsPerWorkspace }, () => turns.run("ws_1", () => gate.promise));
  await expect(turns.run("ws_1", async () => "no")).rejects.toMatchObject({
    code: "rate_limited",
    headers: { "Retry-After": "2" },
  });
  expect(await turns.run("ws_2", async () => "yes")).toBe("yes");
  gate.resolve();
  await Promise.all(open);
  expect(await turns.run("ws_1", async () => "again")).toBe("again");
});

test("work that fails gives its place back", async () => {
  const turns = createRenderingTurns();
  for (let i = 0; i <= LIMITS.renderingsPerWorkspace; i += 1) {
    const failing = turns.run("ws_1", async ({ turn }) => {
      await turn();
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
  }
});

test("work is over when its time has passed, and the next work of the workspace has all of its time", async () => {
  let nowMs = 0;
  const turns = createRenderingTurns(() => nowMs);
  for (let i = 0; i < 2; i += 1) {
    await turns.run("ws_1", async ({ isOver }) => {
      nowMs += LIMITS.renderingTimeoutMs - 1;
      expect(isOver()).toBe(false);
      nowMs += 1;
      expect(isOver()).toBe(true);
    });
  }
});

test.each([
  ["short", 20, []],
  ["long", 30, [30, 30, 30]],
  ["very long", 9_000, [500, 500, 500]],
])("a %s slice is followed by a pause that gives other requests their turns", async (_name, sliceMs, pauses) => {
  let nowMs = 0;
  const paused: number[] = [];
  const pause = async (ms: number) => paused.push(ms);
  const turns = createRenderingTurns(() => nowMs, pause);
  await turns.run("ws_1", async ({ turn }) => {
    for (let i = 0; i < 4; i += 1) {
      await turn();
      nowMs += sliceMs;
    }
  });
  expect(paused.slice(0, 3)).toEqual(pauses);
});
