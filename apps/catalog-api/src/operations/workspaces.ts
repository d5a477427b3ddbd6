import { getMe } from "@skucast/catalog/workspaces/get-me";
import { getWorkspace } from "@skucast/catalog/workspaces/get-workspace";
import { listOwnWorkspaces } from "@skucast/catalog/workspaces/list-own-workspaces";
import { switchOwnWorkspace } from "@skucast/catalog/workspaces/switch-own-workspace";
import { updateWorkspace } from "@skucast/catalog/workspaces/update-workspace";
import type { workspaceRoutes } from "@skucast/contracts/workspaces/routes";
import type { Workspace } from "@skucast/contracts/workspaces/workspace";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { CatalogApiSettings } from "../config.js";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { resource } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function workspaceOperations({
  catalog: ctx,
  cursors,
  settings,
}: ApiContext): HandlersOf<typeof workspaceRoutes> {
  const retention = retentionOf(settings);
  const whole = (stored: Omit<Workspace, "retention">): Workspace => ({ ...stored, retention });
  return {
    getWorkspace: async ({ principal }) => resource(whole(await getWorkspace({ ctx, principal, input: {} }))),

    updateWorkspace: async (call) => {
      const options = writeOptions(call);
      const { principal, body: patch } = call;
      const updated = await updateWorkspace({ ctx, principal, input: { patch, ...options } });
      return resource(whole(updated), options.validateOnly);
    },

    getMe: async ({ principal }) => ({ json: await getMe({ ctx, principal, input: {} }) }),

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

const DAY_MS = 86_400_000;

const retentionOf = (settings: CatalogApiSettings): Workspace["retention"] => ({
  history_days: settings.SKUCAST_HISTORY_KEPT / DAY_MS,
  runs_days: settings.SKUCAST_RUNS_KEPT / DAY_MS,
  run_files: settings.SKUCAST_RUN_FILES_KEPT,
});
