import { defineRoute } from "../define-route.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import {
  invitationCreatedSchema,
  invitationCreateSchema,
  invitationListQuery,
  invitationListSchema,
  invitationParams,
  invitationSchema,
  writeQuery,
} from "./invitation.js";

const tag = "Invitations";

export const invitationRoutes = {
  listInvitations: defineRoute({
    id: "listInvitations",
    method: "GET",
    path: "/invitations",
    tag,
    summary: "List open invitations",
    description: "Invitations that can still be accepted.",
    scope: MANAGE_WORKSPACE,
    query: invitationListQuery,
    responses: { 200: invitationListSchema },
    errors: ["invalid_cursor"],
  }),
  createInvitation: defineRoute({
    id: "createInvitation",
    method: "POST",
    path: "/invitations",
    tag,
    summary: "Create an invitation",
    description:
      "The link is mailed to the address, and the response contains it once. The link works once, for the invited email address, for " +
      "seven days. An earlier open invitation of the address is replaced. Only a signed-in owner can invite owners.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    query: writeQuery,
    body: invitationCreateSchema,
    responses: { 201: invitationCreatedSchema, 200: invitationSchema },
    errors: ["limit_reached", "conflict", "confirmed_address_required", "reauthentication_required"],
    example: { email: "ada@example.com", role: "editor" },
  }),
  getInvitation: defineRoute({
    id: "getInvitation",
    method: "GET",
    path: "/invitations/{invitation_id}",
    tag,
    summary: "Retrieve an invitation",
    description: "An invitation that ended can be read for a week after its expiry time.",
    scope: MANAGE_WORKSPACE,
    params: invitationParams,
    responses: { 200: invitationSchema },
    errors: ["not_found"],
  }),
  revokeInvitation: defineRoute({
    id: "revokeInvitation",
    method: "DELETE",
    path: "/invitations/{invitation_id}",
    tag,
    summary: "Revoke an invitation",
    description:
      "Its link stops working. Revoking it again is not an error. If it was accepted, remove the member instead.",
    scope: MANAGE_WORKSPACE,
    params: invitationParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["not_found", "conflict"],
  }),
};
