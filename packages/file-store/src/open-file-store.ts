import type { FileStore } from "./file-store.js";
import { createLocalStore } from "./local-store.js";
import { bucketOf, type FileStoreSettings } from "./settings.js";

/** Opens the store that the settings name. Accesses it only when a file is accessed. */
export function openFileStore(settings: FileStoreSettings): FileStore {
  const location = bucketOf(settings.SKUCAST_FILE_STORE);
  if (!location) return createLocalStore(settings.SKUCAST_FILES_DIR);
  const { SKUCAST_S3_ACCESS_KEY_ID: accessKeyId, SKUCAST_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  return openLazily(async () => {
    const { createS3Store } = await import("./s3-store.js");
    return createS3Store({
      ...location,
      endpoint: settings.SKUCAST_S3_ENDPOINT,
      region: settings.SKUCAST_S3_REGION,
      keys: accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : undefined,
      spoolDir: settings.SKUCAST_FILES_DIR,
    });
  });
}

/** The S3 client needs about 40 MB of memory, so it is loaded only when it is used. */
function openLazily(load: () => Promise<FileStore>): FileStore {
  let loaded: Promise<FileStore> | undefined;
  const store = () => (loaded ??= load());
  return {
    write: async (...call) => (await store()).write(...call),
    open: async (...call) => (await store()).open(...call),
    copy: async (...call) => (await store()).copy(...call),
    folders: async (...call) => (await store()).folders(...call),
    remove: async (...call) => (await store()).remove(...call),
    removeIncompleteFiles: async (...call) => (await store()).removeIncompleteFiles(...call),
    close: () => void loaded?.then((opened) => opened.close()),
  };
}
