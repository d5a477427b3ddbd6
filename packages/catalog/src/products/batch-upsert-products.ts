import { changedByOf } from "@skucast/contracts/events/changed-by";
import { bindingOf } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { BatchItemResult, BatchResult } from "@skucast/contracts/products/routes";
import type { Call } from "../call.js";
import type { Cancellable } from "../cancellable.js";
import { requireScope } from "../require-scope.js";
import { rejectUnknownOverrides } from "./override-faults.js";
import { parseItems } from "./parse-items.js";
import { upsertIntent } from "./upsert-intent.js";
import { type Outcome, writeProducts } from "./write-products.js";

interface Input {
  readonly items: readonly unknown[];
  readonly mode: "partial" | "atomic";
  readonly validateOnly?: boolean;
}

/**
 * Upserts many products, each with its own result. `partial` stores the valid ones. `atomic` stores all or none: if one is
 * rejected, the valid ones are reported as failed too.
 */
export async function batchUpsertProducts({
  ctx,
  principal,
  input,
  signal,
}: Call<Input> & Cancellable): Promise<BatchResult> {
  requireScope(principal, "products:write");
  const atomic = input.mode === "atomic";
  const turn = () => ctx.turns.next(principal.workspaceId);
  const parsed = await parseItems(input.items, { signal, turn });
  const items = await rejectUnknownOverrides(ctx, bindingOf(principal), parsed);
  const hasInvalid = items.some((item) => "problem" in item);
  const isTrial = (input.validateOnly ?? false) || (atomic && hasInvalid);
  const options = { changedBy: changedByOf(principal), validateOnly: isTrial };
  const intents = items.flatMap((item) => ("body" in item ? upsertIntent(item.body, options) : []));
  const outcomes = await writeProducts(ctx, bindingOf(principal), intents, { atomic, signal });
  const bySku = new Map(intents.map((intent, i) => [intent.sku, outcomes[i]]));
  const isUndone = atomic && (hasInvalid || outcomes.some((outcome) => outcome.type === "rejected"));
  const results = items.map((item, index) =>
    "problem" in item
      ? failed(index, item.sku, item.problem)
      : resultOf(index, item.body.sku, bySku.get(item.body.sku), isUndone),
  );
  if (!input.validateOnly && results.some(({ status }) => status === "created" || status === "updated")) ctx.onStored();
  return { summary: summarize(results), results };
}

function resultOf(index: number, sku: string, outcome: Outcome | undefined, isUndone: boolean): BatchItemResult {
  if (!outcome || outcome.type === "rejected") return failed(index, sku, outcome?.problem ?? new Problem("internal"));
  if (isUndone && outcome.type !== "unchanged") {
    return failed(
      index,
      sku,
      new Problem("conflict", "Not stored, because another item of this atomic batch was rejected."),
    );
  }
  return { index, sku, status: outcome.type === "deleted" ? "updated" : outcome.type, version: outcome.version };
}

const failed = (index: number, sku: string | null, problem: Problem): BatchItemResult => ({
  index,
  sku,
  status: "failed",
  error: { code: problem.code, detail: problem.message, errors: [...problem.faults] },
});

function summarize(results: readonly BatchItemResult[]): BatchResult["summary"] {
  const summary = { total: results.length, created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { status } of results) summary[status] += 1;
  return summary;
}
