import { z } from "zod";
import { defineRoute } from "../define-route.js";
import { roleSchema } from "../members/member.js";

const meSchema = z
  .object({
    kind: z.enum(["api_key", "oauth", "user", "system"]),
    workspace: z.object({ id: z.string(), name: z.string() }),
    scopes: z.array(z.string()).describe("What it may do, of what can be granted to apps."),
    can_manage: z.boolean().describe("Whether it may manage keys, connected apps, members and the audit log."),
    key_id: z.string().optional(),
    user_id: z.string().optional(),
    user: z.object({ id: z.string(), email: z.string(), name: z.string() }).optional(),
    role: roleSchema.optional().describe("The user's role in the workspace."),
    channel_ids: z.array(z.string()).nullable().optional().describe("The channels that the user is restricted to."),
    client_id: z.string().optional(),
    client_name: z.string().optional().describe("What the app calls itself."),
    grant_id: z.string().optional().describe("The connected app that the token belongs to."),
  })
  .meta({ id: "Me" });
export type Me = z.output<typeof meSchema>;

export const workspaceRoutes = {
  getMe: defineRoute({
    id: "getMe",
    method: "GET",
    path: "/me",
    tag: "Token",
    summary: "Who this token is",
    scope: null,
    responses: { 200: meSchema },
    errors: [],
  }),
};
