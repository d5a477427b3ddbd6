import { z } from "zod";
import { defineRoute } from "../define-route.js";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";
import { roleSchema } from "../members/member.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import { workspacePatchSchema, workspaceSchema, writeQuery } from "./workspace.js";

const meSchema = z
  .object({
    kind: z.enum(["api_key", "oauth", "user", "system"]),
    workspace: z.object({ id: z.string(), name: z.string() }),
    scopes: z.array(z.string()).describe("Its scopes, as far as they can be granted to apps."),
    can_manage: z.boolean().describe("Whether it may manage keys, connected apps and members, and read the audit log."),
    key_id: z.string().optional(),
    expires_at: z.iso.datetime().nullable().optional().describe("When the API key expires; null for never."),
    user_id: z.string().optional(),
    user: z.object({ id: z.string(), email: z.string(), name: z.string() }).optional(),
    role: roleSchema.optional().describe("The user's role in the workspace."),
    channel_ids: z
      .array(z.string())
      .nullable()
      .optional()
      .describe("Ids of the channels that the user or API key is limited to; null for all."),
    client_id: z.string().optional(),
    client_name: z.string().optional().describe("The name that the app gave itself."),
    grant_id: z.string().optional().describe("The connected app that the token belongs to."),
  })
  .meta({ id: "Me" });
export type Me = z.output<typeof meSchema>;

const ownWorkspaceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: roleSchema.describe("The user's role in the workspace."),
    is_current: z.boolean().describe("Whether this session uses the workspace now."),
  })
  .meta({ id: "OwnWorkspace" });
export type OwnWorkspace = z.output<typeof ownWorkspaceSchema>;

export const workspaceRoutes = {
  getWorkspace: defineRoute({
    id: "getWorkspace",
    method: "GET",
    path: "/workspace",
    tag: "Workspace",
    summary: "Retrieve this token's workspace",
    scope: null,
    responses: { 200: workspaceSchema },
    errors: [],
  }),
  updateWorkspace: defineRoute({
    id: "updateWorkspace",
    method: "PATCH",
    path: "/workspace",
    tag: "Workspace",
    summary: "Update this token's workspace",
    scope: MANAGE_WORKSPACE,
    query: writeQuery,
    body: workspacePatchSchema,
    responses: { 200: workspaceSchema },
    errors: ["precondition_failed"],
    example: { name: "Acme Store" },
  }),
  getMe: defineRoute({
    id: "getMe",
    method: "GET",
    path: "/me",
    tag: "Token",
    summary: "Retrieve the principal of this token",
    scope: null,
    responses: { 200: meSchema },
    errors: [],
  }),
  listOwnWorkspaces: defineRoute({
    id: "listOwnWorkspaces",
    method: "GET",
    path: "/me/workspaces",
    tag: "Token",
    summary: "List the signed-in user's workspaces",
    description: "Only for browser sessions: a key or an app has one workspace, which GET /me returns.",
    scope: null,
    query: z.object(pageQuery),
    responses: { 200: listOf(ownWorkspaceSchema) },
    errors: ["forbidden", "invalid_cursor"],
  }),
  switchWorkspace: defineRoute({
    id: "switchWorkspace",
    method: "PUT",
    path: "/me/workspace",
    tag: "Token",
    summary: "Switch this session to another workspace",
    description: "Only for browser sessions. All later requests of the session, in every tab, use that workspace.",
    scope: null,
    query: z.object(validateOnlyQuery),
    body: z.strictObject({ workspace_id: idSchema("ws") }),
    responses: { 200: ownWorkspaceSchema },
    errors: ["forbidden", "not_found"],
    example: { workspace_id: "ws_01jd0000000000000000000000" },
  }),
};
