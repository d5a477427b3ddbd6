import { catalogSettings, commonSettings, directorySettings, quotaSettings } from "@skucast/app-kit/settings";
import { LIMITS } from "@skucast/contracts/limits";
import { loadConfig } from "@skucast/service-kit/config";
import { commaList, integer } from "@skucast/service-kit/config-fields";
import { z } from "zod";

/** Whether a string is an origin as browsers send it: only scheme, host and port. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

export const mcpGatewaySettings = z.object({
  ...commonSettings,
  ...catalogSettings,
  ...quotaSettings,
  ...directorySettings,
  SKUCAST_REQUESTS_PER_MINUTE: integer({ min: 1, max: 10_000_000 })
    .prefault(String(LIMITS.requestsPerMinute))
    .describe("Requests per minute for each workspace."),
  SKUCAST_PUBLIC_REQUESTS_PER_MINUTE: integer({ min: 1, max: 1_000_000 })
    .prefault(String(LIMITS.publicRequestsPerMinute))
    .describe("Requests per minute to /mcp/public for each IP address."),
  SKUCAST_PUBLIC_POOL_REQUESTS_PER_MINUTE: integer({ min: 1, max: 10_000_000 })
    .prefault(String(LIMITS.publicPoolRequestsPerMinute))
    .describe(
      "Requests per minute to /mcp/public from all IP addresses together, in each process. A quarter is reserved for the first few requests of each address.",
    ),
  SKUCAST_MCP_ALLOWED_ORIGINS: commaList()
    .prefault("")
    .refine((origins) => origins.every(isOrigin), {
      error: "must be origins separated by commas, such as https://app.example.com",
    })
    .describe("Web origins (comma-separated) whose scripts may call /mcp. Default: only its own."),
  SKUCAST_MCP_ALLOWED_HOSTS: commaList()
    .prefault("")
    .describe(
      "Host names (comma-separated) that requests to /mcp may use in addition to that of the public URL, for a proxy that sets its own.",
    ),
});
export type McpGatewaySettings = z.output<typeof mcpGatewaySettings>;

export const loadSettings = (): McpGatewaySettings => loadConfig(mcpGatewaySettings, process.env);
