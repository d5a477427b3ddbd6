import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import { closedDoor } from "@skucast/http-kit/closed-door";
import { rawRouter } from "@skucast/http-kit/raw-router";
import type { McpGatewaySettings } from "./config.js";
import { createContext } from "./context.js";
import { createMcpEndpoint } from "./endpoint/mcp-endpoint.js";
import { WORKSPACE_SURFACE } from "./surface.js";

const PUBLIC_SENTENCE = "The anonymous MCP server is not part of this version; connect to /mcp.";

/** The MCP server: /mcp for an app's token or an API key; /mcp/public, for everyone, is not open yet. */
export function createMcpGateway(settings: McpGatewaySettings, resources: Resources): App {
  const endpoint = createMcpEndpoint(createContext(settings, resources), WORKSPACE_SURFACE);
  return {
    name: "mcp-gateway",
    mounts: [
      { path: "/mcp", router: rawRouter({ tracer: "mcp-gateway", handle: endpoint.handle }) },
      { path: "/mcp/public", router: closedDoor(PUBLIC_SENTENCE) },
    ],
    start: async () => {},
    drain: async () => {},
    stop: () => endpoint.close(),
  };
}
