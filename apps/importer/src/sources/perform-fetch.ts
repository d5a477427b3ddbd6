import { open, unlink } from "node:fs/promises";
import { importOptionsOf } from "@skucast/contracts/sources/reading";
import { planImport } from "@skucast/imports/plan-import";
import { unwrapWorkbook } from "@skucast/imports/unwrap-workbook";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { HeldLease } from "@skucast/service-kit/leased-work";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { ImporterContext } from "../context.js";
import { type FinishedOutcome, finishImport } from "../imports/change-import.js";
import { beginsWebPage } from "./begins-web-page.js";
import type { ClaimedFetch } from "./claim-fetch.js";
import { FetchFailure, fetchErrorMessage } from "./fetch-failure.js";
import { fetchSource } from "./fetch-source.js";
import { type LoadedSource, loadSource } from "./load-source.js";
import type { Fetched } from "./source-file.js";
import { settleUnchanged, storeFetched } from "./store-fetched.js";

type FetchedFile = Extract<Fetched, { type: "file" }>;

/**
 * Performs a fetch: requests the file from the source's host, inspects it and queues it for import like an uploaded one.
 * Returns how the import ended; null when it continues, or was deleted because nothing changed. Does not change the
 * catalog.
 */
export async function performFetch(
  ctx: ImporterContext,
  work: ClaimedFetch,
  { check, signal }: HeldLease,
): Promise<FinishedOutcome | null> {
  const source = await loadSource(ctx, work);
  if (source === undefined) return finish(ctx, work, { status: "cancelled", error: "The source was deleted." });
  let file: FetchedFile | undefined;
  try {
    const fetched = await fetchSource(ctx, source, { isForced: work.isForced, signal });
    if (fetched.type === "file") file = fetched;
    check();
    if (file === undefined || (!work.isForced && file.seen.sha256 === source.seen?.sha256)) {
      count(ctx, "unchanged");
      return await finishUnchanged(ctx, work, { source, file });
    }
    await queueImport(ctx, work, { source, file });
    count(ctx, "changed");
    return null;
  } catch (error) {
    if (file !== undefined) await unlink(file.upload.path).catch(() => undefined);
    check();
    const message = error instanceof LeaseLost ? undefined : fetchErrorMessage(error);
    if (message === undefined) throw error;
    count(ctx, "failed");
    return finish(ctx, work, { status: "failed", error: message });
  }
}

const count = ({ metrics }: ImporterContext, outcome: "changed" | "unchanged" | "failed"): void =>
  metrics.counter(METRICS.sourceFetches).inc({ outcome });

async function finish(ctx: ImporterContext, work: ClaimedFetch, outcome: FinishedOutcome): Promise<FinishedOutcome> {
  await finishImport(ctx, work, outcome);
  return outcome;
}

interface FetchedSource {
  readonly source: LoadedSource;
  readonly file: FetchedFile;
}

/** The content is the same, but the entity tag or time by which the file is known may be new. */
async function finishUnchanged(
  ctx: ImporterContext,
  work: ClaimedFetch,
  { source, file }: { readonly source: LoadedSource; readonly file: FetchedFile | undefined },
): Promise<FinishedOutcome | null> {
  if (file !== undefined) await unlink(file.upload.path).catch(() => undefined);
  const seen = file?.seen ?? source.seen;
  return settleUnchanged(ctx, work, { seen, version: source.version });
}

/** Decides how the file is read and queues its import. Throws FetchFailure or a Problem when it cannot be read. */
async function queueImport(ctx: ImporterContext, work: ClaimedFetch, { source, file }: FetchedSource): Promise<void> {
  const { upload, mediaType, fileName, seen } = file;
  if (upload.bytes === 0) throw new FetchFailure("The file is empty. Nothing was changed.");
  if (await isWebPage(upload.path)) {
    throw new FetchFailure("The host answered with a web page instead of the file. Nothing was changed.");
  }
  const options = importOptionsOf(source.options, fileName);
  const bytes = (await unwrapWorkbook(upload.path)) ?? upload.bytes;
  const { plan, columns, questions } = await planImport(upload.path, { mediaType, options });
  await storeFetched(ctx, work, {
    upload: { ...upload, bytes },
    fileName,
    plan,
    columns,
    questions,
    seen,
    version: source.version,
  });
}

const HEAD_BYTES = 1_024;

/** Checks the first bytes, because servers send all kinds of files as text/html. */
async function isWebPage(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return beginsWebPage(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await file.close();
  }
}
