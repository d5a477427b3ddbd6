import { z } from "zod";
import { defineRoute } from "../define-route.js";
import { idSchema } from "../ids.js";
import { pageLanguageSchema } from "../language-schema.js";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";
import { roleSchema } from "../members/member.js";
import { MANAGE_WORKSPACE } from "../scopes.js";
import { quotasSchema } from "./quotas.js";
import {
  deletionRequestSchema,
  ownershipSchema,
  workspacePatchSchema,
  workspaceSchema,
  writeQuery,
} from "./workspace.js";

const meSchema = z
  .object({
    kind: z.enum(["api_key", "oauth", "user", "system"]),
    workspace: z.object({
      id: z.string(),
      name: z.string(),
      deletes_at: z.iso.datetime().optional().describe("When the workspace is deleted, if that was requested."),
    }),
    scopes: z.array(z.string()).describe("Its scopes, as far as they can be granted to apps."),
    can_manage: z.boolean().describe("Whether it may manage keys, connected apps and members, and read the audit log."),
    outbox_path: z
      .string()
      .optional()
      .describe("Where the deployment shows its emails, if it has no mail server and shows them."),
    key_id: z.string().optional(),
    expires_at: z.iso.datetime().nullable().optional().describe("When the API key expires; null for never."),
    user_id: z.string().optional(),
    user: z.object({ id: z.string(), email: z.string(), name: z.string() }).optional(),
    language: pageLanguageSchema
      .nullable()
      .optional()
      .describe(
        "The language of the signed-in user's pages and emails; null follows the browser. Only for browser sessions.",
      ),
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

const mePatchSchema = z.strictObject({
  language: pageLanguageSchema.nullable().describe("Null follows the browser.").optional(),
});
export type MePatch = z.output<typeof mePatchSchema>;

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
    recentSignIn: "by_change",
    query: writeQuery,
    body: workspacePatchSchema,
    responses: { 200: workspaceSchema },
    errors: ["precondition_failed", "conflict", "reauthentication_required"],
    example: { name: "Acme Store" },
  }),
  getQuotas: defineRoute({
    id: "getQuotas",
    method: "GET",
    path: "/workspace/quotas",
    tag: "Workspace",
    summary: "Retrieve what this token's workspace holds and may hold",
    description:
      "The operator of the service sets the limits. When one is reached, whatever would exceed it is rejected with the code limit_reached; a batch or an import stores the rows that fit.",
    scope: null,
    responses: { 200: quotasSchema },
    errors: [],
  }),
  requestWorkspaceDeletion: defineRoute({
    id: "requestWorkspaceDeletion",
    method: "POST",
    path: "/workspace/deletion",
    tag: "Workspace",
    summary: "Request the deletion of the workspace",
    description:
      "Only for a signed-in owner, after a recent sign-in. Everything in the workspace is deleted after 14 days and cannot " +
      "be restored then. Until then it can be read and not changed, scheduled runs do not start, and the public directory " +
      "does not show it. An earlier request keeps its date.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    query: writeQuery,
    body: deletionRequestSchema,
    responses: { 200: workspaceSchema },
    errors: ["reauthentication_required", "rate_limited"],
    example: { name: "Acme Store" },
  }),
  cancelWorkspaceDeletion: defineRoute({
    id: "cancelWorkspaceDeletion",
    method: "DELETE",
    path: "/workspace/deletion",
    tag: "Workspace",
    summary: "Cancel the deletion of the workspace",
    description: "Only for a signed-in owner, until the deletion has started. Without a request it changes nothing.",
    scope: MANAGE_WORKSPACE,
    query: writeQuery,
    responses: { 200: workspaceSchema },
    errors: ["conflict"],
  }),
  transferOwnership: defineRoute({
    id: "transferOwnership",
    method: "POST",
    path: "/workspace/ownership",
    tag: "Workspace",
    summary: "Transfer the ownership of the workspace",
    description:
      "Only for a signed-in owner, after a recent sign-in. The member becomes an owner and the caller an admin, both at once.",
    scope: MANAGE_WORKSPACE,
    recentSignIn: "always",
    query: writeQuery,
    body: ownershipSchema,
    responses: { 204: null },
    errors: ["not_found", "conflict", "reauthentication_required"],
    example: { user_id: "usr_01jd0000000000000000000000" },
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
  updateMe: defineRoute({
    id: "updateMe",
    method: "PATCH",
    path: "/me",
    tag: "Token",
    summary: "Choose the signed-in user's language",
    description:
      "Only for browser sessions: the choice belongs to a person. It applies to the dashboard, the sign-in and account " +
      "pages and all emails, in every workspace. The API itself writes English.",
    scope: null,
    query: z.object(validateOnlyQuery),
    body: mePatchSchema,
    responses: { 200: meSchema },
    errors: ["forbidden"],
    example: { language: "de" },
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
