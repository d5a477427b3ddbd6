import type { MessageHandler } from "@skucast/events/bus";
import { QUEUES, type QueueDefinition } from "@skucast/events/topology";
import type { McpContext } from "./context.js";
import { createSearchIndexer } from "./search/index-product.js";

interface ConsumerEntry {
  readonly queue: QueueDefinition;
  readonly handler: MessageHandler;
  /** Messages in hand at once: those that come together share a statement. */
  readonly prefetch: number;
}

/** Every queue that the MCP server listens to. */
export const consumers = ({ catalog }: Pick<McpContext, "catalog">): ConsumerEntry[] => [
  { queue: QUEUES.searchProducts, handler: createSearchIndexer(catalog.db), prefetch: 200 },
];
