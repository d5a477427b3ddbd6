import { packOutcomes } from "@skucast/db/imports/outcome-block";
import { breaksOff } from "@skucast/imports/breaks-off";
import { addCells } from "@skucast/imports/count-cells";
import { FileFault } from "@skucast/imports/file-fault";
import { createRowReader, type GivenRow } from "@skucast/imports/product-reader";
import { readRows } from "@skucast/imports/read-rows";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { ImporterContext } from "../context.js";
import { type Progress, saveProgress } from "./change-import.js";
import { BrokenOff, type ClaimedImport } from "./claimed-import.js";
import { keptRows } from "./kept-rows.js";
import { saveColumns } from "./save-columns.js";
import { addCounts, type Tally } from "./tally.js";
import { writeBatch } from "./write-batch.js";

export interface FileWork {
  readonly work: ClaimedImport;
  readonly path: string;
  /** Throws when the import must stop: the lease was lost, or the process is stopping. */
  readonly check: () => void;
}

/** Batches in progress: while the database reads products for one and writes another, the third is read from the file. */
const BATCHES_IN_FLIGHT = 3;
/** Ends a batch early when its rows are long. */
const BATCH_BYTES = 4_000_000;
const ROW_OUTCOMES = ["created", "updated", "unchanged", "skipped", "invalid"] as const;

interface Batch {
  readonly tally: Promise<Tally>;
  /** Bytes of the file up to the end of the batch. */
  readonly bytesRead: number;
}

const withRowsBefore = ({ message }: FileFault, { counts: { received } }: Progress): BrokenOff =>
  new BrokenOff(`${message} The ${received} rows before it were processed, and the valid ones are stored.`);

/**
 * Writes a file's rows to the catalog in batches, after the rows that a previous importer has done. Progress is stored in
 * the order of the file, so that the next importer can continue from there. Memory does not grow with the file.
 */
export async function applyFile(ctx: ImporterContext, { work, path, check }: FileWork): Promise<Progress> {
  const file = readRows(path, work.plan, ctx.settings.rowsMax);
  const reader = createRowReader(work.plan, () => ctx.clock.now().getTime(), work.sourceId);
  /**
   * One promise per batch, in the order of the file. Resolves when the batch and all before it are written and stored
   * as done.
   */
  const inProgress: Promise<void>[] = [];
  const { counts, errorCount, cells, faultyRows, faultyBytes } = work;
  let progress: Progress = { counts, errorCount, cells, faultyRows, faultyBytes, bytesRead: 0 };
  let doneRows = work.counts.received;
  /** Whether the columns by which rows are combined are stored, which for late ones are found with the rows. */
  let knowsColumns = work.plan.combine !== undefined;
  let rows: GivenRow[] = [];
  let batchStartBytes = 0;
  let cutLine: number | undefined;

  function startBatch(): void {
    check();
    const tally = writeBatch(ctx, { work, reader, rows });
    const done = saveInOrder({ tally, bytesRead: file.bytesRead() }, inProgress.at(-1));
    // Handled where the promises are awaited. An earlier batch that fails is awaited, and thrown, first.
    tally.catch(() => undefined);
    done.catch(() => undefined);
    inProgress.push(done);
    rows = [];
    batchStartBytes = file.bytesUnpacked();
  }

  async function saveInOrder(batch: Batch, previous: Promise<void> | undefined): Promise<void> {
    const tally = await batch.tally;
    const block = await packOutcomes(tally.rowResults);
    await previous;
    const outcomes = { ...block, firstRow: progress.counts.received };
    const kept = keptRows(progress, tally);
    if (tally.combinedBy !== undefined && !knowsColumns) {
      await saveColumns(ctx, { ...work, plan: { ...work.plan, combine: tally.combinedBy } });
      knowsColumns = true;
    }
    progress = {
      counts: addCounts(progress.counts, tally.counts),
      errorCount: progress.errorCount + tally.errors.length,
      bytesRead: batch.bytesRead,
      cells: addCells(progress.cells, tally.cells),
      faultyRows: progress.faultyRows + kept.rows.length,
      faultyBytes: kept.bytes,
    };
    await saveProgress(ctx, work, progress, { errors: tally.errors, rows: kept.rows, outcomes });
    for (const outcome of ROW_OUTCOMES) ctx.metrics.counter(METRICS.importRows).inc({ outcome }, tally.counts[outcome]);
  }

  try {
    for await (const some of file.rows) {
      for (const [i, raw] of some.entries()) {
        const row = reader.find(raw);
        if (breaksOff(raw, work.plan.columns.length)) cutLine = raw.line;
        if (doneRows > 0) doneRows -= 1;
        else rows.push(row);
        const isFull = rows.length >= ctx.settings.batchRows || file.bytesUnpacked() - batchStartBytes >= BATCH_BYTES;
        // Rows that are part of one product are counted together.
        if (rows.length === 0 || !isFull || some[i + 1]?.usedColumns) continue;
        startBatch();
        if (inProgress.length >= BATCHES_IN_FLIGHT) await inProgress.shift();
      }
    }
    if (rows.length > 0) startBatch();
    for (const done of inProgress) await done;
  } catch (error) {
    // Batches that were in progress when the error in the file was found are still stored, so they are counted.
    if (error instanceof FileFault) for (const done of inProgress) await done;
    await Promise.allSettled(inProgress);
    throw error instanceof FileFault && !work.validateOnly ? withRowsBefore(error, progress) : error;
  }
  return cutLine === undefined ? progress : { ...progress, cutLine };
}
