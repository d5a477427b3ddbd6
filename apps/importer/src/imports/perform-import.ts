import { join } from "node:path";
import { checkRowCount } from "@skucast/imports/check-row-count";
import { FileFault } from "@skucast/imports/file-fault";
import type { HeldLease } from "@skucast/service-kit/leased-work";
import type { ImporterContext } from "../context.js";
import { applyFile, type FileWork } from "./apply-file.js";
import { type FinishedOutcome, finishImport, holdImport, type Progress } from "./change-import.js";
import { checkChanges } from "./check-changes.js";
import { BrokenOff, Cancelled, type ClaimedImport, Held, Rejected } from "./claimed-import.js";
import { checkRemoval, productsOf, removalNote, removeMissing } from "./remove-missing.js";
import { settlePlan } from "./settle-plan.js";

/**
 * Performs an import: checks the size of the file, finds the columns that its first rows lack, checks what it would remove
 * and change, writes the rows, removes missing products and stores how the import ended. Returns null when it is held. Throws what `check` throws when the lease is lost
 * or the process stops.
 */
export async function performImport(
  ctx: ImporterContext,
  work: ClaimedImport,
  { check }: Pick<HeldLease, "check">,
): Promise<FinishedOutcome | null> {
  const path = join(ctx.settings.uploadsDir, work.upload);
  const file = { work, path, check };
  const outcome = await applyWithChecks(ctx, file).then(succeeded, endedBy);
  if (outcome instanceof Held) {
    await holdImport(ctx, work, outcome.message);
    return null;
  }
  await finishImport(ctx, work, outcome);
  return outcome;
}

async function applyWithChecks(ctx: ImporterContext, sent: FileWork): Promise<Progress> {
  // A previous importer has already checked an import that it started. A user has allowed one that is released.
  const hasStarted = sent.work.counts.received > 0;
  const { rowsMax } = ctx.settings;
  if (!hasStarted) await checkRowCount(sent.path, sent.work.plan, { rowsMax, isThorough: true });
  const file = await settlePlan(ctx, sent);
  const { work } = file;
  const isAllowed = hasStarted || work.isReleased;
  if (work.mode === "upsert") {
    if (!isAllowed) await checkChanges(ctx, file);
    return assertUseful(work, await applyFile(ctx, file));
  }
  const products = await productsOf(ctx, file);
  if (products.skus.size === 0) throw new Rejected(NO_ROWS);
  if (!isAllowed) {
    await checkRemoval(ctx, work, products);
    await checkChanges(ctx, file).catch((error: unknown) => {
      const note = error instanceof Held ? removalNote(products) : null;
      throw note === null || !(error instanceof Held) ? error : new Held(`${error.message} ${note}`);
    });
  }
  return removeMissing(ctx, file, products, assertUseful(work, await applyFile(ctx, file)));
}

const NO_ROWS =
  "The file contains no products, and `replace` would remove all existing ones. Nothing was changed. To empty the catalog, delete its products.";

/** Rejects a file without a single valid row: the import has achieved nothing, and must not remove products. */
function assertUseful({ sourceId }: ClaimedImport, progress: Progress): Progress {
  if (sourceId !== null && progress.counts.received === 0) throw new Rejected(EMPTY_SOURCE);
  const { created, updated, unchanged, invalid } = progress.counts;
  if (invalid === 0 || created + updated + unchanged > 0) return progress;
  throw new Rejected(
    "No row of the file is valid, and no product was changed. The error file has the errors of each row. Fix them and import the file again.",
  );
}

/** An uploaded file may be empty. A source that publishes an empty file is broken. */
const EMPTY_SOURCE = "The file has no rows. Nothing was changed.";

function succeeded({ counts, note = null, cutLine }: Progress): FinishedOutcome {
  if (cutLine !== undefined) {
    const error = [cutNote(cutLine), note].filter((one) => one !== null).join(" ");
    return { status: "succeeded_with_errors", error, isCutOff: true };
  }
  const hasErrors = counts.invalid > 0 || counts.warned > 0 || note !== null;
  return { status: hasErrors ? "succeeded_with_errors" : "succeeded", error: note };
}

const cutNote = (line: number): string =>
  `The file breaks off in the middle of the row in line ${line}. The valid rows before it were processed.`;

/** Errors of the file or the request end the import or hold it. Other errors are thrown on. */
function endedBy(error: unknown): FinishedOutcome | Held {
  if (error instanceof Held) return error;
  if (error instanceof Cancelled) return { status: "cancelled", error: null };
  if (error instanceof BrokenOff) return { status: "failed", error: error.message, isCutOff: true };
  if (error instanceof FileFault || error instanceof Rejected) return { status: "failed", error: error.message };
  if (isMissing(error)) return { status: "failed", error: "The file no longer exists. Upload it again." };
  throw error;
}

const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
