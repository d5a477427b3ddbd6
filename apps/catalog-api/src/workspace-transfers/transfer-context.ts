import type { CatalogContext } from "@skucast/catalog/context";
import type { FileStore } from "@skucast/file-store/file-store";
import type { Logger } from "@skucast/service-kit/logger";

/** Everything that exports and imports of workspaces use. */
export interface TransferContext {
  readonly catalog: CatalogContext;
  /** The store of the runs' files, which also has the parts of archives. */
  readonly files: FileStore;
  /** Folder of uploaded archives. */
  readonly uploadsDir: string;
  readonly logger: Logger;
}
