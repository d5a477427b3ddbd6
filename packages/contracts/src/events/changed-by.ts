import { z } from "zod";
import type { Principal } from "../principal.js";

/** Who made a change, as events say it. */
export const changedBySchema = z
  .object({
    type: z
      .enum(["api_key", "oauth", "user", "import", "system"])
      .describe("An API key, an app for a person, a person in the dashboard, an import, or Skucast itself."),
    id: z.string().describe("Id of the key, the person or the import; system for Skucast."),
    grant_id: z.string().optional().describe("Of an app: the connected app through which it acted."),
  })
  .describe(
    "Who made the change. Absent where nobody did: of runs and deliveries, and of events before it was recorded.",
  );
export type ChangedBy = z.output<typeof changedBySchema>;

/** Whom the events of a principal's changes name. */
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
