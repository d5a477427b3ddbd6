import { z } from "zod";
import { severitySchema } from "./column.js";
import { ISSUE_CODES, type IssueCode } from "./issue-codes.js";

const column = z.string().describe("Name of a column of the profile.");
const issueCode = z.enum(Object.keys(ISSUE_CODES) as [IssueCode, ...IssueCode[]]);
const when = z
  .object({ column, is: z.array(z.union([z.string(), z.boolean()])).readonly() })
  .describe("The check runs only if this column has one of these values.");

/** A check between the columns of one row. A value that does not fit the others is removed with a warning. */
export const rowCheckSchema = z
  .discriminatedUnion("type", [
    z
      .object({ type: z.literal("below"), column, than: column, code: issueCode })
      .describe("Money that must be above zero and below another column; otherwise it is removed."),
    z
      .object({ type: z.literal("paired"), columns: z.array(column).min(2).readonly() })
      .describe("All of the columns or none; if one is missing, the others are removed."),
    z
      .object({
        type: z.literal("members"),
        column,
        of: z.array(z.string()).min(1).readonly(),
        at_least: z.int().min(1),
      })
      .describe("An object that needs at least this many of the members; otherwise it is removed."),
    z
      .object({ type: z.literal("different"), column, from: column })
      .describe("Must differ from another column; otherwise it is removed."),
    z
      .object({
        type: z.literal("implies"),
        column,
        needs: column,
        is: z.boolean().optional(),
        is_derived: z
          .boolean()
          .optional()
          .describe(
            "It follows from the product's fields: without the other value nothing is lost, so only a value of a rule, an override or an attribute has a warning.",
          ),
      })
      .describe(
        "Meaningless unless another column has a value (or this value): removed, with a warning if the other column is empty.",
      ),
    z
      .object({
        type: z.literal("decimals"),
        max: z.int().min(0),
        fewer: z.record(z.string(), z.int().min(0)).optional().describe("Currencies with a lower maximum."),
        severity: severitySchema,
      })
      .describe("All amounts of money have at most this many decimals; zeros at the end do not count."),
    z
      .object({ type: z.literal("false_when"), column, when })
      .describe("Must not be true if another column has one of these values; it is set to false."),
    z
      .object({
        type: z.literal("required_when"),
        column,
        when,
        unless_under: z
          .object({ category: column, under: z.array(z.string()).min(1).readonly() })
          .optional()
          .describe("Products in these categories, by path or number, need none. A path includes its subcategories."),
        unless: when.optional(),
        severity: severitySchema,
      })
      .describe("Needs a value if another column has one of these values."),
    z
      .object({
        type: z.literal("one_of"),
        columns: z.array(column).min(2).readonly(),
        unless: when.optional(),
        severity: severitySchema,
      })
      .describe("At least one of these columns needs a value."),
    z
      .object({ type: z.literal("within_days"), column, days: z.int().min(1), severity: severitySchema })
      .describe("A date that must be at most this many days in the future when the file is created."),
    z
      .object({ type: z.literal("not_past"), column, when, severity: severitySchema })
      .describe(
        "A date that must not be in the past when the file is created, if another column has one of these values.",
      ),
    z
      .object({ type: z.literal("not_expired"), column, severity: severitySchema })
      .describe("A date after which the channel no longer shows the product; it must not be in the past."),
    z
      .object({
        type: z.literal("needed_in_category"),
        columns: z.array(column).min(1).readonly(),
        category: column,
        under: z
          .array(z.string())
          .min(1)
          .readonly()
          .describe("Categories by path or number; a path includes its subcategories."),
        countries: z.array(z.string()).min(1).readonly(),
        at_least: z.int().min(1).optional().describe("How many of the columns need a value. Default: all."),
        severity: severitySchema,
      })
      .describe(
        "Columns that need a value for products in these categories, if the channel sells in one of these countries.",
      ),
    z
      .object({ type: z.literal("only_in"), column, countries: z.array(z.string()).min(1).readonly() })
      .describe("A value that the channel takes only in these countries; in others it is removed."),
    z
      .object({ type: z.literal("covers_country"), column, severity: severitySchema })
      .describe(
        "A list of entries that begin with a country: if there are any, one must be for the channel's country.",
      ),
    z
      .object({ type: z.literal("same_currency"), column, as: column })
      .describe("Amounts that must be in the currency of another column; otherwise they are removed."),
    z
      .object({
        type: z.literal("base_measure"),
        column,
        measure: column.describe("The column of the content, whose unit must be of the same kind."),
        numbers: z.array(z.number()).min(1).readonly().describe("Allowed in every unit."),
        others: z.array(z.string()).readonly().describe("Allowed with their unit: `75 cl`."),
      })
      .describe("The quantity of a price per unit; another one is removed."),
    z
      .object({ type: z.literal("in_taxonomy"), column, taxonomy: z.literal("google"), severity: severitySchema })
      .describe(
        "A category by its number or its English path, which must be in this published taxonomy. In a market of another language, another path is a warning: it cannot be checked.",
      ),
    z
      .object({ type: z.literal("stock_agrees"), column, availability: column, in_stock: z.string() })
      .describe("A warning if a row is in stock and its quantity is zero."),
  ])
  .meta({ id: "ProfileCheck" });
export type RowCheck = z.output<typeof rowCheckSchema>;
