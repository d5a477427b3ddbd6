import { z } from "zod";
import { FILE_ENCODINGS } from "./file-encodings.js";

const encoding = z
  .enum(FILE_ENCODINGS)
  .default("utf-8")
  .describe("utf-8-bom and utf-16le files start with a byte order mark.");
const lineEnd = z.enum(["lf", "crlf"]).default("lf");

const XML_NAME = /^[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?$/u;
/** Letters and numbers that XML 1.0 does not allow in names, such as those of `m²`. */
const NOT_IN_NAMES = /[\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u00be\u2190-\u2bff]/;
/** Whether a text is the name of an XML element, with or without a prefix. */
export const isXmlName = (name: string): boolean =>
  XML_NAME.test(name) && !NOT_IN_NAMES.test(name) && !/^xml/i.test(name);

export const xmlNameSchema = z
  .string()
  .max(100)
  .refine(isXmlName, {
    error: "must be the name of an XML element: letters, digits, dots, dashes and underscores",
    params: { code: "invalid_format" },
  });

export const csvFormSchema = z.strictObject({
  delimiter: z.enum([",", ";", "\t", "|"]).default(","),
  quote: z.enum(['"', "'"]).default('"').describe("Doubled inside a quoted cell."),
  quoting: z
    .enum(["needed", "all", "none"])
    .default("needed")
    .describe("none: delimiters and line breaks inside a cell become spaces, with a warning."),
  header: z.boolean().default(true).describe("Whether the first line has the columns' headers."),
  encoding,
  missing_characters: z
    .enum(["warn", "refuse"])
    .default("warn")
    .describe(
      "A character that the encoding does not have: warn writes the nearest text or a question mark with a warning, refuse " +
        "leaves the row out.",
    ),
  line_end: lineEnd,
});
export type CsvForm = z.output<typeof csvFormSchema>;

export const xmlFormSchema = z.strictObject({
  root: xmlNameSchema.default("products"),
  item: xmlNameSchema.default("product"),
  namespaces: z
    .record(z.string().regex(/^[a-z][a-z0-9]{0,20}$/, "must be a prefix of lower-case letters"), z.url().max(200))
    .default({})
    .describe("Namespaces of the root element by prefix."),
  encoding: encoding.describe("A character that the encoding does not have is written as a character reference."),
  line_end: lineEnd,
});
export type XmlForm = z.output<typeof xmlFormSchema>;

export const jsonFormSchema = z.strictObject({
  shape: z
    .enum(["array", "lines"])
    .default("array")
    .describe("array: one JSON array. lines: one object in each line, without brackets."),
  key: z.string().min(1).max(100).optional().describe("Puts the array into an object under this key. Not for lines."),
  empty: z.enum(["omit", "null"]).default("omit").describe("What stands for a missing value."),
});
export type JsonForm = z.output<typeof jsonFormSchema>;

/** How files of each format look, where that differs from the usual form. */
export const fileFormsSchema = z.strictObject({
  csv: csvFormSchema.optional(),
  xml: xmlFormSchema.optional(),
  json: jsonFormSchema.optional(),
});
