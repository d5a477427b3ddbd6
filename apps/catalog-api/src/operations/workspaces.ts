import { getMe } from "@skucast/catalog/workspaces/get-me";
import { listOwnWorkspaces } from "@skucast/catalog/workspaces/list-own-workspaces";
import { switchOwnWorkspace } from "@skucast/catalog/workspaces/switch-own-workspace";
import type { workspaceRoutes } from "@skucast/contracts/workspaces/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";

export function workspaceOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof workspaceRoutes> {
  return {
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
