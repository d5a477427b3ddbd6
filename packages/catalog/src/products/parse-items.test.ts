import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { FaultyItem } from "@skucast/contracts/faulty-item";
import { parseItems } from "./parse-items.js";

const invalid = Array.from({ length: 1_000 }, (_, i) => ({ sku: `S${i}`, prices: [{ amount: "x" }] }));

test("other work gets turns while a batch of invalid items is parsed", async () => {
  let turns = 0;
  let isDone = false;
  const countTurns = () => {
    turns += 1;
    if (!isDone) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const items = await parseItems(invalid, { turn });
  isDone = true;
  expect(items.every((item) => "problem" in item)).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(20);
});

test("each item has at most ten errors, and a repeated SKU is an error of the second one", async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`unknown_${i}`, 1]));
  const [first, second, third] = await parseItems([{ sku: "A", ...many }, { sku: "B" }, { sku: "B" }], { turn });
  expect(first).toMatchObject({ sku: "A", problem: { faults: { length: 10 } } });
  expect(second).toMatchObject({ body: { sku: "B" } });
  expect(third).toMatchObject({ sku: "B", problem: { faults: [{ code: "duplicate_in_batch" }] } });
});

test("an item that could not be read as it was sent is rejected for that and for its other errors", async () => {
  const fault = { pointer: "/price_amount", code: "inexact_number", message: "x" };
  const [item] = await parseItems([new FaultyItem({ sku: "A", price_amount: "x", unknown: 1 }, [fault])], { turn });
  expect(item).toMatchObject({
    sku: "A",
    problem: { code: "validation_failed", faults: [fault, { pointer: "/unknown", code: "unknown_field" }] },
  });
});
