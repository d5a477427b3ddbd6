import { z } from "zod";
import type { ChannelDefault } from "../channel-profiles/column.js";
import { CUSTOM_CHOICE_PATTERN, isCustomChoice } from "../channel-profiles/custom-profile.js";
import { countrySchema, currencySchema, languageSchema } from "../codes/schemas.js";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields, validateOnlyQuery } from "../list.js";
import { mergePatch } from "../merge-patch.js";
import { nearest } from "../nearest.js";
import { productFields, skuSchema } from "../products/product.js";
import { productFilters } from "../products/product-filters.js";
import { searchWords } from "../products/search-words.js";
import { nameText, text } from "../text.js";
import { urlSchema } from "../url.js";
import { productConditions } from "./condition.js";
import { ruleSchema } from "./rule.js";

export const CHANNEL_STATUSES = ["active", "paused", "archived"] as const;

/** The profiles that a channel may use: by name for the newest version, or pinned as `name@version`. */
export const CHANNEL_PROFILES = [
  "acp_feed",
  "acp_feed@2026-04-17",
  "generic",
  "generic@1",
  "google_merchant",
  "google_merchant@2026-10",
  "meta_catalog",
  "meta_catalog@2026-04",
  "openai_products",
  "openai_products@2025-09",
  "openai_products@2026-06",
  "openai_products@2026-09",
  "stripe_agentic",
  "stripe_agentic@2026-05",
  "stripe_agentic@2026-11",
] as const;

const profileSchema = z
  .string()
  .refine((name) => CHANNEL_PROFILES.some((known) => known === name) || isCustomChoice(name), {
    error: ({ input }) => {
      const near = nearest(String(input), CHANNEL_PROFILES);
      const allowed = `must be one of: ${CHANNEL_PROFILES.join(", ")}; or a profile of the workspace, such as custom_shop`;
      return near ? `${allowed}; did you mean ${near}?` : allowed;
    },
    params: { code: "not_allowed" },
  })
  .meta({ anyOf: [{ enum: [...CHANNEL_PROFILES] }, { pattern: CUSTOM_CHOICE_PATTERN }] })
  .describe(
    "A built-in profile, or one of the workspace (POST /channel-profiles). The name without a version means the newest one.",
  );

const marketSchema = z.strictObject({
  country: countrySchema,
  currency: currencySchema,
  language: languageSchema.describe(
    "Products are published in this language if they have a translation; de-CH falls back to de.",
  ),
  untranslated: z
    .enum(["allow", "warn", "refuse"])
    .optional()
    .describe(
      "If title or description are not translated: allow uses the original, warn adds a warning, refuse is an error.",
    ),
});

const defaultsSchema = z
  .strictObject({
    brand: text(70).optional(),
    seller_name: text(70).optional(),
    seller_url: urlSchema.describe("The seller's website; in XML files, the link of the channel element.").optional(),
    seller_privacy_policy: urlSchema.optional(),
    seller_tos: urlSchema.optional(),
    return_policy: urlSchema.optional(),
    target_countries: z.array(countrySchema).min(1).max(50).optional(),
    store_country: countrySchema.optional(),
    is_eligible_search: z.boolean().optional(),
    is_eligible_checkout: z.boolean().optional(),
    is_ads_eligible: z.boolean().optional(),
    accepts_returns: z.boolean().optional(),
    return_window_days: productFields.return_window_days.optional(),
    product_category: productFields.product_category.optional(),
    google_product_category: productFields.google_product_category.optional(),
  } satisfies Record<ChannelDefault, z.ZodType>)
  .describe("Values for rows whose product has no value of its own.");

export const selectionFiltersSchema = z
  .strictObject({
    ...productFilters,
    q: text(200)
      .overwrite((query) => searchWords(query).join(" "))
      .describe(
        `Words that the names and codes of a product must all contain; its description and price are not compared. Stored lower-cased; only the first ${LIMITS.searchWordsMax} count.`,
      )
      .optional(),
  })
  .describe("The filters of GET /products; all of them must match. A single value needs no list.");

const selectionFields = {
  filters: selectionFiltersSchema,
  conditions: productConditions
    .optional()
    .describe(
      "Must all be true, in addition to the filters. Fields are those of products, such as custom_attributes.season.",
    ),
  include_skus: z
    .array(skuSchema)
    .max(LIMITS.selectionSkusMax)
    .describe("Always included, regardless of the filters and conditions."),
  exclude_skus: z.array(skuSchema).max(LIMITS.selectionSkusMax).describe("Never included."),
};

const selectionSchema = z
  .strictObject({
    filters: selectionFields.filters.default({}),
    conditions: selectionFields.conditions,
    include_skus: selectionFields.include_skus.default([]),
    exclude_skus: selectionFields.exclude_skus.default([]),
  })
  .describe("Which active products the channel publishes; without filters, all.");

const fields = {
  name: text(200),
  profile: profileSchema,
  status: z.enum(CHANNEL_STATUSES),
  in_public_directory: z
    .boolean()
    .describe("Whether the public MCP server shows the channel to unauthenticated clients."),
  market: marketSchema,
  defaults: defaultsSchema,
  selection: selectionSchema,
  rules: z
    .array(ruleSchema)
    .max(100)
    .describe("Applied to every row in this order; checked against the profile when saved."),
};

export const channelCreateSchema = z.strictObject({
  name: nameText(200),
  profile: fields.profile.default("generic"),
  status: z.enum(["active", "paused"]).default("active"),
  in_public_directory: fields.in_public_directory.default(false),
  market: fields.market,
  defaults: fields.defaults.default({}),
  selection: fields.selection.default({ filters: {}, include_skus: [], exclude_skus: [] }),
  rules: fields.rules.default([]),
});
export type ChannelCreate = z.output<typeof channelCreateSchema>;

/** The schema of an object whose members a patch may remove with null. */
function removable<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const members = Object.entries(schema.shape).map(([name, member]) => [name, (member as z.ZodType).nullable()]);
  return z.strictObject(Object.fromEntries(members) as { [K in keyof Shape]: z.ZodNullable<Shape[K]> });
}

/** Merge patch (RFC 7396) of a channel: absent fields stay, null removes a default or filter, lists are replaced. */
export const channelPatchSchema = z
  .strictObject({
    ...fields,
    name: nameText(200),
    market: removable(marketSchema.pick({ untranslated: true }))
      .extend(marketSchema.omit({ untranslated: true }).shape)
      .partial(),
    defaults: removable(defaultsSchema).nullable(),
    selection: removable(
      z.strictObject({ ...selectionFields, filters: removable(selectionFiltersSchema) }).partial(),
    ).nullable(),
    rules: fields.rules.nullable(),
  })
  .partial();
export type ChannelPatch = z.output<typeof channelPatchSchema>;

export const channelSchema = z.object({ id: z.string(), ...fields, ...resourceFields }).meta({ id: "Channel" });
export type Channel = z.output<typeof channelSchema>;

/** A channel from which a patch may have removed fields that have a default. */
const patchedChannelSchema = channelSchema.extend({
  defaults: fields.defaults.default({}),
  selection: fields.selection.prefault({}),
  rules: fields.rules.default([]),
});

/** Applies a patch to a stored channel. */
export const patchedChannel = (stored: Channel, patch: ChannelPatch): Channel =>
  patchedChannelSchema.parse(mergePatch(stored, patch));

export const channelParams = z.object({ channel_id: idSchema("ch") });
export const channelListQuery = z.object(pageQuery);
export const channelListSchema = listOf(channelSchema);
export const writeQuery = z.object(validateOnlyQuery);
