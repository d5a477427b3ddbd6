import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable } from "@skucast/db/unavailable";
import { METRICS } from "@skucast/service-kit/metric-names";
import { inSpan } from "@skucast/service-kit/traces";
import type { ImporterContext } from "../context.js";
import { type FinishedOutcome, finishImport } from "./change-import.js";
import { BeginAgain, type LeasedImport, LeaseLost } from "./import-work.js";
import { giveBack, keepLease } from "./keep-lease.js";

/** Works on imports, a bounded number at once. */
export interface Runner {
  /** Claims what waits for as long as there is room; resolves when nothing waits or no room is left. */
  takeUp(): Promise<void>;
  /** Told whenever an import has ended and there is room again. */
  onRoom(listener: () => void): void;
  /** Leaves the imports in hand to others, behind the portion that is being written. */
  abandon(): Promise<void>;
}

/** Throws what ends the work before its time; the signal aborts with it. */
export interface RunnerCheck {
  readonly check: () => void;
  readonly signal: AbortSignal;
}

/** What a runner works on. */
export interface RunnerWork<Work extends LeasedImport> {
  /** Works at once. */
  readonly max: number;
  claim(): Promise<Work | undefined>;
  /** Answers how the import ended; null where there is nothing to tell of yet. */
  perform(work: Work, check: RunnerCheck): Promise<FinishedOutcome | null>;
}

/** The process stops: an import in hand is given back. */
class Stopping extends Error {
  override readonly name = "Stopping";
}

export function createRunner<Work extends LeasedImport>(ctx: ImporterContext, works: RunnerWork<Work>): Runner {
  const inHand = new Set<Promise<void>>();
  const stopping = new AbortController();
  let tellRoom = () => {};

  function begin(work: Work): void {
    const span = { tracer: "importer", name: "import.perform", kind: "consumer", parent: undefined } as const;
    const done = inSpan(span, () => perform(work)).finally(() => {
      inHand.delete(done);
      tellRoom();
    });
    inHand.add(done);
  }

  async function perform(work: Work): Promise<void> {
    const lease = keepLease(ctx, work);
    const check = () => {
      stopping.signal.throwIfAborted();
      lease.check();
    };
    const signal = AbortSignal.any([stopping.signal, lease.signal]);
    try {
      const outcome = await works.perform(work, { check, signal });
      if (outcome !== null) tellFinished(ctx, work, outcome);
    } catch (error) {
      await leaveOrFail(ctx, work, error).catch((err: unknown) => {
        ctx.logger.error(
          { event: "import.not_finished", import_id: work.id, err },
          "the import is taken up again later",
        );
      });
    } finally {
      await lease.stop();
    }
  }

  return {
    async takeUp() {
      while (inHand.size < works.max && !stopping.signal.aborted) {
        const work = await works.claim();
        if (!work) return;
        ctx.hints.note(work.workspaceId, "import");
        begin(work);
      }
    },
    onRoom(listener) {
      tellRoom = listener;
    },
    async abandon() {
      stopping.abort(new Stopping("the importer stops"));
      while (inHand.size > 0) await Promise.all(inHand);
    },
  };
}

/** An import that is no longer ours is left alone; one that cannot be done is failed with a sentence that shows no secret. */
async function leaveOrFail(ctx: ImporterContext, work: LeasedImport, error: unknown): Promise<void> {
  const facts = { import_id: work.id, workspace_id: work.workspaceId };
  if (error instanceof LeaseLost) {
    ctx.logger.warn({ event: "import.lease_lost", ...facts }, "the import was taken over by another importer");
    return;
  }
  if (error instanceof Stopping || error instanceof BeginAgain || isDatabaseUnavailable(error)) {
    await giveBack(ctx, work);
    ctx.logger.info({ event: "import.given_back", ...facts }, "the import is left to another importer");
    return;
  }
  const reference = randomUUID();
  ctx.logger.error({ event: "import.broken", reference, ...facts, err: error }, "the import failed");
  const failed = { status: "failed", error: `the import could not be finished (reference ${reference})` } as const;
  await finishImport(ctx, work, failed);
  tellFinished(ctx, work, failed);
}

function tellFinished({ clock, logger, metrics }: ImporterContext, work: LeasedImport, outcome: FinishedOutcome): void {
  const { status, error } = outcome;
  const durationMs = clock.now().getTime() - work.startedAt.getTime();
  metrics.counter(METRICS.imports).inc({ status });
  metrics.histogram(METRICS.importDuration).observe({ status }, durationMs / 1_000);
  logger.info(
    {
      event: "import.finished",
      ...{ workspace_id: work.workspaceId, import_id: work.id, status, error },
      ...{ bytes: work.bytesTotal, duration_ms: durationMs },
    },
    `import ${status}`,
  );
}
