import { z } from "zod";
import { timeZoneSchema } from "../codes/schemas.js";
import { verbatim } from "../text.js";

/** What a date pattern consists of: these tokens, the letter T, and punctuation. */
export const DATE_TOKENS = ["YYYY", "YY", "MM", "DD", "HH", "mm", "ss", "ZZ"] as const;
/** YYYY is YY twice. An alternative of its own would double the ways to read each of them, and the time with them. */
const DATE_PATTERN = /^(?:YY|MM|DD|HH|mm|ss|ZZ|[T .,:/_-])+$/;

const word = verbatim(40).min(1);

/** How values are written as text, if not in their usual form. */
export const valueFormatSchema = z.strictObject({
  decimal_separator: z.enum([".", ","]).optional().describe("Of amounts and other numbers. Default: a point."),
  thousands_separator: z.enum(["", ",", ".", " ", "'"]).optional().describe("Of amounts of money. Default: none."),
  currency: z
    .enum(["after", "before", "none"])
    .optional()
    .describe(
      "Where an amount has its currency: `79.90 EUR`, `EUR 79.90` or `79.90`. Default: after. In JSON, an amount without " +
        "a currency and with a decimal point is a number.",
    ),
  date: z
    .string()
    .max(40)
    .regex(DATE_PATTERN, `must consist of ${DATE_TOKENS.join(", ")}, T and the characters . , : / _ - and space`)
    .optional()
    .describe("Pattern of dates, such as DD.MM.YYYY. Default: as stored (ISO 8601)."),
  time_zone: timeZoneSchema
    .optional()
    .describe("Time zone of the pattern's dates and times. Default: UTC. A date without a time stays as it is."),
  true: word.optional().describe("The word for true, such as yes."),
  false: word.optional().describe("The word for false, such as no."),
  list_separator: verbatim(5).min(1).optional().describe("Between the items of a list. Default: a comma."),
});
export type ValueFormat = z.output<typeof valueFormatSchema>;
