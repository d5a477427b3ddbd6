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
    description: "Those that can still be taken up: neither accepted nor withdrawn nor expired.",
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
    summary: "Invite a person",
    description:
      "The answer holds the link, once; nothing is mailed. It works once, for the invited address, for seven days. An " +
      "earlier open invitation of the address is replaced. Only an owner, signed in, invites owners.",
    scope: MANAGE_WORKSPACE,
    query: writeQuery,
    body: invitationCreateSchema,
    responses: { 201: invitationCreatedSchema, 200: invitationSchema },
    errors: ["limit_reached", "conflict"],
    example: { email: "ada@example.com", role: "editor" },
  }),
  getInvitation: defineRoute({
    id: "getInvitation",
    method: "GET",
    path: "/invitations/{invitation_id}",
    tag,
    summary: "Read an invitation",
    description: "One that ended is there for another week after it would have expired.",
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
    summary: "Withdraw an invitation",
    description: "Its link is dead. Withdrawing it again is no error; one that was accepted is a member to be removed.",
    scope: MANAGE_WORKSPACE,
    params: invitationParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["not_found", "conflict"],
  }),
};
