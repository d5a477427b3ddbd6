import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import { type LeasedWork, type LeasedWorkOptions, startLeasedWork } from "@skucast/service-kit/leased-work";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { ImporterContext } from "../context.js";
import { type FinishedOutcome, finishImport } from "./change-import.js";
import { FetchOutdated, type LeasedImport } from "./claimed-import.js";
import { releaseImport, renewLease } from "./import-lease.js";

type Options<Work> = LeasedWorkOptions<Work>;

/** One step in the life of an import: fetching its file, or importing it. */
interface ImportWork<Work extends LeasedImport> {
  readonly name: string;
  readonly concurrency: number;
  readonly claim: Options<Work>["claim"];
  /** Returns how the import ended; null when it has not ended yet, or was deleted because nothing changed. */
  perform(...given: Parameters<Options<Work>["perform"]>): Promise<FinishedOutcome | null>;
  readonly onEnd: () => void;
}

/** Claims imports and performs this step of each until stopped. */
export function startImportWork<Work extends LeasedImport>(
  ctx: ImporterContext,
  { name, concurrency, claim, perform, onEnd }: ImportWork<Work>,
): LeasedWork {
  const { leaseMs, pollIntervalMs } = ctx.settings;
  return startLeasedWork<Work>({
    name,
    noun: "import",
    concurrency,
    leaseMs,
    pollIntervalMs,
    logger: ctx.logger,
    async claim() {
      const work = await claim();
      if (work) ctx.hints.note(work.workspaceId, "import");
      return work;
    },
    renew: (work) => renewLease(ctx, work),
    release: (work) => releaseImport(ctx, work),
    async perform(work, lease) {
      const outcome = await perform(work, lease);
      if (outcome !== null) logFinished(ctx, work, outcome);
    },
    shouldRelease: (error) => error instanceof FetchOutdated || isDatabaseUnavailable(error),
    giveUp: (work, error) => fail(ctx, work, error),
    onEnd,
    facts: factsOf,
    span: () => ({ tracer: "importer", name: "import.perform" }),
  });
}

const factsOf = ({ id, workspaceId }: LeasedImport) => ({ import_id: id, workspace_id: workspaceId });

/** The stored message does not include the error's, which could contain a secret. */
async function fail(ctx: ImporterContext, work: LeasedImport, error: unknown): Promise<void> {
  const reference = randomUUID();
  ctx.logger.error({ event: "import.broken", reference, ...factsOf(work), err: error }, "the import failed");
  const failed = { status: "failed", error: `the import could not be finished (reference ${reference})` } as const;
  await finishImport(ctx, work, failed);
  logFinished(ctx, work, failed);
}

function logFinished({ clock, logger, metrics }: ImporterContext, work: LeasedImport, outcome: FinishedOutcome): void {
  const { status, error } = outcome;
  const durationMs = clock.now().getTime() - work.startedAt.getTime();
  metrics.counter(METRICS.imports).inc({ status });
  metrics.histogram(METRICS.importDuration).observe({ status }, durationMs / 1_000);
  logger.info(
    {
      event: "import.finished",
      ...factsOf(work),
      status,
      error,
      bytes: work.bytesTotal,
      duration_ms: durationMs,
    },
    `import ${status}`,
  );
}
