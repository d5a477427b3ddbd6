import { publicUrlOf } from "@skucast/app-kit/open-origin";
import { createInvitation } from "@skucast/catalog/invitations/create-invitation";
import { getInvitation } from "@skucast/catalog/invitations/get-invitation";
import { listInvitations } from "@skucast/catalog/invitations/list-invitations";
import { revokeInvitation } from "@skucast/catalog/invitations/revoke-invitation";
import type { invitationRoutes } from "@skucast/contracts/invitations/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { createdWithSecret, noContent } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function invitationOperations({
  catalog: ctx,
  cursors,
  settings,
}: ApiContext): HandlersOf<typeof invitationRoutes> {
  const linkOf = (token: string) => `${publicUrlOf(settings)}/invitations/${token}`;
  return {
    listInvitations: (call) =>
      page(cursors, call, { name: "invitations", filter: {} }, (input) =>
        listInvitations({ ctx, principal: call.principal, input }),
      ),

    createInvitation: async (call) => {
      const options = writeOptions(call);
      const input = { invitation: call.body, ...options };
      const { invitation, token } = await createInvitation({ ctx, principal: call.principal, input });
      const shown = options.validateOnly ? invitation : { ...invitation, url: linkOf(token) };
      return createdWithSecret(shown, "/invitations", options.validateOnly);
    },

    getInvitation: async ({ principal, params }) => ({
      json: await getInvitation({ ctx, principal, input: { id: params.invitation_id } }),
    }),

    revokeInvitation: async (call) => {
      const input = { id: call.params.invitation_id, ...writeOptions(call) };
      await revokeInvitation({ ctx, principal: call.principal, input });
      return noContent;
    },
  };
}
