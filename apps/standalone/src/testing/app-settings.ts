import { authServerSettings } from "@skucast/auth-server/config";
import { catalogApiSettings } from "@skucast/catalog-api/config";
import { feedServerSettings } from "@skucast/feed-server/config";
import { importerSettings } from "@skucast/importer/config";
import { mcpGatewaySettings } from "@skucast/mcp-gateway/config";
import { sftpExporterSettings } from "@skucast/sftp-exporter/config";
import { webhookDispatcherSettings } from "@skucast/webhook-dispatcher/config";
import type { z } from "zod";
import type { AppName } from "../apps.js";

/** The settings that each app reads, as its `config.ts` defines them. */
export const APP_SETTINGS = {
  "catalog-api": catalogApiSettings,
  "webhook-dispatcher": webhookDispatcherSettings,
  "sftp-exporter": sftpExporterSettings,
  importer: importerSettings,
  "feed-server": feedServerSettings,
  "auth-server": authServerSettings,
  "mcp-gateway": mcpGatewaySettings,
} as const satisfies Record<AppName, z.ZodObject>;
