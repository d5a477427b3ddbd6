import { z } from "zod";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";
import { nameText, verbatim } from "../text.js";

/** The lists of which a person can save views. */
export const SAVED_VIEW_LISTS = ["products"] as const;
export type SavedViewList = (typeof SAVED_VIEW_LISTS)[number];

const parameterName = z.string().regex(/^[a-z][a-z_]{0,49}$/, "must be a query parameter of the list, such as brand");
const columnName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_.]{0,99}$/, "must be the name of a column, such as title or custom_attributes.season");

const filterSchema = z
  .record(parameterName, verbatim(LIMITS.savedViewFilterLengthMax).min(1))
  .refine((filter) => Object.keys(filter).length <= LIMITS.savedViewFiltersMax, {
    error: `must have at most ${LIMITS.savedViewFiltersMax} filters`,
    params: { code: "too_big" },
  });

/** What a person chose to see of a list, under a name. */
export const savedViewSchema = z
  .object({
    id: idSchema("view"),
    list: z.enum(SAVED_VIEW_LISTS),
    name: z.string(),
    filter: z.record(z.string(), z.string()).describe("Query parameters of the list, with its order."),
    columns: z.array(z.string()).describe("Names of the shown columns, in their order."),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "SavedView" });
export type SavedView = z.output<typeof savedViewSchema>;

export const savedViewBodySchema = z.strictObject({
  list: z.enum(SAVED_VIEW_LISTS),
  name: nameText(LIMITS.savedViewNameLengthMax),
  filter: filterSchema.describe("Query parameters of the list, with its order."),
  columns: z
    .array(columnName)
    .max(LIMITS.savedViewColumnsMax)
    .describe("Names of the shown columns, in their order. Empty: the columns stay as they are."),
});
export type SavedViewBody = z.output<typeof savedViewBodySchema>;

export const savedViewListSchema = listOf(savedViewSchema);
export const savedViewListQuery = z.object({
  ...pageQuery,
  list: z.enum(SAVED_VIEW_LISTS).optional().describe("Only views of this list."),
});
export const savedViewParams = z.object({ view_id: idSchema("view") });
export const savedViewWriteQuery = z.object(validateOnlyQuery);
