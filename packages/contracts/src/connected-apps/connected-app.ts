import { z } from "zod";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";

export const connectedAppSchema = z
  .object({
    id: z.string(),
    client_id: z.string().describe("The OAuth client: its registration, or the address of its metadata document."),
    name: z.string().describe("What the app calls itself; anyone may claim any name."),
    redirect_host: z.string().describe("Where it is sent to after consent: who it really is."),
    workspace: z.object({ id: z.string(), name: z.string() }),
    user: z
      .object({ id: z.string(), email: z.string().nullable().describe("Null when the user is no member any more.") })
      .describe("Who connected it, and for whom it acts."),
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
