import type { FileStore } from "./file-store.js";
import { createLocalStore } from "./local-store.js";
import { bucketOf, type FileStoreSettings } from "./settings.js";

/** The store that the settings name. Nothing is looked at before the first file. */
export function openFileStore(settings: FileStoreSettings): FileStore {
  const place = bucketOf(settings.SKUCAST_FILE_STORE);
  if (!place) return createLocalStore(settings.SKUCAST_FILES_DIR);
  const { SKUCAST_S3_ACCESS_KEY_ID: accessKeyId, SKUCAST_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  return atFirstUse(async () => {
    const { createS3Store } = await import("./s3-store.js");
    return createS3Store({
      ...place,
      endpoint: settings.SKUCAST_S3_ENDPOINT,
      region: settings.SKUCAST_S3_REGION,
      keys: accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : undefined,
      spoolDir: settings.SKUCAST_FILES_DIR,
    });
  });
}

/** The S3 client is some 40 MB of memory: only those who have such a store load it. */
function atFirstUse(load: () => Promise<FileStore>): FileStore {
  let loaded: Promise<FileStore> | undefined;
  const store = () => (loaded ??= load());
  return {
    write: async (...call) => (await store()).write(...call),
    open: async (...call) => (await store()).open(...call),
    copy: async (...call) => (await store()).copy(...call),
    folders: async (...call) => (await store()).folders(...call),
    remove: async (...call) => (await store()).remove(...call),
    removeHalfWritten: async (...call) => (await store()).removeHalfWritten(...call),
    close: () => void loaded?.then((opened) => opened.close()),
  };
}
