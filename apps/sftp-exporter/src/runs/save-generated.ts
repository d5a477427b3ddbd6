import type { Coverage } from "@skucast/contracts/feeds/feed";
import type { GuardVerdict } from "@skucast/contracts/feeds/guards";
import { RUN_ISSUES_MAX, type RunCounts, type RunDelivery, type RunFile } from "@skucast/contracts/runs/run";
import type { TransactionClient } from "@skucast/db/database";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { ClaimedRun } from "./claimed-run.js";
import type { IssueTally } from "./issue-tally.js";
import type { RunStats } from "./load-work.js";

export interface GeneratedOutcome {
  readonly coverage: Coverage;
  readonly counts: RunCounts;
  readonly files: readonly RunFile[];
  readonly stats: RunStats;
  readonly issues: IssueTally;
  readonly deliveries: readonly RunDelivery[];
  readonly guards: readonly GuardVerdict[];
}

const SAVE_GENERATED = `
  UPDATE runs SET status = 'delivering', counts = $5, files = $6, issues = $7, issue_counts = $8, stats = $9,
    deliveries = $10, guards = $11, coverage = $12, version = version + 1, updated_at = $4
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** A run that is generated again keeps only the issues of the last time. */
const DELETE_ISSUES = `DELETE FROM run_issues WHERE workspace_id = $1 AND run_id = $2`;

const SAVE_ISSUES = `
  INSERT INTO run_issues (workspace_id, run_id, place, sku, severity, code, field, message)
  SELECT $1, $2, place, sku, severity, code, field, message
  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    WITH ORDINALITY AS given (sku, severity, code, field, message, place)`;

/** Stores what was generated and moves the run to `delivering`, in the caller's transaction. */
export async function saveGenerated(
  client: TransactionClient,
  run: ClaimedRun,
  { generated, now }: { generated: GeneratedOutcome; now: Date },
): Promise<void> {
  const { coverage, counts, files, stats, issues, deliveries, guards } = generated;
  const shown = issues.kept.slice(0, RUN_ISSUES_MAX);
  const json = [counts, files, shown, issues.counts(), stats, deliveries, guards].map((value) => JSON.stringify(value));
  const changed = await client.query(SAVE_GENERATED, [run.workspaceId, run.id, run.owner, now, ...json, coverage]);
  if (changed.rowCount === 0) throw new LeaseLost();
  await client.query(DELETE_ISSUES, [run.workspaceId, run.id]);
  if (issues.kept.length === 0) return;
  const columns = (["sku", "severity", "code", "field", "message"] as const).map((name) =>
    issues.kept.map((issue) => issue[name]),
  );
  await client.query(SAVE_ISSUES, [run.workspaceId, run.id, ...columns]);
}
