import type { Tool } from "./tools/define-tool.js";
import { deleteProducts } from "./tools/delete-products.js";
import { discardRun } from "./tools/discard-run.js";
import { fetchProduct } from "./tools/fetch.js";
import { getChannelIssues } from "./tools/get-channel-issues.js";
import { getProduct } from "./tools/get-product.js";
import { getProductHistory } from "./tools/get-product-history.js";
import { getRun } from "./tools/get-run.js";
import { listChannels } from "./tools/list-channels.js";
import { listFeeds } from "./tools/list-feeds.js";
import { listRuns } from "./tools/list-runs.js";
import { listSources } from "./tools/list-sources.js";
import { listWebhookDeliveries } from "./tools/list-webhook-deliveries.js";
import { lookupCatalog } from "./tools/lookup-catalog.js";
import { previewFeed } from "./tools/preview-feed.js";
import { previewImport } from "./tools/preview-import.js";
import { releaseRun } from "./tools/release-run.js";
import { rollbackFeed } from "./tools/rollback-feed.js";
import { runFeed } from "./tools/run-feed.js";
import { runSource } from "./tools/run-source.js";
import { search } from "./tools/search.js";
import { searchCatalog } from "./tools/search-catalog.js";
import { updateChannel } from "./tools/update-channel.js";
import { upsertProducts } from "./tools/upsert-products.js";
import { validateProducts } from "./tools/validate-products.js";

/** The tools of /mcp, in the order shown to clients. */
export const TOOLS: readonly Tool[] = [
  searchCatalog,
  lookupCatalog,
  getProduct,
  getProductHistory,
  validateProducts,
  upsertProducts,
  deleteProducts,
  listSources,
  runSource,
  previewImport,
  listChannels,
  getChannelIssues,
  updateChannel,
  listFeeds,
  previewFeed,
  runFeed,
  listRuns,
  getRun,
  releaseRun,
  discardRun,
  rollbackFeed,
  listWebhookDeliveries,
  search,
  fetchProduct,
];
