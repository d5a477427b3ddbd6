import { companionName } from "@skucast/contracts/feeds/names-at";
import type { DeliveredProducts, RunFile, RunPush } from "@skucast/contracts/runs/run";
import { PARTNER_TYPES } from "@skucast/partners/partner-types";
import { withLeftovers } from "@skucast/sftp/push-files";
import type { RemoteLeftovers } from "@skucast/sftp/remote-leftovers";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { FileContent } from "@skucast/sftp/upload-content";
import type { UploadOutcome } from "@skucast/sftp/upload-files";
import type { ExporterContext } from "../context.js";
import { runKey } from "../files/run-keys.js";
import { acquireSlot } from "./acquire-slot.js";
import { type ClaimedRun, FilesGone } from "./claimed-run.js";
import { findStaleNames } from "./find-stale-names.js";
import { type LoadedDestination, loadDestination } from "./load-destination.js";
import { openProductLedger } from "./open-product-ledger.js";
import { type DeliveryStart, recordDeliveryStart } from "./record-delivery-start.js";
import { startProgressUpdates } from "./start-progress-updates.js";

export interface DeliveryWork {
  readonly run: ClaimedRun;
  readonly delivery: RunPush;
  /** Index of the delivery in the run's list. */
  readonly position: number;
  readonly files: readonly RunFile[];
  /** The manifest or trigger file is named after it. */
  readonly baseName: string;
  readonly signal: AbortSignal;
}

export interface AttemptWork extends DeliveryWork {
  /** Files that this delivery's attempts have left at the host. */
  readonly leftovers: RemoteLeftovers;
}

export interface AttemptOutcome {
  /** Undefined when every file has its final name. */
  readonly failure: SftpFailure | undefined;
  /** Undefined when the upload failed. */
  readonly uploaded: UploadOutcome | undefined;
  /** Its members are null as long as no attempt has written to the host. */
  readonly start: DeliveryStart;
  /** What the host did with the products; undefined if it takes files. */
  readonly products: DeliveredProducts | undefined;
  readonly bytesSent: number;
  readonly bytesTotal: number;
}

/** Tries once to upload the files to a destination. Throws the signal's reason, and errors that the partner did not cause. */
export async function attemptDelivery(ctx: ExporterContext, work: AttemptWork): Promise<AttemptOutcome> {
  const { run, delivery, files, signal } = work;
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let bytesSent = 0;
  let start: DeliveryStart = { begun_at: delivery.begun_at, companion: delivery.companion };
  let products: DeliveredProducts | undefined;
  const onBytes = (bytes: number) => {
    bytesSent += bytes;
  };
  const onProducts = (record: DeliveredProducts) => {
    products = record;
  };
  const onStart = async (companion: string | null) => {
    if (start.begun_at !== null && start.companion === companion) return;
    start = await recordDeliveryStart(ctx, run, work.position, { ...start, companion });
  };
  try {
    const destination = await loadDestination(ctx, run.workspaceId, delivery.destination_id);
    if (!destination) throw new SftpFailure("not_found", "the destination was deleted");
    const slot = await acquireSlot(ctx, { run, destinationId: delivery.destination_id, ...destination, signal });
    const progress = startProgressUpdates(ctx, { ...work, slot, bytesTotal, bytesSent: () => bytesSent });
    try {
      const uploaded = await upload(ctx, work, destination, { onStart, onBytes, onProducts });
      if (uploaded.isOrdered) await saveOrderedWrites(ctx, run.workspaceId, delivery.destination_id);
      return { failure: undefined, uploaded, start, products, bytesSent, bytesTotal };
    } finally {
      await progress.stop();
      await slot.release();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SftpFailure)) throw error;
    const failure = withLeftovers(error, work.leftovers);
    return { failure, uploaded: undefined, start, products, bytesSent, bytesTotal };
  }
}

interface UploadCallbacks {
  readonly onStart: (companion: string | null) => Promise<void>;
  readonly onBytes: (bytes: number) => void;
  readonly onProducts: (products: DeliveredProducts) => void;
}

async function upload(
  ctx: ExporterContext,
  work: AttemptWork,
  destination: LoadedDestination,
  { onStart, onBytes, onProducts }: UploadCallbacks,
): Promise<UploadOutcome> {
  const { run, delivery, baseName, signal } = work;
  const { partner } = destination;
  const files = work.files.map((file) => ({ ...file, open: () => openFile(ctx, run, file) }));
  const companion = companionName[partner.strategy](baseName) ?? null;
  const names = [...files.map(({ name }) => name), ...(companion === null ? [] : [companion])];
  const staleNames = destination.removesStale ? await findStaleNames(ctx, run, delivery.destination_id, names) : [];
  const { stallTimeoutMs, readBackBytesMax } = ctx.settings;
  return PARTNER_TYPES[partner.type].push(
    partner,
    { guard: ctx.guard, signal, stallTimeoutMs },
    {
      files,
      readBackBytesMax,
      onBytes,
      onProducts,
      ledger: openProductLedger(ctx, { workspaceId: run.workspaceId, destinationId: delivery.destination_id }),
      sendsAll: delivery.sends_all === true,
      staleNames,
      baseName,
      onOpen: () => onStart(companion),
      runId: run.id,
      destinationId: delivery.destination_id,
      feedId: run.feedId,
      generatedAt: run.startedAt.toISOString(),
    },
    work.leftovers,
  );
}

async function openFile({ files }: ExporterContext, run: ClaimedRun, { name }: RunFile): Promise<FileContent> {
  const file = await files.open(runKey(run, name));
  if (!file) throw new FilesGone(run.id);
  return file;
}

const SAVE_ORDERED = `
  UPDATE destinations SET ordered_writes_since = $3
  WHERE workspace_id = $1 AND id = $2 AND ordered_writes_since IS NULL`;

/** Stores that the host accepts one write at a time, so that later runs start that way. The destination's version stays. */
async function saveOrderedWrites({ db, clock }: ExporterContext, workspaceId: string, id: string): Promise<void> {
  await db.system.query(SAVE_ORDERED, [workspaceId, id, clock.now()]);
}
