import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import { createRawRouter } from "@skucast/http-kit/raw-router";
import type { McpGatewaySettings } from "./config.js";
import { createContext } from "./context.js";
import { createMcpEndpoint } from "./endpoint/mcp-endpoint.js";
import { createPublicEndpoint } from "./endpoint/public-endpoint.js";
import { createIconHandler } from "./endpoint/serve-icons.js";
import { createSearchIndexer } from "./search/search-indexer.js";
import { ICONS_PATH } from "./server/server-info.js";
import { PUBLIC_SURFACE, WORKSPACE_SURFACE } from "./surface.js";

/** The MCP servers: /mcp for apps and API keys, and the separate /mcp/public for everyone. */
export function createMcpGateway(settings: McpGatewaySettings, resources: Resources): App {
  const ctx = createContext(settings, resources);
  const own = createMcpEndpoint(ctx, WORKSPACE_SURFACE);
  const open = createPublicEndpoint(ctx, PUBLIC_SURFACE);
  const indexer = createSearchIndexer(resources);
  return {
    name: "mcp-gateway",
    mounts: [
      { path: "/mcp", router: createRawRouter({ tracer: "mcp-gateway", handle: own.handle }) },
      { path: "/mcp/public", router: createRawRouter({ tracer: "mcp-gateway", handle: open.handle }) },
      { path: ICONS_PATH, router: createRawRouter({ tracer: "mcp-gateway", handle: createIconHandler() }) },
    ],
    start: async () => {
      indexer.start();
    },
    drain: indexer.stop,
    stop: async () => {
      await Promise.all([own.close(), open.close(), indexer.stop()]);
    },
  };
}
