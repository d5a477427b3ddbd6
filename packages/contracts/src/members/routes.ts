import { defineRoute } from "../define-route.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import {
  memberListQuery,
  memberListSchema,
  memberParams,
  memberPatchSchema,
  memberSchema,
  writeQuery,
} from "./member.js";

const tag = "Members";

export const memberRoutes = {
  listMembers: defineRoute({
    id: "listMembers",
    method: "GET",
    path: "/members",
    tag,
    summary: "List members",
    scope: MANAGE_WORKSPACE,
    query: memberListQuery,
    responses: { 200: memberListSchema },
    errors: ["invalid_cursor"],
  }),
  updateMember: defineRoute({
    id: "updateMember",
    method: "PATCH",
    path: "/members/{user_id}",
    tag,
    summary: "Change a member's role or channels",
    description:
      "Takes effect within seconds, also for sessions and connected apps. Only a signed-in owner can appoint or demote " +
      "owners; the last owner cannot be demoted.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    params: memberParams,
    query: writeQuery,
    body: memberPatchSchema,
    responses: { 200: memberSchema },
    errors: ["not_found", "conflict", "reauthentication_required"],
    example: { role: "viewer", channel_ids: ["ch_01jd0000000000000000000000"] },
  }),
  removeMember: defineRoute({
    id: "removeMember",
    method: "DELETE",
    path: "/members/{user_id}",
    tag,
    summary: "Remove a member, or leave",
    description:
      "The apps that the member connected to this workspace are disconnected. Every member may leave. Only a signed-in owner " +
      "can remove an owner; the last owner cannot be removed.",
    scope: null,
    recentSignIn: "by_change",
    params: memberParams,
    query: writeQuery,
    responses: { 204: null },
    errors: ["forbidden", "not_found", "conflict", "reauthentication_required"],
  }),
};
