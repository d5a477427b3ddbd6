import { companionName } from "@skucast/contracts/feeds/names-at";
import type { RunFile, RunPush } from "@skucast/contracts/runs/run";
import { pushFiles, withTraces } from "@skucast/sftp/push-files";
import type { RemoteTraces } from "@skucast/sftp/remote-traces";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { FileContent } from "@skucast/sftp/upload-content";
import type { UploadOutcome } from "@skucast/sftp/upload-files";
import type { ExporterContext } from "../context.js";
import { runKey } from "../files/run-keys.js";
import { type ClaimedRun, FilesGone } from "./claimed-run.js";
import { findStaleNames } from "./find-stale-names.js";
import { keepProgress } from "./keep-progress.js";
import { type LoadedDestination, loadDestination } from "./load-destination.js";
import { type Begun, noteBegun } from "./note-begun.js";
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

/** One try of a delivery. */
export interface AttemptWork extends DeliveryWork {
  /** What the tries of the delivery have at the host. */
  readonly traces: RemoteTraces;
}

export interface AttemptOutcome {
  /** Undefined when every file stands under its final name. */
  readonly failure: SftpFailure | undefined;
  /** What is worth knowing about the upload; undefined when it failed. */
  readonly uploaded: UploadOutcome | undefined;
  /** When something was first written there, in this try or one before it, and what follows it; null as long as nothing was. */
  readonly begun: Begun;
  readonly bytesSent: number;
  readonly bytesTotal: number;
}

/** One try to bring the files to a destination. Throws the signal's reason, and what is no fault of the partner's. */
export async function attemptDelivery(ctx: ExporterContext, work: AttemptWork): Promise<AttemptOutcome> {
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
      const uploaded = await upload(ctx, work, destination, { onBegin, onBytes });
      if (uploaded.isOrdered) await noteOrderedWrites(ctx, run.workspaceId, delivery.destination_id);
      return { failure: undefined, uploaded, begun, bytesSent, bytesTotal };
    } finally {
      await progress.stop();
      await slot.release();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SftpFailure)) throw error;
    const failure = withTraces(error, work.traces);
    return { failure, uploaded: undefined, begun, bytesSent, bytesTotal };
  }
}

async function upload(
  ctx: ExporterContext,
  work: AttemptWork,
  destination: LoadedDestination,
  { onBegin, onBytes }: { onBegin: (companion: string | null) => Promise<void>; onBytes: (bytes: number) => void },
): Promise<UploadOutcome> {
  const { run, delivery, baseName, signal } = work;
  const { target, folder, strategy, verify, writesMax } = destination;
  const files = work.files.map((file) => ({ ...file, open: () => openFile(ctx, run, file) }));
  const companion = companionName[strategy](baseName) ?? null;
  const names = [...files.map(({ name }) => name), ...(companion === null ? [] : [companion])];
  const staleNames = destination.isStaleRemoved ? await findStaleNames(ctx, run, delivery.destination_id, names) : [];
  const { stallTimeoutMs, readBackBytesMax } = ctx.settings;
  return pushFiles(
    target,
    { guard: ctx.guard, signal, stallTimeoutMs },
    {
      ...{ files, folder, strategy, verify, readBackBytesMax, writesMax, onBytes, staleNames, baseName },
      onOpen: () => onBegin(companion),
      runId: run.id,
      destinationId: delivery.destination_id,
      feedId: run.feedId,
      generatedAt: run.startedAt.toISOString(),
    },
    work.traces,
  );
}

async function openFile({ files }: ExporterContext, run: ClaimedRun, { name }: RunFile): Promise<FileContent> {
  const file = await files.open(runKey(run, name));
  if (!file) throw new FilesGone(run.id);
  return file;
}

const NOTE_ORDERED = `
  UPDATE destinations SET ordered_writes_since = $3
  WHERE workspace_id = $1 AND id = $2 AND ordered_writes_since IS NULL`;

/** Stores that the host takes one write at a time, so that later runs begin so. The destination's version stays. */
async function noteOrderedWrites({ db, clock }: ExporterContext, workspaceId: string, id: string): Promise<void> {
  await db.system.query(NOTE_ORDERED, [workspaceId, id, clock.now()]);
}
