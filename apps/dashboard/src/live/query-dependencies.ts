import type { ChangeKind } from "@skucast/contracts/live/change-kinds";
import type { Routes } from "@skucast/contracts/routes";
import type { RouteId } from "../api/client.js";

type ReadId = { [Id in RouteId]: Routes[Id]["method"] extends "GET" ? Id : never }[RouteId];

/**
 * The kinds of resources that each GET route's response shows: it is refetched when one of them changes. Forms merge what was
 * changed elsewhere into what the user has typed (use-draft.ts).
 */
const QUERY_DEPENDENCIES = {
  listProducts: ["product"],
  getProduct: ["product"],
  listProductHistory: ["product"],
  listImports: ["import"],
  getImport: ["import"],
  getImportErrors: ["import"],
  getImportReport: ["import"],
  listImportedRows: ["import"],
  listSources: ["source", "import"],
  getSource: ["source", "import"],
  listSourceRuns: ["import"],
  listChannels: ["channel"],
  getChannel: ["channel"],
  getChannelStatistics: ["channel_statistics"],
  listChannelProfiles: ["channel_profile"],
  getChannelProfile: [],
  listLookupTables: ["lookup_table"],
  getLookupTable: ["lookup_table"],
  listLookupRows: ["lookup_table"],
  listProductChannels: ["product", "channel", "channel_statistics", "run"],
  listChannelIssues: ["product", "channel", "channel_statistics"],
  listFeeds: ["feed", "run"],
  getFeed: ["feed", "run"],
  listRuns: ["run"],
  getRun: ["run"],
  listRunIssues: ["run"],
  getRunFile: [],
  listPullCredentials: ["pull_credential"],
  getPullCredential: ["pull_credential"],
  listDestinations: ["destination"],
  getDestination: ["destination"],
  listWebhookEndpoints: ["webhook_endpoint"],
  getWebhookEndpoint: ["webhook_endpoint"],
  listWebhookRecoveries: ["webhook_endpoint", "delivery"],
  getWebhookStatistics: ["delivery"],
  listDeliveries: ["delivery"],
  listAllDeliveries: ["delivery"],
  getDelivery: ["delivery"],
  listEvents: ["product", "channel", "feed", "run", "import", "source", "webhook_endpoint"],
  getEvent: [],
  listEventTypes: [],
  getWorkspace: ["workspace"],
  listProductExports: ["product_export"],
  getProductExport: ["product_export"],
  getProductExportFile: [],
  listWorkspaceExports: ["workspace"],
  getWorkspaceExport: ["workspace"],
  getWorkspaceArchive: [],
  listWorkspaceImports: ["workspace"],
  getWorkspaceImport: ["workspace"],
  listDomains: ["domain"],
  getSingleSignOn: ["single_sign_on"],
  getQuotas: ["product", "channel", "feed", "destination", "source", "webhook_endpoint"],
  getMe: ["workspace", "member"],
  getNotificationSettings: ["member"],
  listSavedViews: [],
  listIncidents: ["run", "import", "source", "webhook_endpoint", "delivery"],
  listOwnWorkspaces: ["workspace"],
  listMembers: ["member"],
  listInvitations: ["invitation", "member"],
  getInvitation: ["invitation"],
  listApiKeys: ["api_key"],
  getApiKey: ["api_key"],
  listConnectedApps: ["connected_app"],
  listAuditLog: ["audit_entry"],
  exportAuditLog: [],
  watchChanges: [],
} as const satisfies Record<ReadId, readonly ChangeKind[]>;

/** Whether the response of a route depends on resources of the kind. `routeId` is the first member of the query key. */
export function dependsOn(routeId: unknown, kind: string): boolean {
  const shown: Readonly<Record<string, readonly string[]>> = QUERY_DEPENDENCIES;
  return typeof routeId === "string" && (shown[routeId]?.includes(kind) ?? false);
}
