import { z } from "zod";

const quota = (noun: string) =>
  z
    .object({
      used: z.int().describe("What the workspace has now."),
      limit: z.int().describe("What it may have."),
    })
    .describe(noun);

/** How much a workspace holds and may hold, as set by the operator. */
export const quotasSchema = z
  .object({
    products: quota("Products, drafts and archived ones included."),
    catalog_bytes: quota("Bytes of all products together, as the API returns them."),
    channels: quota("Channels."),
    feeds: quota("Feeds."),
    destinations: quota("Destinations."),
    sources: quota("Sources."),
    webhook_endpoints: quota("Webhook endpoints."),
  })
  .meta({ id: "Quotas" });
export type WorkspaceQuotas = z.output<typeof quotasSchema>;
