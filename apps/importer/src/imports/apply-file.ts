import { FileFault } from "@skucast/imports/file-fault";
import { createRowReader, type GivenRow } from "@skucast/imports/product-reader";
import { readRows } from "@skucast/imports/read-rows";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { ImporterContext } from "../context.js";
import { type Progress, saveProgress } from "./change-import.js";
import type { ClaimedImport } from "./claimed-import.js";
import { addCounts, type Tally } from "./tally.js";
import { writeBatch } from "./write-batch.js";

export interface FileWork {
  readonly work: ClaimedImport;
  readonly path: string;
  /** Throws when the import is no longer to be gone on with. */
  readonly check: () => void;
}

/** Portions on their way at once: while the database looks one up and writes another, the third is read and checked, and what became of those before is noted. */
const BATCHES_IN_FLIGHT = 3;
/** Of a file with long rows a portion has fewer. */
const BATCH_BYTES = 4_000_000;
const ROW_OUTCOMES = ["created", "updated", "unchanged", "skipped", "invalid"] as const;

interface Batch {
  readonly tally: Promise<Tally>;
  /** Bytes of the file up to its end. */
  readonly bytesRead: number;
}

const withRowsBefore = ({ message }: FileFault, { counts: { received } }: Progress): FileFault =>
  new FileFault(`${message} The ${received} rows before were gone through, and what was right in them is stored.`);

/**
 * Brings a file's rows into the catalogue, portion by portion, after those that a former importer has done. What is done
 * is kept in the order of the file, so that whoever takes over goes on behind it. Memory does not grow with the file.
 */
export async function applyFile(ctx: ImporterContext, { work, path, check }: FileWork): Promise<Progress> {
  const file = readRows(path, work.plan, ctx.settings.rowsMax);
  const reader = createRowReader(work.plan);
  /** Of the portions on their way, in the order of the file: done when the portion and all before it are written and noted. */
  const underWay: Promise<void>[] = [];
  let progress: Progress = { counts: work.counts, errorCount: work.errorCount, bytesRead: 0 };
  let doneRows = work.counts.received;
  let rows: GivenRow[] = [];
  let begunAtBytes = 0;

  function begin(): void {
    check();
    const tally = writeBatch(ctx, { work, reader, rows });
    const done = note({ tally, bytesRead: file.bytesRead() }, underWay.at(-1));
    // Whoever awaits the portion before it is told of that one's failure first.
    tally.catch(() => undefined);
    done.catch(() => undefined);
    underWay.push(done);
    rows = [];
    begunAtBytes = file.bytesUnpacked();
  }

  async function note(portion: Batch, former: Promise<void> | undefined): Promise<void> {
    const { counts, errors } = await portion.tally;
    await former;
    progress = {
      counts: addCounts(progress.counts, counts),
      errorCount: progress.errorCount + errors.length,
      bytesRead: portion.bytesRead,
    };
    await saveProgress(ctx, work, progress, errors);
    for (const outcome of ROW_OUTCOMES) ctx.metrics.counter(METRICS.importRows).inc({ outcome }, counts[outcome]);
  }

  try {
    for await (const some of file.rows) {
      for (const raw of some) {
        const row = reader.find(raw);
        if (doneRows > 0) doneRows -= 1;
        else rows.push(row);
        const isFull = rows.length >= ctx.settings.batchRows || file.bytesUnpacked() - begunAtBytes >= BATCH_BYTES;
        if (rows.length === 0 || !isFull) continue;
        begin();
        if (underWay.length >= BATCHES_IN_FLIGHT) await underWay.shift();
      }
    }
    if (rows.length > 0) begin();
    for (const done of underWay) await done;
  } catch (error) {
    // What was on its way when the file broke off is stored, so it is counted.
    if (error instanceof FileFault) for (const done of underWay) await done;
    await Promise.allSettled(underWay);
    throw error instanceof FileFault && !work.validateOnly ? withRowsBefore(error, progress) : error;
  }
  return progress;
}
