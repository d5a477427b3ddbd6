import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { withTimeLimit } from "./time-limit.js";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("work that ends in time returns its result and leaves no timer", async () => {
  await expect(withTimeLimit(1_000, Promise.resolve("done"), "late")).resolves.toBe("done");
  expect(jest.getTimerCount()).toBe(0);
});

test("work that fails in time throws its own error", async () => {
  await expect(withTimeLimit(1_000, Promise.reject(new Error("broken")), "late")).rejects.toThrow("broken");
  expect(jest.getTimerCount()).toBe(0);
});

test("work that takes too long throws the message", async () => {
  const outcome = withTimeLimit(1_000, new Promise(() => {}), "the partner is late").catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await outcome).toMatchObject({ name: "TimeLimitError", message: "the partner is late" });
});
