import { expect, jest, test } from "@jest/globals";
import { throttleByKind } from "./throttle-by-kind.js";

test("the first change is reported immediately, following changes once per interval, and the last one always", () => {
  jest.useFakeTimers();
  const actions: string[] = [];
  const pace = throttleByKind((kind) => actions.push(kind));
  pace.note(["run", "product"]);
  jest.advanceTimersByTime(0);
  expect(actions).toEqual(["run", "product"]);
  for (let i = 0; i < 10; i++) pace.note(["run", "product"]);
  jest.advanceTimersByTime(1_999);
  expect(actions).toEqual(["run", "product"]);
  jest.advanceTimersByTime(1);
  expect(actions).toEqual(["run", "product", "run"]);
  jest.advanceTimersByTime(8_000);
  expect(actions).toEqual(["run", "product", "run", "product"]);
  jest.advanceTimersByTime(60_000);
  expect(actions).toHaveLength(4);
  pace.note(["run"]);
  pace.stop();
  jest.advanceTimersByTime(60_000);
  expect(actions).toHaveLength(4);
  jest.useRealTimers();
});
