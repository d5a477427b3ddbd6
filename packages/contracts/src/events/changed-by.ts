import { z } from "zod";
import type { Principal } from "../principal.js";

/** Who made a change, as shown in events. */
export const changedBySchema = z
  .object({
    type: z
      .enum(["api_key", "oauth", "user", "import", "system"])
      .describe(
        "An API key, an app that acts for a user (oauth), a user in the dashboard, an import, or Skucast itself.",
      ),
    id: z.string().describe("Id of the key, user or import; system for Skucast itself."),
    grant_id: z.string().optional().describe("The connected app, if an app acted."),
  })
  .describe("Who made the change. Absent in events of runs and deliveries, and in events from before it was recorded.")
  .meta({ id: "ChangedBy" });
export type ChangedBy = z.output<typeof changedBySchema>;

/** The `changed_by` of a principal's changes. */
export function changedByOf(principal: Principal): ChangedBy {
  const { kind: type } = principal;
  switch (type) {
    case "api_key":
      return { type, id: principal.keyId };
    case "oauth":
      return { type, id: principal.userId, grant_id: principal.grantId };
    case "user":
      return { type, id: principal.userId };
    case "system":
      return { type, id: type };
  }
}
