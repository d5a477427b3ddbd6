import { companionName } from "@skucast/contracts/feeds/names-at";
import type { RunFile, RunPush } from "@skucast/contracts/runs/run";
import { openSession } from "@skucast/sftp/open-session";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import { uploadFiles } from "@skucast/sftp/upload-files";
import type { ExporterContext } from "../context.js";
import { runKey } from "../files/run-keys.js";
import { findStaleNames } from "./find-stale-names.js";
import { keepProgress } from "./keep-progress.js";
import { type LoadedDestination, loadDestination } from "./load-destination.js";
import { type Begun, noteBegun } from "./note-begun.js";
import { type ClaimedRun, FilesGone } from "./run-work.js";
import { takeSlot } from "./take-slot.js";

export interface DeliveryWork {
  readonly run: ClaimedRun;
  readonly delivery: RunPush;
  /** Where the delivery stands in the run's list. */
  readonly place: number;
  readonly files: readonly RunFile[];
  /** What manifest and trigger are named after. */
  readonly baseName: string;
  readonly signal: AbortSignal;
}

export interface AttemptOutcome {
  /** Undefined when every file stands under its final name. */
  readonly failure: SftpFailure | undefined;
  readonly remark: string | null;
  /** When something was first written there, in this try or one before it, and what follows it; null as long as nothing was. */
  readonly begun: Begun;
  readonly bytesSent: number;
  readonly bytesTotal: number;
}

/** One try to bring the files to a destination. Throws the signal's reason, and what is no fault of the partner's. */
export async function attemptDelivery(ctx: ExporterContext, work: DeliveryWork): Promise<AttemptOutcome> {
  const { run, delivery, files, signal } = work;
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let bytesSent = 0;
  let begun: Begun = { begun_at: delivery.begun_at, companion: delivery.companion };
  const onBytes = (bytes: number) => {
    bytesSent += bytes;
  };
  const onBegin = async (companion: string | null) => {
    if (begun.begun_at !== null && begun.companion === companion) return;
    begun = await noteBegun(ctx, run, work.place, { ...begun, companion });
  };
  try {
    const destination = await loadDestination(ctx, run.workspaceId, delivery.destination_id);
    if (!destination) throw new SftpFailure("not_found", "the destination was deleted");
    const slot = await takeSlot(ctx, { run, destinationId: delivery.destination_id, ...destination, signal });
    const progress = keepProgress(ctx, { ...work, slot, bytesTotal, bytesSent: () => bytesSent });
    try {
      const remark = await upload(ctx, work, destination, { onBegin, onBytes });
      return { failure: undefined, remark, begun, bytesSent, bytesTotal };
    } finally {
      await progress.stop();
      await slot.release();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SftpFailure) return { failure: error, remark: null, begun, bytesSent, bytesTotal };
    throw error;
  }
}

async function upload(
  ctx: ExporterContext,
  work: DeliveryWork,
  destination: LoadedDestination,
  { onBegin, onBytes }: { onBegin: (companion: string | null) => Promise<void>; onBytes: (bytes: number) => void },
): Promise<string | null> {
  const { run, delivery, baseName, signal } = work;
  const { target, folder, strategy, verify, writesMax } = destination;
  const files = work.files.map((file) => ({ ...file, read: readerOf(ctx, run, file) }));
  const companion = companionName[strategy](baseName) ?? null;
  const names = [...files.map(({ name }) => name), ...(companion === null ? [] : [companion])];
  const staleNames = destination.isStaleRemoved ? await findStaleNames(ctx, run, delivery.destination_id, names) : [];
  const { stallTimeoutMs } = ctx.settings;
  const session = await openSession(target, { guard: ctx.guard, signal, stallTimeoutMs });
  try {
    await onBegin(companion);
    return await uploadFiles(session, {
      ...{ files, folder, strategy, verify, writesMax, onBytes, staleNames, baseName },
      ...{
        runId: run.id,
        destinationId: delivery.destination_id,
        feedId: run.feedId,
        generatedAt: run.startedAt.toISOString(),
      },
    });
  } finally {
    session.close();
  }
}

/** A file's content, each time from its beginning. */
const readerOf = ({ files }: ExporterContext, run: ClaimedRun, { name }: RunFile) =>
  async function* (blockBytes: number): AsyncGenerator<Buffer> {
    const file = await files.open(runKey(run, name));
    if (!file) throw new FilesGone(run.id);
    try {
      yield* file.blocks(blockBytes);
    } finally {
      await file.close();
    }
  };
