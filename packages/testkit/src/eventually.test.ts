import { expect, test } from "@jest/globals";
import { eventually } from "./eventually.js";

test("eventually returns the first value that is neither undefined nor false", async () => {
  const answers = [undefined, false, 0];
  expect(await eventually(() => answers.shift())).toBe(0);
});

test("eventually retries after errors, and throws the last one after the time limit", async () => {
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

test("eventually throws the time limit if there was no error", async () => {
  await expect(eventually(() => false, { timeoutMs: 1 })).rejects.toThrow("within 1 ms");
});
