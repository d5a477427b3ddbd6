import { z } from "zod";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";

export const connectedAppSchema = z
  .object({
    id: z.string(),
    client_id: z
      .string()
      .describe("The OAuth client: the id of its registration, or the URL of its metadata document."),
    name: z.string().describe("The name that the app gave itself; it is not verified."),
    redirect_host: z.string().describe("The host that receives the authorization: it identifies the app."),
    workspace: z.object({ id: z.string(), name: z.string() }),
    user: z
      .object({ id: z.string(), email: z.string().nullable().describe("Null if the user is no longer a member.") })
      .describe("The user who connected the app, and for whom it acts."),
    scopes: z.array(z.string()),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "ConnectedApp" });
export type ConnectedApp = z.output<typeof connectedAppSchema>;

export const connectedAppParams = z.object({ connected_app_id: idSchema("grt") });
export const connectedAppListQuery = z.object(pageQuery);
export const connectedAppListSchema = listOf(connectedAppSchema);
export const writeQuery = z.object(validateOnlyQuery);
