import { join } from "node:path";
import { checkRowCount } from "@skucast/imports/check-row-count";
import { FileFault } from "@skucast/imports/file-fault";
import type { HeldLease } from "@skucast/service-kit/leased-work";
import type { ImporterContext } from "../context.js";
import { applyFile, type FileWork } from "./apply-file.js";
import { type FinishedOutcome, finishImport, holdImport, type Progress } from "./change-import.js";
import { checkChanges } from "./check-changes.js";
import { Cancelled, type ClaimedImport, Held, Rejected } from "./claimed-import.js";
import { checkRemoval, removeMissing, skusOf } from "./remove-missing.js";

/**
 * The story of an import: see that it is not too large, look at what it would remove and change, bring the rows in, remove
 * what is missing, say how it ended. Throws what `check` throws when the lease is lost or the process stops: the import is
 * then taken up later. Answers null when it is held.
 */
export async function performImport(
  ctx: ImporterContext,
  work: ClaimedImport,
  { check }: Pick<HeldLease, "check">,
): Promise<FinishedOutcome | null> {
  const path = join(ctx.settings.uploadsDir, work.upload);
  const file = { work, path, check };
  const outcome = await perform(ctx, file).then(succeeded, ended);
  if (outcome instanceof Held) {
    await holdImport(ctx, work, outcome.message);
    return null;
  }
  await finishImport(ctx, work, outcome);
  return outcome;
}

async function perform(ctx: ImporterContext, file: FileWork): Promise<Progress> {
  const { work, path } = file;
  // What a former importer went on with was within the limits, and what a person let through is allowed.
  const isBegun = work.counts.received > 0;
  if (!isBegun) await checkRowCount(path, work.plan, { rowsMax: ctx.settings.rowsMax, isThorough: true });
  const isAllowed = isBegun || work.isReleased;
  if (work.mode === "upsert") {
    if (!isAllowed) await checkChanges(ctx, file);
    return taken(work, await applyFile(ctx, file));
  }
  const skus = await skusOf(ctx, file);
  if (skus.size === 0) throw new Rejected(NO_ROWS);
  if (!isAllowed) {
    await checkRemoval(ctx, work, skus);
    await checkChanges(ctx, file);
  }
  return removeMissing(ctx, file, skus, taken(work, await applyFile(ctx, file)));
}

const NO_ROWS =
  "The file names no product, and `replace` would remove all there are. Nothing was changed; a catalogue is emptied by deleting its products.";

/** Refuses a file of which no row could be taken: it did not succeed with anything, and is no reason to remove products. */
function taken({ sourceId }: ClaimedImport, progress: Progress): Progress {
  if (sourceId !== null && progress.counts.received === 0) throw new Rejected(EMPTY_SOURCE);
  const { created, updated, unchanged, invalid } = progress.counts;
  if (invalid === 0 || created + updated + unchanged > 0) return progress;
  throw new Rejected(
    "No row of the file could be taken, and no product was changed. Its error file says what is wrong with each row; mend that and import it again.",
  );
}

/** What somebody sends may be empty; what a shop publishes every night is not. */
const EMPTY_SOURCE = "The file has no rows. Nothing was changed.";

const succeeded = ({ counts }: Progress): FinishedOutcome => ({
  status: counts.invalid > 0 || counts.warned > 0 ? "succeeded_with_errors" : "succeeded",
  error: null,
});

/** What is wrong with the file or the request ends the import, or has it held; anything else is not for us to end it. */
function ended(error: unknown): FinishedOutcome | Held {
  if (error instanceof Held) return error;
  if (error instanceof Cancelled) return { status: "cancelled", error: null };
  if (error instanceof FileFault || error instanceof Rejected) return { status: "failed", error: error.message };
  if (isMissing(error)) return { status: "failed", error: "The file is not there any more; send it again." };
  throw error;
}

const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
