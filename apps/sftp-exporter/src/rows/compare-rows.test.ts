import { describe, expect, test } from "@jest/globals";
import { compareRows } from "./compare-rows.js";
import { hashBytes } from "./row-hash.js";
import { createRowIndex } from "./row-index.js";

type Row = readonly [sku: string, row: string, price?: number | undefined];

/** Like a store: returns the content in pieces, which reuse the same memory. */
async function* halves(bytes: Buffer): AsyncGenerator<Buffer> {
  const memory = Buffer.alloc(Math.ceil(bytes.length / 2));
  for (let at = 0; at < bytes.length; at += memory.length) yield memory.subarray(0, bytes.copy(memory, 0, at));
}
function write(rows: readonly Row[]) {
  const index = createRowIndex();
  const blocks: Buffer[] = [];
  for (const [sku, row, price = Number.NaN] of rows) {
    const bytes = Buffer.from(row);
    hashBytes(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
    const skuBytes = Buffer.from(sku);
    if (index.add(skuBytes, 0, skuBytes.length, price)) blocks.push(index.take());
  }
  const bytes = Buffer.concat([...blocks, index.take()]);
  return { open: async () => halves(bytes), rows: rows.length };
}
const { signal } = new AbortController();
const compared = (before: readonly Row[], now: readonly Row[], passRows?: number) =>
  compareRows(write(before), write(now), { signal, ...(passRows && { passRows }) });

describe("two runs' rows", () => {
  test("are compared by SKU, in any order: added, changed and removed", async () => {
    const before: Row[] = [
      ["a", "1"],
      ["b", "2"],
      ["c", "3"],
    ];
    const now: Row[] = [
      ["d", "4"],
      ["c", "3"],
      ["b", "two"],
    ];
    expect(await compared(before, now)).toMatchObject({ added: 1, changed: 1, removed: 1 });
  });

  test.each([1_000, 3_001, 20_000])(
    "give the same result in one pass and in several: %d of 20,000 rows per pass",
    async (passRows) => {
      const rows = Array.from({ length: 20_000 }, (_, i): Row => [`SKU-${i}`, `row ${i}`, i]);
      const now = rows.flatMap(([sku, row, price], i): Row[] =>
        i % 10 === 0 ? [] : [[sku, i % 7 === 0 ? `${row}!` : row, price]],
      );
      const added = Array.from({ length: 123 }, (_, i): Row => [`NEW-${i}`, "new", 1]);
      const changed = rows.filter((_, i) => i % 10 !== 0 && i % 7 === 0).length;
      expect(await compared(rows, [...added, ...now], passRows)).toEqual({
        added: 123,
        changed,
        removed: 2_000,
        medianPriceChangePercent: 0,
      });
    },
  );

  test("have no changes if they are the same, and only changes if they have no SKU in common", async () => {
    const rows: Row[] = [["ü/1", "x"]];
    expect(await compared(rows, rows)).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(await compared(rows, [["Ü/1", "x"]])).toMatchObject({ added: 1, changed: 0, removed: 1 });
    expect(await compared([], rows)).toMatchObject({ added: 1, removed: 0, medianPriceChangePercent: null });
  });

  test("differ if one byte moves from one cell to another", async () => {
    const moved = Array.from({ length: 200 }, (_, i): [Row, Row] => {
      const text = "x".repeat(200);
      return [
        [`S${i}`, `${text.slice(0, i)}y${text.slice(i)}`],
        [`S${i}`, `${text.slice(0, i + 1)}y${text.slice(i + 1)}`],
      ];
    });
    expect(
      await compared(
        moved.map(([one]) => one),
        moved.map(([, other]) => other),
      ),
    ).toMatchObject({ changed: 200 });
  });

  test("are not compared when one index does not exist", async () => {
    const there = write([["a", "1"]]);
    expect(await compareRows({ open: async () => undefined, rows: 1 }, there, { signal })).toBeUndefined();
    expect(await compareRows(there, { open: async () => undefined, rows: 1 }, { signal })).toBeUndefined();
  });

  test("a truncated index is rejected, and so is one with more rows than its run", async () => {
    const cut = { open: async () => halves(Buffer.alloc(20)), rows: 1 };
    await expect(compareRows(cut, cut, { signal })).rejects.toThrow("in the middle");
    const long = write(Array.from({ length: 5_000 }, (_, i): Row => [`S${i}`, "x"]));
    await expect(compareRows({ ...long, rows: 1 }, long, { signal })).rejects.toThrow("more rows");
  });
});

test("the median price change covers rows in both indexes, up and down, to a tenth of a percent", async () => {
  const before = [10, 10, 10, 10, 10].map((price, i): Row => [`S${i}`, "x", price]);
  const now = [10, 12, 8.95, 30, 0.01].map((price, i): Row => [`S${i}`, "x", price]);
  expect(await compared(before, [...now, ["new", "x", 999]])).toMatchObject({ medianPriceChangePercent: 20 });
  expect(await compared(before.slice(2, 3), now.slice(2, 3))).toMatchObject({ medianPriceChangePercent: 10.5 });
  expect(await compared([["a", "x", 0.01]], [["a", "x", 99]])).toMatchObject({ medianPriceChangePercent: 1_000 });
  expect(await compared([["a", "x", 0]], [["a", "x", 99]])).toMatchObject({ medianPriceChangePercent: null });
});
