import type { QueueConsumer } from "@skucast/events/start-consumers";
import { QUEUES } from "@skucast/events/topology";
import type { McpContext } from "./context.js";
import { createSearchIndexer } from "./search/index-product.js";

/** Every queue that the MCP server consumes. */
export const consumers = ({ catalog }: Pick<McpContext, "catalog">): QueueConsumer[] => [
  // Messages that are handled at the same time share a statement.
  { queue: QUEUES.searchProducts, handler: createSearchIndexer(catalog.db), prefetch: 200 },
];
