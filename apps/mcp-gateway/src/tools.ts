import type { Tool } from "./tools/define-tool.js";
import { getProduct } from "./tools/get-product.js";
import { getRun } from "./tools/get-run.js";
import { listChannels } from "./tools/list-channels.js";
import { listFeeds } from "./tools/list-feeds.js";

/** The tools of /mcp, in the order in which clients see them. */
export const TOOLS: readonly Tool[] = [getProduct, listChannels, listFeeds, getRun];
