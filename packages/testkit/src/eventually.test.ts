import { expect, test } from "@jest/globals";
import { eventually } from "./eventually.js";

test("eventually answers the first value that is neither undefined nor false", async () => {
  const answers = [undefined, false, 0];
  expect(await eventually(() => answers.shift())).toBe(0);
});

test("eventually outlasts errors and throws the last one when time is up", async () => {
  let calls = 0;
  const failing = eventually(
    () => {
      throw new Error(`call ${++calls}`);
    },
    { timeoutMs: 50 },
  );
  await expect(failing).rejects.toThrow(/call \d+/);
  expect(calls).toBeGreaterThan(1);
});

test("eventually says how long it waited when nothing was thrown", async () => {
  await expect(eventually(() => false, { timeoutMs: 1 })).rejects.toThrow("within 1 ms");
});
