import { describe, expect, test } from "@jest/globals";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { minorOf } from "@skucast/contracts/money";
import type { Cell } from "../channel/cell.js";
import { queryParquet } from "../testing/read-file.js";
import { readParquet } from "../testing/read-parquet.js";
import { writeFile } from "../testing/write-file.js";
import { FORMATS } from "./formats.js";

const columns: Column[] = [
  { name: "sku", type: "text" },
  { name: "amount", type: "decimal", parquet: "decimal" },
  { name: "starts_at", type: "moment", parquet: "timestamp" },
  { name: "rating", type: "decimal" },
  { name: "price", type: "money" },
  { name: "day", type: "moment" },
];
const CODECS = [
  ["SNAPPY", "none"],
  ["ZSTD", "zstd"],
] as const;
/** Several row groups, each larger than every buffer of the writer. */
const ROW_COUNT = 12_345;

const centsOf = (i: number): number => (i * 7919) % 20_000_000;
const amountOf = (i: number): number =>
  Number(`${Math.floor(centsOf(i) / 100)}.${String(centsOf(i) % 100).padStart(2, "0")}`);
const timeOf = (i: number): string => new Date(Date.UTC(2026, 0, 1) + i * 61_007).toISOString();
const rows = Array.from({ length: ROW_COUNT }, (_, i): Cell[] => [
  `A${i} ${"é😀".repeat(i % 90)}`,
  i % 11 === 0 ? undefined : amountOf(i),
  i % 13 === 0 ? undefined : timeOf(i),
  i / 8,
  `${amountOf(i).toFixed(2)} USD`,
  "2026-12-01",
]);

describe.each(CODECS)("%s", (codec, compression) => {
  const file = writeFile("parquet", columns, rows, { compression });

  test("is the codec of every column in the file's footer", async () => {
    const { metadata } = await readParquet(file);
    expect(metadata.row_groups.length).toBeGreaterThan(1);
    const codecs = metadata.row_groups.flatMap((group) => group.columns.map(({ meta_data }) => meta_data?.codec));
    expect(new Set(codecs)).toEqual(new Set([codec]));
    expect([file.toString("latin1", 0, 4), file.toString("latin1", file.length - 4)]).toEqual(["PAR1", "PAR1"]);
  });

  test("hyparquet reads every value back equal", async () => {
    const { rows: read } = await readParquet(file);
    // It multiplies the unscaled integer, so the last bits of an amount may differ.
    const seen = read.map(({ amount, starts_at, ...row }) => ({
      ...row,
      amount: amount === null ? undefined : Number(Number(amount).toFixed(4)),
      starts_at: starts_at instanceof Date ? starts_at.toISOString() : undefined,
    }));
    expect(seen).toEqual(
      rows.map(([sku, amount, starts_at, rating, price, day]) => ({ sku, rating, price, day, amount, starts_at })),
    );
  });

  test("DuckDB reads every value back equal, amounts to the last digit", async () => {
    const read = await queryParquet(
      file,
      "SELECT sku, amount::VARCHAR, epoch_us(starts_at)::VARCHAR, rating::VARCHAR, price, day FROM file",
    );
    expect(read).toEqual(
      rows.map(([sku, amount, at, rating, price, day]) => [
        sku,
        amount === undefined ? null : `${Number(amount).toFixed(2)}00`,
        at === undefined ? null : `${Date.parse(String(at))}000`,
        Number.isInteger(rating) ? `${rating}.0` : String(rating),
        price,
        day,
      ]),
    );
  });
});

test("Zstandard makes the smaller file, and Snappy is the default", () => {
  const [snappy, zstd] = CODECS.map(([, compression]) => writeFile("parquet", columns, rows, { compression }));
  expect(zstd?.length).toBeLessThan(snappy?.length ?? 0);
  expect(writeFile("parquet", columns, rows).equals(snappy ?? Buffer.alloc(0))).toBe(true);
});

test("amounts are DECIMAL(18,4), times TIMESTAMP in UTC, and text columns of the profile stay text", async () => {
  const file = writeFile("parquet", columns, rows.slice(0, 1));
  expect(await queryParquet(file, "SELECT column_name, column_type FROM (DESCRIBE FROM file)")).toEqual([
    ["sku", "VARCHAR"],
    ["amount", "DECIMAL(18,4)"],
    ["starts_at", "TIMESTAMP WITH TIME ZONE"],
    ["rating", "DOUBLE"],
    ["price", "VARCHAR"],
    ["day", "VARCHAR"],
  ]);
  const { metadata } = await readParquet(file);
  const logical = metadata.schema.map(({ name, logical_type }) => [name, logical_type]);
  expect(logical).toContainEqual(["amount", { type: "DECIMAL", precision: 18, scale: 4 }]);
  expect(logical).toContainEqual(["starts_at", { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" }]);
});

describe("an exact value", () => {
  const read = async (column: "amount" | "starts_at", cell: Cell) => {
    const cells = columns.map(({ name }) => (name === column ? cell : undefined));
    const expression = column === "starts_at" ? "epoch_us(starts_at)::VARCHAR" : "amount::VARCHAR";
    const [row] = await queryParquet(writeFile("parquet", columns, [cells]), `SELECT ${expression} FROM file`);
    return { value: row?.[0], issues: FORMATS.parquet.issuesOf?.(cells, columns) };
  };

  test.each([
    [0, "0.0000"],
    [-0, "0.0000"],
    [0.0001, "0.0001"],
    [1.005, "1.0050"],
    [4.35, "4.3500"],
    [19.99, "19.9900"],
    [-0.07, "-0.0700"],
    [9_999_999_999.9999, "9999999999.9999"],
    [500, "500.0000"],
  ])("%d is the amount %s", async (amount, text) => {
    expect(await read("amount", amount)).toEqual({ value: text, issues: [] });
  });

  test.each([
    ["2026-12-01T02:00:00Z", Date.UTC(2026, 11, 1, 2), "000"],
    ["2026-12-01T02:00:00.123456+05:30", Date.UTC(2026, 10, 30, 20, 30, 0, 123), "456"],
    ["2026-12-01T02:00:00.1234567Z", Date.UTC(2026, 11, 1, 2, 0, 0, 123), "456"],
    ["1969-12-31T23:59:59.999999Z", -1, "999"],
    ["2026-12-01", Date.UTC(2026, 11, 1), "000"],
    ["2024-02-29T00:00-00:30", Date.UTC(2024, 1, 29, 0, 30), "000"],
  ])("%s is written as the exact time", async (text, ms, micros) => {
    expect(await read("starts_at", text)).toEqual({ value: String(BigInt(ms) * 1000n + BigInt(micros)), issues: [] });
  });

  test.each([0.00001, 1e21, 123_456_789_012_345, 1e-7])(
    "%d is left out with a warning instead of being rounded",
    async (amount) => {
      const message =
        "left out of Parquet: must be an amount with at most 14 digits before the decimal point and 4 after it";
      const issue = { severity: "warning", code: "changed_by_format", field: "amount", message };
      expect(await read("amount", amount)).toEqual({ value: null, issues: [issue] });
    },
  );

  test.each(["soon", "2026-02-30", "2026-02-30T00:00:00Z", "2026-12-01T02:00:00", "1.12.2026"])(
    "%s is left out with a warning, because it is not a time",
    async (text) => {
      const message = "left out of Parquet: must be a date, or a date-time with its offset from UTC";
      const issue = { severity: "warning", code: "changed_by_format", field: "starts_at", message };
      expect(await read("starts_at", text)).toEqual({ value: null, issues: [issue] });
    },
  );

  test("amounts with up to four decimals are exact", async () => {
    const amounts = Array.from({ length: 5_000 }, (_, i) => (i * 104_729) % 99_999_999).map((n) => n / 10_000);
    const written = amounts.map((amount): Cell[] => ["A", amount]);
    const read = await queryParquet(writeFile("parquet", columns, written), "SELECT amount::VARCHAR FROM file");
    const unscaled = read.map(([text]) => minorOf(`${text} CLF`).amount);
    expect(unscaled).toEqual(amounts.map((_, i) => (i * 104_729) % 99_999_999));
  });
});
