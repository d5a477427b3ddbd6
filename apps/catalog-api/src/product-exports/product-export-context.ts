import type { CatalogContext } from "@skucast/catalog/context";
import type { FileStore } from "@skucast/file-store/file-store";
import type { Logger } from "@skucast/service-kit/logger";

/** Everything that exports of products use. */
export interface ProductExportContext {
  readonly catalog: CatalogContext;
  /** The store of the runs' files, which also has the segments of exports. */
  readonly files: FileStore;
  readonly logger: Logger;
}
