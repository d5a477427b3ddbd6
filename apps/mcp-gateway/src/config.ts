import { catalogSettings, commonSettings } from "@skucast/app-kit/settings";
import { LIMITS } from "@skucast/contracts/limits";
import { loadConfig } from "@skucast/service-kit/config";
import { commaList, integer } from "@skucast/service-kit/config-fields";
import { z } from "zod";

/** Whether it is an origin as browsers send it: scheme, host and port alone. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

export const mcpGatewaySettings = z.object({
  ...commonSettings,
  ...catalogSettings,
  SKUCAST_REQUESTS_PER_MINUTE: integer({ min: 1, max: 10_000_000 })
    .prefault(String(LIMITS.requestsPerMinute))
    .describe("Requests that each workspace may send in a minute."),
  SKUCAST_PUBLIC_REQUESTS_PER_MINUTE: integer({ min: 1, max: 1_000_000 })
    .prefault(String(LIMITS.publicRequestsPerMinute))
    .describe("Requests that each address may send to /mcp/public in a minute."),
  SKUCAST_PUBLIC_POOL_REQUESTS_PER_MINUTE: integer({ min: 1, max: 10_000_000 })
    .prefault(String(LIMITS.publicPoolRequestsPerMinute))
    .describe(
      "Requests to /mcp/public in a minute from all addresses together, in each process; a quarter is kept for the first few of each address.",
    ),
  SKUCAST_MCP_ALLOWED_ORIGINS: commaList()
    .prefault("")
    .refine((origins) => origins.every(isOrigin), {
      error: "must be origins separated by commas, such as https://app.example.com",
    })
    .describe("Web pages (origins, comma-separated) whose scripts may call /mcp; default none but its own."),
  SKUCAST_MCP_ALLOWED_HOSTS: commaList()
    .prefault("")
    .describe(
      "Host names (comma-separated) that requests to /mcp may name beside the public address', for a proxy that sets its own.",
    ),
});
export type McpGatewaySettings = z.output<typeof mcpGatewaySettings>;

export const loadSettings = (): McpGatewaySettings => loadConfig(mcpGatewaySettings, process.env);
