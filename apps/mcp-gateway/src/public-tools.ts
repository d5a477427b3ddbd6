import { describeChannelProfile } from "./public-tools/describe-channel-profile.js";
import { publicFetch } from "./public-tools/fetch.js";
import { getPublicProduct } from "./public-tools/get-product.js";
import { listPublicCatalogs } from "./public-tools/list-public-catalogs.js";
import { lookupPublicCatalog } from "./public-tools/lookup-catalog.js";
import { publicSearch } from "./public-tools/search.js";
import { searchPublicCatalog } from "./public-tools/search-catalog.js";
import { validatePublicProducts } from "./public-tools/validate-products.js";
import type { Tool } from "./tools/define-tool.js";

/** The tools of /mcp/public, in the order shown to clients. */
export const PUBLIC_TOOLS: readonly Tool[] = [
  searchPublicCatalog,
  lookupPublicCatalog,
  getPublicProduct,
  listPublicCatalogs,
  validatePublicProducts,
  describeChannelProfile,
  publicSearch,
  publicFetch,
];
