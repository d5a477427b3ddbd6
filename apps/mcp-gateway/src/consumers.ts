import type { MessageHandler } from "@skucast/events/bus";
import { QUEUES, type QueueDefinition } from "@skucast/events/topology";
import type { McpContext } from "./context.js";
import { createSearchIndexer } from "./search/index-product.js";

interface ConsumerEntry {
  readonly queue: QueueDefinition;
  readonly handler: MessageHandler;
  /** Messages processed at once. Messages that arrive together share a statement. */
  readonly prefetch: number;
}

/** Every queue that the MCP server consumes. */
export const consumers = ({ catalog }: Pick<McpContext, "catalog">): ConsumerEntry[] => [
  { queue: QUEUES.searchProducts, handler: createSearchIndexer(catalog.db), prefetch: 200 },
];
