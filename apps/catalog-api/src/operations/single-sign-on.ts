import { deleteSingleSignOn } from "@skucast/catalog/single-sign-on/delete-single-sign-on";
import { getSingleSignOn } from "@skucast/catalog/single-sign-on/get-single-sign-on";
import { putSingleSignOn } from "@skucast/catalog/single-sign-on/put-single-sign-on";
import type { singleSignOnRoutes } from "@skucast/contracts/single-sign-on/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { noContent, resource } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function singleSignOnOperations({ catalog: ctx }: ApiContext): HandlersOf<typeof singleSignOnRoutes> {
  return {
    getSingleSignOn: async ({ principal }) => resource(await getSingleSignOn({ ctx, principal, input: {} })),

    putSingleSignOn: async (call) => {
      const options = writeOptions(call);
      const input = { settings: call.body, ...options };
      return resource(await putSingleSignOn({ ctx, principal: call.principal, input }), options.validateOnly);
    },

    deleteSingleSignOn: async (call) => {
      await deleteSingleSignOn({ ctx, principal: call.principal, input: writeOptions(call) });
      return noContent;
    },
  };
}
