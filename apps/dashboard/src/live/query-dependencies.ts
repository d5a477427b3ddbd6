import type { ChangeKind } from "@skucast/contracts/live/change-kinds";
import type { Routes } from "@skucast/contracts/routes";
import type { RouteId } from "../api/client.js";

type ReadId = { [Id in RouteId]: Routes[Id]["method"] extends "GET" ? Id : never }[RouteId];

/**
 * What is shown of what each read answers: it is asked again when something of these kinds changes. Whole resources that
 * stand in a form on their page are left alone: what is being typed must not be swept away.
 */
const QUERY_DEPENDENCIES = {
  listProducts: ["product"],
  getProduct: [],
  listImports: ["import"],
  getImport: ["import"],
  getImportErrors: ["import"],
  listSources: ["source", "import"],
  getSource: ["source", "import"],
  listSourceRuns: ["import"],
  listChannels: ["channel"],
  getChannel: [],
  listChannelProfiles: [],
  getChannelProfile: [],
  listProductChannels: ["product", "channel", "run"],
  listChannelIssues: ["product", "channel"],
  listFeeds: ["feed", "run"],
  getFeed: ["feed", "run"],
  listRuns: ["run"],
  getRun: ["run"],
  listRunIssues: ["run"],
  getRunFile: [],
  listPullCredentials: ["pull_credential"],
  getPullCredential: ["pull_credential"],
  listDestinations: ["destination"],
  getDestination: [],
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
  getWorkspace: [],
  getMe: ["workspace", "member"],
  listOwnWorkspaces: ["workspace"],
  listMembers: ["member"],
  listInvitations: ["invitation", "member"],
  getInvitation: ["invitation"],
  listApiKeys: ["api_key"],
  getApiKey: ["api_key"],
  listConnectedApps: ["connected_app"],
  listAuditLog: ["audit_entry"],
  watchChanges: [],
} as const satisfies Record<ReadId, readonly ChangeKind[]>;

/** Whether a query, by the route id that its key begins with, shows something of the kind. */
export function dependsOn(routeId: unknown, kind: ChangeKind): boolean {
  const shown: Readonly<Record<string, readonly ChangeKind[]>> = QUERY_DEPENDENCIES;
  return typeof routeId === "string" && (shown[routeId]?.includes(kind) ?? false);
}
