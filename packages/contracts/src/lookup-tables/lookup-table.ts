import { z } from "zod";
import { distinctRecord } from "../distinct-record.js";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields, validateOnlyQuery } from "../list.js";
import { nameText, text } from "../text.js";

/** The values of lookup tables, by the table's id. */
export type LookupTables = ReadonlyMap<string, ReadonlyMap<string, string>>;

export const lookupKeySchema = text(500);
export const lookupValueSchema = text(1000);

const rowsSchema = distinctRecord(lookupKeySchema, lookupValueSchema, { max: LIMITS.lookupRowsMax, noun: "rows" });
const patchSize = { max: LIMITS.lookupRowsPatchedMax, noun: "rows" };

const name = nameText(200);

export const lookupTableCreateSchema = z.strictObject({
  name,
  rows: rowsSchema.default({}).describe("Values by key. PUT /lookup-tables/{id}/rows also takes CSV."),
});
export type LookupTableCreate = z.output<typeof lookupTableCreateSchema>;

export const lookupTablePatchSchema = z
  .strictObject({
    name,
    rows: distinctRecord(lookupKeySchema, lookupValueSchema.nullable(), patchSize).describe(
      "Sets the values of these keys; null removes a key. Other rows stay.",
    ),
  })
  .partial();
export type LookupTablePatch = z.output<typeof lookupTablePatchSchema>;

export const lookupRowsReplaceSchema = z
  .strictObject({
    rows: rowsSchema.optional(),
    csv: z
      .string()
      .optional()
      .describe(
        "A CSV file with the columns key and value, separated by commas, semicolons or tabs. Other columns are ignored. A value " +
          "that contains the separator needs quotation marks.",
      ),
  })
  .check(({ value, issues }) => {
    if ((value.rows === undefined) !== (value.csv === undefined)) return;
    const message = "needs either rows or csv";
    issues.push({ code: "custom", message, input: value, params: { code: "required" } });
  });
export type LookupRowsReplace = z.output<typeof lookupRowsReplaceSchema>;

export const lookupTableSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    row_count: z.int(),
    bytes: z.int().describe("Size of the keys and values in UTF-8."),
    ...resourceFields,
  })
  .meta({ id: "LookupTable" });
export type LookupTable = z.output<typeof lookupTableSchema>;

export const lookupRowSchema = z.object({ key: z.string(), value: z.string() });
export type LookupRow = z.output<typeof lookupRowSchema>;

export const lookupTableParams = z.object({ lookup_table_id: idSchema("lkt") });
export const lookupTableListQuery = z.object(pageQuery);
export const lookupTableListSchema = listOf(lookupTableSchema);
export const lookupRowListQuery = z.object({
  ...pageQuery,
  key: lookupKeySchema.optional().describe("Only rows whose key starts with this; case-sensitive."),
});
export const lookupRowListSchema = listOf(lookupRowSchema);
export const lookupWriteQuery = z.object(validateOnlyQuery);
