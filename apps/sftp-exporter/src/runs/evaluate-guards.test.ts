import { describe, expect, test } from "@jest/globals";
import { type GuardName, type Guards, guardsSchema } from "@skucast/contracts/feeds/guards";
import { evaluateGuards, type GuardInput } from "./evaluate-guards.js";

interface Facts {
  written?: number;
  invalid?: number;
  outOfStock?: number;
  columns?: string[];
}

const sideOf = ({ written = 100, invalid = 0, outOfStock = 0, columns = ["sku", "price"] }: Facts) => ({
  counts: {
    selected: written + invalid,
    written,
    invalid,
    excluded: 0,
    warnings: 0,
    added: null,
    changed: null,
    removed: null,
  },
  stats: { columns, out_of_stock: outOfStock },
});
const NONE = { added: null, changed: null, removed: null, medianPriceChange: null };
const SAME = { added: 0, changed: 0, removed: 0, medianPriceChange: 0 };

function judged(
  now: Facts,
  { live, guards = {}, comparison }: { live?: Facts; guards?: Partial<Guards>; comparison?: Partial<typeof SAME> } = {},
) {
  const input: GuardInput = {
    ...sideOf(now),
    live: live ? sideOf(live) : null,
    comparison: live ? { ...SAME, ...comparison } : NONE,
  };
  return evaluateGuards(guardsSchema.parse(guards), input);
}
const tripped = (...given: Parameters<typeof judged>): GuardName[] =>
  judged(...given)
    .filter(({ verdict }) => verdict === "tripped")
    .map(({ guard }) => guard);

describe("with the defaults", () => {
  test("the first run is held when it is empty, and when more than a fifth of its products are invalid", () => {
    expect(tripped({ written: 0, invalid: 500 })).toEqual(["min_items", "max_invalid_percent"]);
    expect(tripped({ written: 33, invalid: 303, outOfStock: 33 })).toEqual(["max_invalid_percent"]);
    expect(tripped({ written: 79, invalid: 21 })).toEqual(["max_invalid_percent"]);
    expect(tripped({ written: 80, invalid: 20 })).toEqual([]);
    const open = judged({}).filter(({ verdict }) => verdict === "not_compared");
    expect(open.map(({ guard }) => guard)).toEqual([
      "max_drop_percent",
      "max_price_change_percent",
      "max_out_of_stock_jump",
      "keep_columns",
    ]);
  });

  test.each([
    [70, []],
    [69, ["max_drop_percent"]],
    [0, ["min_items", "max_drop_percent"]],
    [500, []],
  ] as const)("of 100 live rows, %d in the file trip %j", (written, expected) => {
    expect(tripped({ written }, { live: {} })).toEqual(expected);
  });

  test("a live file with fewer than 20 rows is not used for comparisons", () => {
    expect(tripped({ written: 1 }, { live: { written: 19 } })).toEqual([]);
    expect(tripped({ written: 1 }, { live: { written: 20 } })).toEqual(["max_drop_percent"]);
  });

  test("more than a fifth of invalid products trips, unless the live run had as many", () => {
    expect(tripped({ written: 79, invalid: 21 }, { live: {} })).toEqual(["max_invalid_percent"]);
    expect(tripped({ written: 80, invalid: 20 }, { live: {} })).toEqual([]);
    expect(tripped({ written: 75, invalid: 25 }, { live: { written: 75, invalid: 25 } })).toEqual([]);
    expect(tripped({ written: 74, invalid: 26 }, { live: { written: 75, invalid: 25 } })).toEqual([
      "max_invalid_percent",
    ]);
  });

  test("fewer than 20 products are too few for a percentage, and the verdict says so", () => {
    expect(tripped({ written: 9, invalid: 10 })).toEqual([]);
    expect(tripped({ written: 10, invalid: 10 })).toEqual(["max_invalid_percent"]);
    const [verdict] = judged({ written: 9, invalid: 10 }).filter(({ guard }) => guard === "max_invalid_percent");
    expect(verdict).toMatchObject({
      verdict: "not_compared",
      message: expect.stringContaining("fewer than 20 products"),
    });
  });

  test("a median price change of more than half trips; new and removed rows alone do not", () => {
    expect(tripped({}, { live: {}, comparison: { medianPriceChange: 50.1 } })).toEqual(["max_price_change_percent"]);
    expect(tripped({}, { live: {}, comparison: { medianPriceChange: 50 } })).toEqual([]);
    expect(tripped({}, { live: {}, comparison: { added: 100, removed: 100 } })).toEqual([]);
  });

  test("an increase of out-of-stock rows by more than 50 points trips", () => {
    expect(tripped({ outOfStock: 61 }, { live: { outOfStock: 10 } })).toEqual(["max_out_of_stock_jump"]);
    expect(tripped({ outOfStock: 60 }, { live: { outOfStock: 10 } })).toEqual([]);
    expect(tripped({ outOfStock: 0 }, { live: { outOfStock: 100 } })).toEqual([]);
  });

  test("a missing column trips, even with a small live file, and is named", () => {
    const [verdict] = judged({ columns: ["sku"] }, { live: { written: 1 } }).filter(
      ({ guard }) => guard === "keep_columns",
    );
    expect(verdict).toMatchObject({ verdict: "tripped", actual: 1, message: "columns are missing: price" });
    expect(tripped({ columns: ["sku", "price", "brand"] }, { live: {} })).toEqual([]);
  });
});

describe("what a feed sets", () => {
  test("a guard that is off has no verdict", () => {
    const guards = { min_items: null, max_drop_percent: null, keep_columns: false };
    const asked = judged({ written: 0, columns: [] }, { live: {}, guards }).map(({ guard }) => guard);
    expect(asked).toEqual(["max_invalid_percent", "max_price_change_percent", "max_out_of_stock_jump"]);
  });

  test("changed rows trip only if the feed sets a limit", () => {
    const comparison = { added: 5, changed: 10, removed: 6 };
    expect(tripped({}, { live: {}, comparison })).toEqual([]);
    expect(tripped({}, { live: {}, comparison, guards: { max_changed_percent: 21 } })).toEqual([]);
    expect(tripped({}, { live: {}, comparison, guards: { max_changed_percent: 20.9 } })).toEqual([
      "max_changed_percent",
    ]);
  });

  test("a verdict has the limit, the actual value and a message", () => {
    const [verdict] = judged({ written: 398 }, { live: { written: 1_000 } }).filter(
      ({ guard }) => guard === "max_drop_percent",
    );
    expect(verdict).toEqual({
      guard: "max_drop_percent",
      verdict: "tripped",
      limit: 30,
      actual: 60.2,
      message: "the file has lost 60.2 % of the live file's rows; the maximum is 30 %",
    });
  });
});
