import { z } from "zod";
import { countrySchema, currencySchema, languageSchema } from "../codes/schemas.js";
import { FEED_FORMATS } from "../feeds/feed.js";
import { validateOnlyQuery } from "../list.js";
import { mergePatchOf } from "../merge-patch.js";
import { skuSchema } from "../products/product.js";
import { runIssueSchema } from "../runs/run.js";
import { nameText, text } from "../text.js";
import { urlSchema } from "../url.js";
import { columnSchema } from "./column.js";
import { fileFormsSchema } from "./file-form.js";
import { rowCheckSchema } from "./row-check.js";
import { valueFormatSchema } from "./value-format.js";

const CUSTOM_PREFIX = "custom_";
const NAME = /^custom_[a-z0-9][a-z0-9_]{0,39}$/;
const CHOICE = /^custom_[a-z0-9][a-z0-9_]{0,39}(?:@[1-9]\d{0,8})?$/;
const COLUMN_NAME = /^[\p{L}_][\p{L}\p{N}_ .:/[\]-]{0,63}$/u;

/** Whether this is the name of a workspace's own profile, with or without a version. It may not exist. */
export const isCustomProfile = (profile: string): boolean => profile.startsWith(CUSTOM_PREFIX);

/** Whether a channel may name a workspace's own profile so: `custom_shop`, or pinned `custom_shop@2`. */
export const isCustomChoice = (profile: string): boolean => CHOICE.test(profile);
export const CUSTOM_CHOICE_PATTERN = CHOICE.source;

/** The name and the version in `custom_shop@2`; the version is undefined for the newest. */
export function partsOfChoice(choice: string): { name: string; version: number | undefined } {
  const [name = "", version] = choice.split("@");
  return { name, version: version === undefined ? undefined : Number(version) };
}

const COLUMNS_MAX = 500;

const ownColumnSchema = z.strictObject({
  ...columnSchema.shape,
  name: z
    .string()
    .refine((name) => COLUMN_NAME.test(name), {
      error: "must begin with a letter and have at most 64 letters, digits and the characters _ . : / [ ] - and space",
      params: { code: "invalid_format" },
    })
    .describe("By which rules, overrides and issues name the column; `header` is its name in files."),
});

const [firstCheck, ...otherChecks] = rowCheckSchema.options.map((option) => z.strictObject(option.shape));
const ownCheckSchema = z.union([firstCheck as NonNullable<typeof firstCheck>, ...otherChecks]);

const fields = {
  title: text(200),
  source: urlSchema.nullable().default(null).describe("Where the partner publishes its rules."),
  formats: z.array(z.enum(FEED_FORMATS)).min(1).max(FEED_FORMATS.length),
  columns: z.array(ownColumnSchema).min(1).max(COLUMNS_MAX),
  takes_any_column: z.boolean().optional(),
  tombstone: z.strictObject({ column: ownColumnSchema, value: z.union([text(100), z.boolean()]) }).optional(),
  checks: z.array(ownCheckSchema).max(200).default([]),
  files: fileFormsSchema.optional(),
  values: valueFormatSchema.optional(),
};

const SAMPLE_ROWS_MAX = 20;

const sampleRequestSchema = z
  .strictObject({
    market: z.strictObject({ country: countrySchema, currency: currencySchema, language: languageSchema }),
    format: z.enum(FEED_FORMATS).optional().describe("Default: the profile's first format."),
    skus: z.array(skuSchema).min(1).max(SAMPLE_ROWS_MAX).optional().describe("Default: the first active products."),
    limit: z.int().min(1).max(SAMPLE_ROWS_MAX).default(5),
  })
  .describe("With validate_only=true: returns a file of some products as a channel in this market would publish them.");
export type SampleRequest = z.output<typeof sampleRequestSchema>;

/** Members that GET returns and that are ignored, so that an exported profile can be imported as it is. */
const exported = {
  id: z.unknown().optional(),
  version: z.unknown().optional(),
  versions: z.unknown().optional(),
  is_newest: z.unknown().optional(),
  is_custom: z.unknown().optional(),
  issues: z.unknown().optional(),
  created_at: z.unknown().optional(),
};

export const customProfileCreateSchema = z.strictObject({
  name: z
    .string()
    .regex(NAME, "must be custom_ and up to 40 lower-case letters, digits and underscores, such as custom_shop")
    .meta({ examples: ["custom_shop"] }),
  ...fields,
  title: nameText(200),
  sample: sampleRequestSchema.optional(),
  ...exported,
});
export type CustomProfileCreate = z.output<typeof customProfileCreateSchema>;

const { source, checks, takes_any_column, tombstone, files: _files, values: _values, ...required } = fields;
/** Merge patch (RFC 7396) of a profile: absent fields stay, null removes an optional one, lists are replaced. */
export const customProfilePatchSchema = z
  .strictObject({
    ...required,
    title: nameText(200),
    source: source.unwrap(),
    checks: checks.unwrap().nullable(),
    takes_any_column: takes_any_column.nullable(),
    tombstone: tombstone.nullable(),
    files: mergePatchOf(fileFormsSchema).nullable(),
    values: mergePatchOf(valueFormatSchema).nullable(),
    sample: sampleRequestSchema,
  })
  .partial();
export type CustomProfilePatch = z.output<typeof customProfilePatchSchema>;

/** What a definition consists of, without its name and version. */
export const definitionFieldsSchema = z.strictObject(fields);

export const sampleSchema = z
  .object({
    format: z.enum(FEED_FORMATS),
    content: z.string().describe("The file's content, decoded from its encoding; base64 for Parquet."),
    rows: z.array(
      z.object({ sku: z.string(), row: z.record(z.string(), z.unknown()), issues: z.array(runIssueSchema) }),
    ),
    invalid: z.array(z.object({ sku: z.string(), issues: z.array(runIssueSchema) })),
  })
  .meta({ id: "ProfileSample" });
export type Sample = z.output<typeof sampleSchema>;

export const customProfileParams = z.object({ profile_id: z.string().max(64) });
export const customProfileQuery = z.object(validateOnlyQuery);
