import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { csvFormSchema, jsonFormSchema, xmlFormSchema } from "@skucast/contracts/channel-profiles/file-form";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { valueWriterFor } from "../values/write-values.js";
import { customCsv } from "./custom-csv.js";
import { customJson } from "./custom-json.js";
import { customXml, elementOf } from "./custom-xml.js";
import { FORMATS } from "./formats.js";
import type { Format } from "./row-writer.js";

/** The file format of a channel's feeds: in the profile's form, otherwise in the usual one. */
export function formatOf(
  { files, columns }: Pick<ProfileDefinition, "files" | "columns">,
  name: Feed["format"],
): Format {
  switch (name) {
    case "csv":
      return files?.csv || hasOwnForm(columns) ? customCsv(files?.csv ?? csvFormSchema.parse({})) : FORMATS.csv;
    case "xml":
      return customXml(files?.xml ?? xmlFormSchema.parse({}));
    case "json":
      return customJson(files?.json ?? jsonFormSchema.parse({}));
    case "tsv":
      return hasOwnForm(columns) ? inOwnForm(FORMATS.tsv, "text") : FORMATS.tsv;
    case "jsonl":
      return hasOwnForm(columns) ? inOwnForm(FORMATS.jsonl, "json") : FORMATS.jsonl;
    case "xml_rss":
      return hasOwnForm(columns) ? inOwnForm(FORMATS.xml_rss, "elements") : FORMATS.xml_rss;
    case "parquet":
      return FORMATS.parquet;
  }
}

/** Whether files have other names or values than the cells of the columns. Parquet has typed values and our names. */
export const hasOwnForm = (columns: readonly Column[]): boolean =>
  columns.some(({ header, element, format }) => header !== undefined || element !== undefined || format !== undefined);

/** A usual format with the columns' own names and values. */
function inOwnForm(format: Format, target: "text" | "elements" | "json"): Format {
  const named = (columns: readonly Column[]): Column[] =>
    columns.map((column) => ({
      ...column,
      name: target === "elements" ? rssNameOf(column) : (column.header ?? column.name),
    }));
  return {
    ...format,
    writer(columns, options) {
      const write = valueWriterFor(columns, target);
      const writer = format.writer(named(columns), options);
      return { ...writer, row: (cells) => writer.row(write ? write(cells) : cells) };
    },
  };
}

/** Elements of RSS have the prefix `g`; a profile may name them with it, but not the columns that rules add. */
function rssNameOf(column: Column): string {
  const name = elementOf(column);
  return name === column.name ? name : name.replace(/^g:/, "");
}
