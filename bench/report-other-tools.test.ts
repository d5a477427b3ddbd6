import { expect, test } from "@jest/globals";
import { renderOtherTools } from "./report-other-tools.mjs";

const run = {
  rounds: 3,
  seconds: 6,
  feedRows: 1_000_000,
  importRows: 200_000,
  date: new Date("2026-11-28T08:00:00Z"),
  cores: 2,
  node: "v24.0.0",
};
const figures = (rate: number, serviceUs: number, postgresUs: number) => ({ rate, serviceUs, postgresUs });
const own = {
  mcp: [
    { name: "Skucast", era: "modern" as const, ...figures(9_000, 100, 50) },
    { name: "Skucast", era: "legacy" as const, ...figures(8_000, 120, 50) },
  ],
  feeds: [{ name: "Skucast", ...figures(100_000, 12, 4), peakMb: 200 }],
  imports: [
    { name: "Skucast", rows: 200_000, created: figures(8_000, 90, 110), changed: figures(6_000, 90, 210), peakMb: 300 },
  ],
};

test("the page compares each server with Skucast in the same version of MCP", () => {
  const mcp = [
    ...own.mcp,
    { name: "Old 1.0", era: "legacy" as const, ...figures(400, 3_000, 400) },
    { name: "New 2.0", era: "modern" as const, ...figures(3_000, 250, 50) },
  ];
  const page = renderOtherTools({ ...own, mcp }, run);
  expect(page).toContain("| A product over MCP | Old 1.0 | 20 | 20 |");
  expect(page).toContain("| A product over MCP | New 2.0 | 3.0 | 2.0 |");
  expect(page).toContain("| New 2.0 | 2026-07-28 | 3,000 | 250 | 50 |");
  expect(page).toContain("| Old 1.0 | 2025-11-25 | 400 | 3,000 | 400 |");
  expect(page).toContain("No other tool is ahead in any of this work, or in memory.");
});

test("the page says plainly where another tool is ahead, and why", () => {
  const feeds = [...own.feeds, { name: "fast 1.0", ...figures(200_000, 6, 2), peakMb: 250 }];
  const imports = [
    ...own.imports,
    { name: "script", rows: 200_000, created: figures(4_000, 100, 200), changed: figures(5_000, 70, 80), peakMb: 90 },
  ];
  const page = renderOtherTools({ ...own, feeds, imports }, run);
  expect(page).toContain("| Feed | fast 1.0 | **0.50** | **0.50** |");
  expect(page).toContain(
    "* Feed: fast 1.0 is ahead, with 2.00 times the rate and 2.00 times less CPU. It writes what it reads.",
  );
  expect(page).toContain("| Import of new products | script | 2.0 | 1.5 |");
  expect(page).toContain("| Import of changes | script | 1.2 | **0.50** |");
  expect(page).toContain(
    "* Import of changes: script is ahead, with 2.00 times less CPU. It reads one form of the file",
  );
  expect(page).toContain("* Import: script needs less memory, 90 MB and not 300 MB.");
  expect(page).not.toContain("Import of new products: script is ahead");
  expect(page).not.toContain("Feed: fast 1.0 needs less memory");
  expect(page).not.toContain("No other tool is ahead");
});

test("the page has the day, the machine and the size of the work", () => {
  const page = renderOtherTools(own, run);
  expect(page).toContain("on 2026-11-28");
  expect(page).toContain("2 cores (Node v24.0.0)");
  expect(page).toContain("the median of 3 rounds");
  expect(page).toContain("1,000,000 products from one table");
  expect(page).toContain("A file of up to 200,000 products");
  expect(renderOtherTools(own, { ...run, rounds: 1 })).toContain("figures are those of one round.");
});
