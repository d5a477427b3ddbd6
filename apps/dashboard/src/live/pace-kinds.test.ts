import { expect, jest, test } from "@jest/globals";
import { paceKinds } from "./pace-kinds.js";

test("the first change is acted on at once, those that follow together after the pace, and the last one always", () => {
  jest.useFakeTimers();
  const acts: string[] = [];
  const pace = paceKinds((kind) => acts.push(kind));
  pace.note(["run", "product"]);
  jest.advanceTimersByTime(0);
  expect(acts).toEqual(["run", "product"]);
  for (let i = 0; i < 10; i++) pace.note(["run", "product"]);
  jest.advanceTimersByTime(1_999);
  expect(acts).toEqual(["run", "product"]);
  jest.advanceTimersByTime(1);
  expect(acts).toEqual(["run", "product", "run"]);
  jest.advanceTimersByTime(8_000);
  expect(acts).toEqual(["run", "product", "run", "product"]);
  jest.advanceTimersByTime(60_000);
  expect(acts).toHaveLength(4);
  pace.note(["run"]);
  pace.stop();
  jest.advanceTimersByTime(60_000);
  expect(acts).toHaveLength(4);
  jest.useRealTimers();
});
