import { transferOwnership } from "@skucast/catalog/members/transfer-ownership";
import { getQuotas } from "@skucast/catalog/quotas/get-quotas";
import { getMe } from "@skucast/catalog/workspaces/get-me";
import { getWorkspace } from "@skucast/catalog/workspaces/get-workspace";
import { listOwnWorkspaces } from "@skucast/catalog/workspaces/list-own-workspaces";
import { cancelDeletion, requestDeletion } from "@skucast/catalog/workspaces/request-deletion";
import { switchOwnWorkspace } from "@skucast/catalog/workspaces/switch-own-workspace";
import { updateMe } from "@skucast/catalog/workspaces/update-me";
import { updateWorkspace } from "@skucast/catalog/workspaces/update-workspace";
import type { Principal } from "@skucast/contracts/principal";
import type { Me, workspaceRoutes } from "@skucast/contracts/workspaces/routes";
import type { Workspace } from "@skucast/contracts/workspaces/workspace";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { CatalogApiSettings } from "../config.js";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { noContent, resource } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function workspaceOperations({
  catalog: ctx,
  cursors,
  settings,
}: ApiContext): HandlersOf<typeof workspaceRoutes> {
  const retention = retentionOf(settings);
  const withRetention = (stored: Omit<Workspace, "retention">): Workspace => ({ ...stored, retention });
  const withOutboxPath = (principal: Principal, me: Me): Me =>
    principal.kind === "user" && hasOutbox(settings) ? { ...me, outbox_path: "/outbox" } : me;
  return {
    getWorkspace: async ({ principal }) => resource(withRetention(await getWorkspace({ ctx, principal, input: {} }))),

    updateWorkspace: async (call) => {
      const options = writeOptions(call);
      const { principal, body: patch } = call;
      const updated = await updateWorkspace({ ctx, principal, input: { patch, ...options } });
      return resource(withRetention(updated), options.validateOnly);
    },

    getQuotas: async ({ principal }) => ({ json: await getQuotas({ ctx, principal, input: {} }) }),

    requestWorkspaceDeletion: async (call) => {
      const options = writeOptions(call);
      const input = { name: call.body.name, ...options };
      const stored = await requestDeletion({ ctx, principal: call.principal, input });
      return resource(withRetention(stored), options.validateOnly);
    },

    cancelWorkspaceDeletion: async (call) => {
      const options = writeOptions(call);
      const stored = await cancelDeletion({ ctx, principal: call.principal, input: options });
      return resource(withRetention(stored), options.validateOnly);
    },

    transferOwnership: async (call) => {
      const input = { userId: call.body.user_id, ...writeOptions(call) };
      await transferOwnership({ ctx, principal: call.principal, input });
      return noContent;
    },

    getMe: async ({ principal }) => ({ json: withOutboxPath(principal, await getMe({ ctx, principal, input: {} })) }),

    updateMe: async (call) => {
      const { principal, body: patch } = call;
      return {
        json: withOutboxPath(principal, await updateMe({ ctx, principal, input: { patch, ...writeOptions(call) } })),
      };
    },

    listOwnWorkspaces: (call) =>
      page(cursors, call, { name: "own-workspaces", filter: {} }, (input) =>
        listOwnWorkspaces({ ctx, principal: call.principal, input }),
      ),

    switchWorkspace: async ({ principal, body, query }) => {
      const input = { workspaceId: body.workspace_id, validateOnly: query.validate_only };
      return { json: await switchOwnWorkspace({ ctx, principal, input }) };
    },
  };
}

const hasOutbox = ({ SKUCAST_SMTP_URL: smtpUrl, SKUCAST_MAIL_OUTBOX: outbox }: CatalogApiSettings): boolean =>
  smtpUrl === undefined && outbox === "shown";

const DAY_MS = 86_400_000;

const retentionOf = (settings: CatalogApiSettings): Workspace["retention"] => ({
  history_days: settings.SKUCAST_HISTORY_KEPT / DAY_MS,
  deleted_products_days: settings.SKUCAST_DELETED_PRODUCTS_KEPT / DAY_MS,
  runs_days: settings.SKUCAST_RUNS_KEPT / DAY_MS,
  imports_days: settings.SKUCAST_IMPORTS_KEPT / DAY_MS,
  run_files: settings.SKUCAST_RUN_FILES_KEPT,
});
