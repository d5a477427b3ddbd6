import { join } from "node:path";
import { FileFault } from "@skucast/imports/file-fault";
import type { ImporterContext } from "../context.js";
import { applyFile, type FileWork } from "./apply-file.js";
import { type FinishedOutcome, finishImport, type Progress } from "./change-import.js";
import { Cancelled, type ClaimedImport, Refused } from "./import-work.js";
import { checkRemoval, removeMissing, skusOf } from "./remove-missing.js";

/**
 * The story of an import: look at what a replacing one would remove, bring the rows in, remove what is missing, say how it
 * ended. Throws what `check` throws when the lease is lost or the process stops: the import is then taken up later.
 */
export async function performImport(
  ctx: ImporterContext,
  work: ClaimedImport,
  check: () => void,
): Promise<FinishedOutcome> {
  const path = join(ctx.settings.uploadsDir, work.upload);
  const file = { work, path, check };
  const outcome = await perform(ctx, file).then(succeeded, refused);
  await finishImport(ctx, work, outcome);
  return outcome;
}

async function perform(ctx: ImporterContext, file: FileWork): Promise<Progress> {
  const { work } = file;
  if (work.mode === "upsert") return taken(await applyFile(ctx, file));
  const skus = await skusOf(file);
  if (skus.size === 0) throw new Refused(NO_ROWS);
  // What a former importer went on with was allowed.
  if (work.counts.received === 0) await checkRemoval(ctx, work, skus);
  return removeMissing(ctx, file, skus, taken(await applyFile(ctx, file)));
}

const NO_ROWS =
  "The file names no product, and `replace` would remove all there are. Nothing was changed; a catalogue is emptied by deleting its products.";

/** Refuses a file of which no row could be taken: it did not succeed with anything, and is no reason to remove products. */
function taken(progress: Progress): Progress {
  const { created, updated, unchanged, invalid } = progress.counts;
  if (invalid === 0 || created + updated + unchanged > 0) return progress;
  throw new Refused(
    "No row of the file could be taken, and no product was changed. Its error file says what is wrong with each row; mend that and import it again.",
  );
}

const succeeded = ({ counts }: Progress): FinishedOutcome => ({
  status: counts.invalid > 0 || counts.warned > 0 ? "succeeded_with_errors" : "succeeded",
  error: null,
});

/** What is wrong with the file or the request ends the import; anything else is not for us to end it. */
function refused(error: unknown): FinishedOutcome {
  if (error instanceof Cancelled) return { status: "cancelled", error: null };
  if (error instanceof FileFault || error instanceof Refused) return { status: "failed", error: error.message };
  if (isMissing(error)) return { status: "failed", error: "The file is not there any more; send it again." };
  throw error;
}

const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
