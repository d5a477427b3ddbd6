import { listMembers } from "@skucast/catalog/members/list-members";
import { removeMember } from "@skucast/catalog/members/remove-member";
import { updateMember } from "@skucast/catalog/members/update-member";
import type { memberRoutes } from "@skucast/contracts/members/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { noContent } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function memberOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof memberRoutes> {
  return {
    listMembers: (call) =>
      page(cursors, call, { name: "members", filter: {} }, (input) =>
        listMembers({ ctx, principal: call.principal, input }),
      ),

    updateMember: async (call) => {
      const input = { userId: call.params.user_id, patch: call.body, ...writeOptions(call) };
      return { json: await updateMember({ ctx, principal: call.principal, input }) };
    },

    removeMember: async (call) => {
      const input = { userId: call.params.user_id, ...writeOptions(call) };
      await removeMember({ ctx, principal: call.principal, input });
      return noContent;
    },
  };
}
