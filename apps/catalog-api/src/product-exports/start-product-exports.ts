import { randomUUID } from "node:crypto";
import { LIMITS } from "@skucast/contracts/limits";
import {
  type ClaimedExport,
  claimExport,
  expireProductExport,
  exportExists,
  failExport,
  releaseExport,
  renewExport,
} from "@skucast/db/product-exports/export-work";
import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import { type HeldLease, type LeasedWork, startLeasedWork } from "@skucast/service-kit/leased-work";
import { performProductExport } from "./perform-product-export.js";
import type { ProductExportContext } from "./product-export-context.js";
import { exportFolder } from "./segment-key.js";

const LEASE_MS = 60_000;
const POLL_INTERVAL_MS = 1_000;
/** Claims without any progress, after which an export fails. */
const CLAIMS_MAX = 10;

class InterruptedTooOften extends Error {}

/** Claims and performs exports of products until stopped, one at a time. */
export function startProductExports(ctx: ProductExportContext): LeasedWork {
  const { db, clock } = ctx.catalog;
  return startLeasedWork<ClaimedExport>({
    name: "product-exports",
    noun: "product_export",
    concurrency: 1,
    leaseMs: LEASE_MS,
    pollIntervalMs: POLL_INTERVAL_MS,
    logger: ctx.logger,
    claim: () => claimExport(db, { leaseMs: LEASE_MS, now: clock.now() }),
    renew: (work) => renewExport(db, work, LEASE_MS),
    release: (work) => releaseExport(db, work),
    perform: (work, lease) => perform(ctx, work, lease),
    shouldRelease: isDatabaseUnavailable,
    giveUp: (work, error) => fail(ctx, work, error),
    onEnd: (work) => removeErased(ctx, work),
    facts: factsOf,
    span: () => ({ tracer: "catalog-api", name: "product_export.perform" }),
  });
}

async function perform(ctx: ProductExportContext, work: ClaimedExport, lease: HeldLease): Promise<void> {
  if (work.claimCount > CLAIMS_MAX) throw new InterruptedTooOften(`it was interrupted ${CLAIMS_MAX} times`);
  await performProductExport(ctx, work, lease);
  ctx.logger.info({ event: "product_export.finished", ...factsOf(work) }, "an export of products finished");
}

const factsOf = ({ id, workspaceId }: ClaimedExport) => ({ export_id: id, workspace_id: workspaceId });

async function fail({ catalog, files, logger }: ProductExportContext, work: ClaimedExport, err: unknown) {
  const reference = randomUUID();
  logger.error({ event: "product_export.failed", reference, ...factsOf(work), err }, "an export of products failed");
  // Only messages of our own are known to contain no secret.
  const isPublic = err instanceof InterruptedTooOften;
  const error = isPublic ? err.message : `It failed for a reason that is in the operator's log: ${reference}.`;
  await failExport(catalog.db, work, error, catalog.clock.now());
  await files.remove(exportFolder(work));
}

/** Removes what was still written while the workspace was erased. */
async function removeErased({ catalog, files, logger }: ProductExportContext, work: ClaimedExport): Promise<void> {
  try {
    if (!(await exportExists(catalog.db, work))) await files.remove(exportFolder(work));
  } catch (err) {
    logger.error({ event: "product_export.not_removed", ...factsOf(work), err }, "files of an export are left");
  }
}

/** Deletes the file of one export whose time has come, or that newer ones replace. Returns whether there may be more. */
export async function removeOldProductExport({
  catalog: { db, clock },
  files,
}: Omit<ProductExportContext, "logger">): Promise<"more" | "idle"> {
  const expired = await expireProductExport(db, { now: clock.now(), kept: LIMITS.productExportsKept });
  if (expired === undefined) return "idle";
  await files.remove(exportFolder(expired));
  return "more";
}
