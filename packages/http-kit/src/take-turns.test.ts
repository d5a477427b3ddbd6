import { expect, test } from "@jest/globals";
import { createTurns } from "./take-turns.js";

test("pieces of work run in their order, and others run between them", async () => {
  const inTurn = createTurns();
  const ran: string[] = [];
  const note = (what: string) => () => void ran.push(what);
  const all = ["a", "b", "c"].map((each) => inTurn(note(each)));
  await all[0];
  await new Promise<void>((resolve) => setImmediate(resolve)).then(note("other"));
  await Promise.all(all);
  expect(ran.filter((each) => each !== "other")).toEqual(["a", "b", "c"]);
  expect(ran.indexOf("other")).toBeLessThan(ran.indexOf("c"));
});

test("a piece that fails rejects its own call alone", async () => {
  const inTurn = createTurns();
  const failed = inTurn(() => {
    throw new Error("no");
  });
  const next = inTurn(() => 1);
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe(1);
});
