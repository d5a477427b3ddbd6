import { z } from "zod";
import { defineRoute } from "../define-route.js";

const meSchema = z
  .object({
    kind: z.enum(["api_key", "oauth", "user", "system"]),
    workspace: z.object({ id: z.string(), name: z.string() }),
    scopes: z.array(z.string()),
    key_id: z.string().optional(),
    user_id: z.string().optional(),
    client_id: z.string().optional(),
  })
  .meta({ id: "Me" });

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
