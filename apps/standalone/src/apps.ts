import type { App } from "@skucast/app-kit/app";
import type { Resources } from "@skucast/app-kit/resources";
import { createAuthServer } from "@skucast/auth-server/app";
import { authServerSettings } from "@skucast/auth-server/config";
import { createCatalogApi } from "@skucast/catalog-api/app";
import { catalogApiSettings } from "@skucast/catalog-api/config";
import { createFeedServer } from "@skucast/feed-server/app";
import { feedServerSettings } from "@skucast/feed-server/config";
import { createImporter } from "@skucast/importer/app";
import { importerSettings } from "@skucast/importer/config";
import { createMcpGateway } from "@skucast/mcp-gateway/app";
import { mcpGatewaySettings } from "@skucast/mcp-gateway/config";
import { loadConfig } from "@skucast/service-kit/config";
import { createSftpExporter } from "@skucast/sftp-exporter/app";
import { sftpExporterSettings } from "@skucast/sftp-exporter/config";
import { createWebhookDispatcher } from "@skucast/webhook-dispatcher/app";
import { webhookDispatcherSettings } from "@skucast/webhook-dispatcher/config";

type Environment = Readonly<Record<string, string | undefined>>;
type Create = (env: Environment, resources: Resources) => App;

/** The apps of a deployment, in the order in which they start. */
const APPS = {
  "webhook-dispatcher": (env, resources) =>
    createWebhookDispatcher(loadConfig(webhookDispatcherSettings, env), resources),
  "sftp-exporter": (env, resources) => createSftpExporter(loadConfig(sftpExporterSettings, env), resources),
  importer: (env, resources) => createImporter(loadConfig(importerSettings, env), resources),
  "feed-server": (env, resources) => createFeedServer(loadConfig(feedServerSettings, env), resources),
  "auth-server": (env, resources) => createAuthServer(loadConfig(authServerSettings, env), resources),
  "mcp-gateway": (env, resources) => createMcpGateway(loadConfig(mcpGatewaySettings, env), resources),
  "catalog-api": (env, resources) => createCatalogApi(loadConfig(catalogApiSettings, env), resources),
} as const satisfies Record<string, Create>;

export type AppName = keyof typeof APPS;
export const APP_NAMES = Object.keys(APPS) as AppName[];

/** The named apps, or all when none is named. Throws an error that lists the known names. */
export function appNamesOf(args: readonly string[]): readonly AppName[] {
  const unknown = args.filter((arg) => !(APP_NAMES as readonly string[]).includes(arg));
  if (unknown.length > 0) throw new Error(`There is no app ${unknown.join(", ")}; there are ${APP_NAMES.join(", ")}.`);
  return args.length === 0 ? APP_NAMES : APP_NAMES.filter((name) => args.includes(name));
}

/** Creates the apps over shared resources; each logs and reports metrics under its own name. */
export const createApps = (
  names: readonly AppName[],
  env: Environment,
  resources: Resources,
  loggerFor: (name: string) => Resources["logger"],
): App[] =>
  names.map((name) =>
    APPS[name](env, { ...resources, logger: loggerFor(name), metrics: resources.metrics.forService(name) }),
  );
