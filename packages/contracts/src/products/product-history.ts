import { z } from "zod";
import { listOf, pageQuery } from "../list.js";
import { skuParameter } from "./sku-parameter.js";

/** What happened to a product. */
export const PRODUCT_CHANGE_TYPES = ["created", "updated", "deleted"] as const;

export const productChangeSchema = z
  .object({
    id: z.string().describe("Id of the event that reported the change: GET /events/{event_id}."),
    at: z.iso.datetime(),
    type: z.enum(PRODUCT_CHANGE_TYPES),
    version: z.int().describe("The product's version after the change."),
    actor: z
      .object({
        type: z
          .string()
          .describe("user, oauth (a user through an app), api_key, import or system; unknown if it was not recorded."),
        id: z.string(),
        name: z
          .string()
          .optional()
          .describe(
            "The current name of the user, key or import. Only for people and for those who may manage the workspace.",
          ),
        grant_id: z.string().optional().describe("The connected app through which the user acted."),
        app_name: z.string().optional().describe("The name that the app gave itself."),
      })
      .describe("Who made the change."),
    changes: z
      .array(
        z.object({
          field: z.string(),
          before: z.unknown().describe("null: it had no value."),
          after: z.unknown().describe("null: it has no value since."),
        }),
      )
      .describe("The changed fields of an update, with their values. Empty for other changes."),
    omitted: z
      .array(z.string())
      .describe("Changed fields whose values are not known, because the product was too large for its event."),
  })
  .meta({ id: "ProductChange" });
export type ProductChange = z.output<typeof productChangeSchema>;

export const productHistoryParams = z.object({ sku: skuParameter });
export const productHistoryQuery = z.object(pageQuery);
export const productHistorySchema = listOf(productChangeSchema);
