import { expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import type { RunIssue } from "@skucast/contracts/runs/run";
import { createIssueTally } from "./issue-tally.js";

const issue = (code: string, sku: string): RunIssue => ({ sku, severity: "error", code, field: "f", message: "m" });

test("every issue is counted; the number kept per code leaves room for others", () => {
  const tally = createIssueTally();
  for (let i = 0; i < 5_000; i += 1) tally.add(issue("too_long", `A${i}`));
  tally.add(issue("missing_value", "B"));
  tally.add({ ...issue("missing_value", "C"), severity: "warning" });
  expect(tally.counts()).toEqual([
    { code: "too_long", severity: "error", count: 5_000 },
    { code: "missing_value", severity: "error", count: 1 },
    { code: "missing_value", severity: "warning", count: 1 },
  ]);
  expect(tally.kept.length).toBe(LIMITS.runIssuesPerCodeMax + 2);
  expect(tally.kept.slice(-2).map(({ sku }) => sku)).toEqual(["B", "C"]);
});

test("no more issues are kept than the limit of a run", () => {
  const tally = createIssueTally();
  for (let i = 0; i < 3 * LIMITS.runIssuesMax; i += 1) tally.add(issue(`code_${i % 50}`, `A${i}`));
  expect(tally.kept.length).toBe(LIMITS.runIssuesMax);
});
