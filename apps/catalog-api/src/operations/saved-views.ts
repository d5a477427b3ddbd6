import { deleteSavedView } from "@skucast/catalog/saved-views/delete-saved-view";
import { listSavedViews } from "@skucast/catalog/saved-views/list-saved-views";
import { saveView } from "@skucast/catalog/saved-views/save-view";
import type { savedViewRoutes } from "@skucast/contracts/saved-views/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { noContent } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function savedViewOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof savedViewRoutes> {
  return {
    listSavedViews: (call) => {
      const { principal, query } = call;
      return page(cursors, call, { name: "saved-views", filter: { list: query.list } }, (input) =>
        listSavedViews({ ctx, principal, input: { ...input, list: query.list } }),
      );
    },

    saveView: async (call) => {
      const input = { view: call.body, ...writeOptions(call) };
      return { json: await saveView({ ctx, principal: call.principal, input }) };
    },

    deleteSavedView: async (call) => {
      const input = { id: call.params.view_id, ...writeOptions(call) };
      await deleteSavedView({ ctx, principal: call.principal, input });
      return noContent;
    },
  };
}
