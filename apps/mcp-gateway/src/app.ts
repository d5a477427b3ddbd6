import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import { type RunningConsumers, startConsumers } from "@skucast/events/start-consumers";
import { createRawRouter } from "@skucast/http-kit/raw-router";
import type { McpGatewaySettings } from "./config.js";
import { consumers } from "./consumers.js";
import { createContext } from "./context.js";
import { createMcpEndpoint } from "./endpoint/mcp-endpoint.js";
import { createPublicEndpoint } from "./endpoint/public-endpoint.js";
import { createIconHandler } from "./endpoint/serve-icons.js";
import { ICONS_PATH } from "./server/server-info.js";
import { PUBLIC_SURFACE, WORKSPACE_SURFACE } from "./surface.js";

/** The MCP servers: /mcp for apps and API keys, and the separate /mcp/public for everyone. */
export function createMcpGateway(settings: McpGatewaySettings, resources: Resources): App {
  const ctx = createContext(settings, resources);
  const own = createMcpEndpoint(ctx, WORKSPACE_SURFACE);
  const open = createPublicEndpoint(ctx, PUBLIC_SURFACE);
  let consuming: RunningConsumers | undefined;
  return {
    name: "mcp-gateway",
    mounts: [
      { path: "/mcp", router: createRawRouter({ tracer: "mcp-gateway", handle: own.handle }) },
      { path: "/mcp/public", router: createRawRouter({ tracer: "mcp-gateway", handle: open.handle }) },
      { path: ICONS_PATH, router: createRawRouter({ tracer: "mcp-gateway", handle: createIconHandler() }) },
    ],
    start: async () => {
      consuming = await startConsumers(resources.bus, consumers(ctx));
    },
    drain: async () => {
      await consuming?.stop();
    },
    stop: async () => {
      await Promise.all([own.close(), open.close(), consuming?.stop()]);
    },
  };
}
