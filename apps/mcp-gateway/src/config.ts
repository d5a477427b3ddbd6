import { commonSettings } from "@skucast/app-kit/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { z } from "zod";

export const mcpGatewaySettings = z.object(commonSettings);
export type McpGatewaySettings = z.output<typeof mcpGatewaySettings>;

export const loadSettings = (): McpGatewaySettings => loadConfig(mcpGatewaySettings, process.env);
