import { listConnectedApps } from "@skucast/catalog/connected-apps/list-connected-apps";
import { revokeConnectedApp } from "@skucast/catalog/connected-apps/revoke-connected-app";
import type { connectedAppRoutes } from "@skucast/contracts/connected-apps/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { noContent } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function connectedAppOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof connectedAppRoutes> {
  return {
    listConnectedApps: (call) =>
      page(cursors, call, { name: "connected-apps", filter: {} }, (input) =>
        listConnectedApps({ ctx, principal: call.principal, input }),
      ),

    revokeConnectedApp: async (call) => {
      const input = { id: call.params.connected_app_id, ...writeOptions(call) };
      await revokeConnectedApp({ ctx, principal: call.principal, input });
      return noContent;
    },
  };
}
