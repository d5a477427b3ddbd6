import type { Readable } from "node:stream";
import type { FileStore, StoredFile } from "@skucast/file-store/file-store";
import { StoreUnavailable } from "@skucast/file-store/store-unavailable";
import type { Logger } from "@skucast/service-kit/logger";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";

/** Message for partners while the store is unavailable. */
export const STORE_UNAVAILABLE = "The files are temporarily unavailable. Try again in a minute.";

/**
 * Wraps the store for downloads. Counts every failure, but logs only when the store becomes unavailable and when it becomes
 * available again, so that a hundred requests do not write a hundred lines.
 */
export function watchStore(
  store: Pick<FileStore, "open">,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): Pick<FileStore, "open"> {
  const failures = metrics.counterFromZero(METRICS.feedStoreFailures);
  let isReachable = true;

  function noteFailure(err: unknown): void {
    failures.inc();
    if (isReachable) logger.error({ event: "pull.store_unavailable", err }, "the file store cannot be used");
    isReachable = false;
  }

  function noteSuccess(): void {
    if (!isReachable) logger.info({ event: "pull.store_available" }, "the file store can be used again");
    isReachable = true;
  }

  async function watched<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      noteSuccess();
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable) noteFailure(error);
      throw error;
    }
  }

  const watchFile = (file: StoredFile): StoredFile => ({
    ...file,
    read: (offset, length) => watched(file.read(offset, length)),
    stream: async (range) => (await watched(file.stream(range))).once("error", noteStreamError),
  });

  /** A stream also ends with an error when its reader disconnects, so only the store's own failures count. */
  function noteStreamError(this: Readable, error: Error): void {
    if (error instanceof StoreUnavailable) noteFailure(error);
  }

  return {
    async open(key) {
      const file = await watched(store.open(key));
      return file && watchFile(file);
    },
  };
}
