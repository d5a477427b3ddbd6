import type { App } from "@skucast/app-kit/app";
import { closedDoor } from "@skucast/http-kit/closed-door";

const SENTENCE = "The MCP server is not part of this version; use the REST API.";

/** The doors of the MCP server: /mcp for tokens, /mcp/public for everyone. */
export function createMcpGateway(): App {
  return {
    name: "mcp-gateway",
    mounts: [{ path: "/mcp", router: closedDoor(SENTENCE) }],
    start: async () => {},
    drain: async () => {},
    stop: async () => {},
  };
}
