import { z } from "zod";

/** The columns by which rows of one product differ, as one string. */
export const combineSchema = z
  .string()
  .max(500)
  .regex(/^(?:none|(?:locale|currency|warehouse|image)=[^,=]+(?:,(?:locale|currency|warehouse|image)=[^,=]+)*)$/, {
    error: "must be none, or kinds with their columns, such as locale=Language,warehouse=Location",
  })
  .describe(
    "The columns by which consecutive rows with the same SKU differ, such as locale=Language,currency=Currency,warehouse=Location,image=Picture: they are one product. Default: detected; none turns detection off.",
  );
