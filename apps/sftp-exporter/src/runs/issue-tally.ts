import { LIMITS } from "@skucast/contracts/limits";
import type { IssueCount, RunIssue } from "@skucast/contracts/runs/run";

/** Counts all issues of a run and keeps a bounded number of them. */
export interface IssueTally {
  add(issue: RunIssue): void;
  /** In the order of the products. */
  readonly kept: readonly RunIssue[];
  /** Counts of all issues, most frequent first. */
  counts(): IssueCount[];
}

/** The number kept per code is bounded as well, so that a frequent code does not hide the others. */
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
