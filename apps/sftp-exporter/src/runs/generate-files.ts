import type { Coverage } from "@skucast/contracts/feeds/feed";
import type { RunCounts, RunFile } from "@skucast/contracts/runs/run";
import { channelConditions } from "@skucast/db/products/channel-conditions";
import { exportProducts } from "@skucast/db/products/export-products";
import { type CompiledChannel, compileChannel } from "@skucast/profiles/channel/compile-channel";
import { duplicateId, withIdCheck } from "@skucast/profiles/channel/watch-ids";
import { chosenColumns } from "@skucast/profiles/formats/chosen-columns";
import type { ExporterContext } from "../context.js";
import { runFolder } from "../files/run-keys.js";
import type { ContestedIds } from "../rows/contested-ids.js";
import { indexOfRun } from "../rows/indexed-rows.js";
import type { ClaimedRun } from "./claimed-run.js";
import { findContestedIds } from "./find-contested-ids.js";
import type { IssueTally } from "./issue-tally.js";
import type { RunStats, RunWork } from "./load-work.js";
import { planDelta } from "./plan-delta.js";
import { recipeOf } from "./recipe-of.js";
import { writePass } from "./write-pass.js";

export interface GeneratedFiles {
  readonly coverage: Coverage;
  readonly files: readonly RunFile[];
  readonly counts: Omit<RunCounts, "added" | "changed" | "removed">;
  readonly stats: RunStats;
  readonly issues: IssueTally;
}

/** Writing millions of rows to a slow disk takes minutes; hours mean that something is wrong. */
const TIMEOUT_MS = 2 * 3_600_000;

/**
 * Generates the run's files from one snapshot of the products, in one pass and in constant memory. Counts every product.
 * When overrides or rules give several products one id, a second pass leaves out all of them but one.
 */
export async function generateFiles(
  ctx: ExporterContext,
  { run, work, signal }: { run: ClaimedRun; work: RunWork; signal: AbortSignal },
): Promise<GeneratedFiles> {
  const { channel, feed } = work;
  const compiled = compileChannel({ ...channel, format: feed.format }, ctx.clock.now());
  const { profile } = compiled;
  const recipe = recipeOf(work, profile);
  const plan = await planDelta(ctx, { run, work, profile, recipe });
  const pass = { ctx, run, work, channel: compiled, plan, signal };
  const query = {
    workspaceId: run.workspaceId,
    conditions: channelConditions(channel.selection),
    timeoutMs: TIMEOUT_MS,
  };

  await ctx.files.removeIncompleteFiles(runFolder(run));
  return exportProducts(ctx.db, query, async ({ blocks, candidateCount, find }) => {
    let passed = await writePass(pass, blocks);
    if (passed.tally.changedIds > 0) {
      const index = indexOfRun(ctx.files, run, passed.tally.written);
      const contested = await findContestedIds({ index, find, channel: compiled, signal });
      if (contested.size > 0)
        passed = await writePass({ ...pass, channel: withUniqueIds(compiled, contested) }, blocks);
    }
    const { files, tally } = passed;
    const { written, invalid, excluded, warnings, outOfStock, issues } = tally;
    const seen = written + invalid + excluded;
    const selected = candidateCount ?? seen;
    return {
      coverage: plan.coverage,
      files,
      counts: { selected, written, excluded: selected - seen + excluded, invalid, warnings },
      stats: {
        columns: chosenColumns(profile.columns, feed.columns, undefined).map(({ name }) => name),
        out_of_stock: outOfStock,
        recipe,
      },
      issues,
    };
  });
}

/** The channel with an error for each product whose id another product has. */
const withUniqueIds = (channel: CompiledChannel, contested: ContestedIds): CompiledChannel =>
  withIdCheck(channel, (column) => (id, sku) => {
    const claim = contested.claim(id, sku);
    return claim.isGranted ? undefined : duplicateId({ column, id, holder: claim.holder });
  });
