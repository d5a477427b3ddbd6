import { LIMITS } from "@skucast/contracts/limits";
import type { IssueCount, RunIssue } from "@skucast/contracts/runs/run";

/** The issues of a run: all are counted, a bounded number is kept. */
export interface IssueTally {
  add(issue: RunIssue): void;
  /** In the order of the products. */
  readonly kept: readonly RunIssue[];
  /** Of all, the most frequent first. */
  counts(): IssueCount[];
}

/** Of one code only so many are kept, so that a frequent one does not hide the others. */
export function createIssueTally(): IssueTally {
  const kept: RunIssue[] = [];
  const counts = new Map<string, IssueCount>();
  return {
    kept,
    add(issue) {
      const { code, severity } = issue;
      const key = `${severity} ${code}`;
      const count = (counts.get(key)?.count ?? 0) + 1;
      counts.set(key, { code, severity, count });
      if (count <= LIMITS.runIssuesPerCodeMax && kept.length < LIMITS.runIssuesMax) kept.push(issue);
    },
    counts: () => [...counts.values()].sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
  };
}
