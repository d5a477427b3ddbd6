import { expect, test } from "@jest/globals";
import { kindsOf, packOutcomes, type RowResult, unpackOutcomes } from "./outcome-block.js";

const rowOf = (more: Partial<RowResult>): RowResult => ({
  line: 2,
  sku: "A",
  outcome: "created",
  isWarned: false,
  cells: "0004",
  ...more,
});

test("a block returns the results that it was made of, and says which outcomes and lines it has", async () => {
  const rows = [
    rowOf({}),
    rowOf({ line: 3, sku: null, outcome: "skipped", cells: "5555" }),
    // Rows of parents and variants may be in another order than their lines.
    rowOf({ line: 9, sku: 'Ü "\u0000', outcome: "updated", isWarned: true, cells: "0204" }),
    rowOf({ line: 4, sku: "B", outcome: "invalid", cells: "3336" }),
    rowOf({ line: 4, sku: "C", outcome: "unchanged", isWarned: true, cells: "" }),
  ];
  const { content, ...about } = await packOutcomes(rows);
  const kinds = kindsOf(["created", "skipped", "updated", "invalid", "unchanged", "warned"]);
  expect(about).toEqual({ rowCount: 5, firstLine: 2, lastLine: 9, kinds });
  expect(await unpackOutcomes(content)).toEqual(rows);
});

test("a row of a usual file takes about its SKU: less than ten bytes of the database", async () => {
  const rows = Array.from({ length: 500 }, (_, i) => rowOf({ line: 2 + i, sku: `TEE-${100_000 + i * 7}` }));
  const { content } = await packOutcomes(rows.map((row) => ({ ...row, cells: "00000000004400006600" })));
  expect(content.length / rows.length).toBeLessThan(10);
});
