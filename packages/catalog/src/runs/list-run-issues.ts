import { fixHintOf, type IssueCode } from "@skucast/contracts/channel-profiles/issue-codes";
import type { IssueCount, RunIssue } from "@skucast/contracts/runs/run";
import type { RunIssue as IssueRow } from "@skucast/db/generated/client";
import type { Call } from "../call.js";
import type { Page, PageRequest } from "../page.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { runOf } from "./run-row.js";

type Input = PageRequest & {
  runId: string;
  code?: IssueCode | undefined;
  severity?: "error" | "warning" | undefined;
  sku?: string | undefined;
};

export interface IssuePage extends Page<RunIssue> {
  /** Counts of all issues of the run, regardless of filters. */
  readonly counts: readonly IssueCount[];
}

/** A page of a run's issues in order of products, optionally filtered by code, severity or product. */
export function listRunIssues(call: Call<Input>): Promise<IssuePage> {
  const { after, limit, runId, code, severity, sku } = call.input;
  return runRead(call, "feeds:read", async (tx, workspaceId) => {
    const run = requireFound(
      await tx.run.findUnique({ where: { workspaceId_id: { workspaceId, id: runId } } }),
      "run",
      runId,
    );
    const filter = { ...(code && { code }), ...(severity && { severity }), ...(sku && { sku }) };
    const where = { workspaceId, runId, place: { gt: Number(after) }, ...filter };
    const rows = await tx.runIssue.findMany({ where, orderBy: { place: "asc" }, take: limit + 1 });
    const items = rows.slice(0, limit);
    return {
      items: items.map(issueOf),
      next: rows.length > limit ? String(items.at(-1)?.place ?? "") : null,
      counts: runOf(run).issue_counts,
    };
  });
}

const issueOf = ({ sku, severity, code, field, message }: IssueRow): RunIssue => ({
  sku,
  severity: severity === "error" ? "error" : "warning",
  code,
  field,
  message,
  fix_hint: fixHintOf(code as IssueCode),
});
