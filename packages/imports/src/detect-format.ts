import type { ImportFormat } from "@skucast/contracts/imports/import";
import { FileFault } from "./file-fault.js";
import { hasProductsAt } from "./formats/find-json-product.js";
import { findJsonRows } from "./formats/find-json-rows.js";
import { SEPARATOR_LINE } from "./formats/read-csv.js";

const BY_MEDIA_TYPE: Readonly<Record<string, ImportFormat>> = {
  "text/csv": "csv",
  "text/tab-separated-values": "tsv",
  "application/jsonl": "jsonl",
  "application/x-ndjson": "jsonl",
  "application/xml": "xml",
  "text/xml": "xml",
  "application/rss+xml": "xml",
};
const BY_ENDING: readonly [RegExp, ImportFormat][] = [
  [/\.csv(\.gz)?$/i, "csv"],
  [/\.(tsv|tab)(\.gz)?$/i, "tsv"],
  [/\.(jsonl|ndjson)(\.gz)?$/i, "jsonl"],
  [/\.(xml|rss|atom)(\.gz)?$/i, "xml"],
];

const HTML = /^(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body|meta|style|table)\b/i;
const WEB_PAGE =
  "The file is a web page (HTML), not a product file. Check that its URL needs no sign-in, or save the table as CSV or XLSX.";

const COMMENTED_JSON = /^(?:(?:\/\/[^\n]*\n|\/\*[\s\S]{0,2000}?\*\/)\s*)+[[{]/;
const SQL =
  /^(?:-- [^\n]*\n\s*|--\s*\n\s*|\/\*![^\n]*\n\s*)*(?:insert\s+into|create\s+(?:table|database)|drop\s+table|set\s+(?:names|sql_mode|statement_timeout))\b/i;

/** The XML that Excel 2003 wrote. */
const SPREADSHEET = /^<\?xml[^>]*>\s*(?:<\?mso-application[^>]*>\s*)?<(?:\w+:)?Workbook[\s>]/;
const OLD_SPREADSHEET =
  "The file is a workbook of an old version of Excel (XML Spreadsheet 2003). Save it as XLSX or CSV, and send that file.";

/** The format of a text file by its media type or file name, otherwise by its beginning. */
export function detectFormat(
  head: string,
  { mediaType, fileName }: { mediaType: string | null; fileName: string | undefined },
): Exclude<ImportFormat, "xlsx"> {
  const said = BY_MEDIA_TYPE[mediaType ?? ""] ?? BY_ENDING.find(([ending]) => ending.test(fileName ?? ""))?.[1];
  const start = head.replace(/^\ufeff/, "").trimStart();
  if (HTML.test(start)) throw new FileFault(WEB_PAGE);
  if (COMMENTED_JSON.test(start))
    throw new FileFault("The file is JSON with comments, which JSON does not have: remove them.");
  if (SQL.test(start))
    throw new FileFault("The file is a dump of a database (SQL). Export the products as CSV, XLSX, JSON or XML.");
  if (SPREADSHEET.test(start)) throw new FileFault(OLD_SPREADSHEET);
  if (said !== undefined && said !== "xlsx" && fitsStart(said, head, start)) return said;
  if (start.startsWith("<")) return "xml";
  if (start.startsWith("[")) return "json";
  if (start.startsWith("{")) return isByLines(start) ? "jsonl" : "json";
  return delimiterOf(head) === "\t" ? "tsv" : "csv";
}

/** Whether a file may have the format that its name or its server says: names are often wrong. */
function fitsStart(said: Exclude<ImportFormat, "xlsx">, head: string, start: string): boolean {
  const isMarkup = /^<(?:\?xml|!(?:doctype\b|--)|[a-z][\w.-]*(?::[\w.-]+)?[\s/>])/i.test(start);
  const isJson = /^(?:\[\s*(?:\{|$)|\{\s*(?:"|$))/.test(start);
  if (said === "xml") return isMarkup || !(isJson || hasTableHeader(head));
  if (said === "jsonl" && isJson && BEGINS_LINES.test(start)) return false;
  if (said === "jsonl") return !start.startsWith("[") && !isMarkup && (isJson || !hasTableHeader(head));
  if (isMarkup || isJson) return false;
  return said === "csv" || head.split("\n", LINES_MAX).some((line) => line.includes("\t")) || !hasTableHeader(head);
}

/** A first line that opens an object or a list, which ends in another line. */
const BEGINS_LINES = /^\{(?:[^\n]*[[{,:])?\s*\n/;

const hasTableHeader = (head: string): boolean =>
  DELIMITER_CHARACTERS.some((delimiter) => (head.split("\n", 1)[0] ?? "").includes(delimiter)) ||
  rareDelimiterOf(beginningLines(head)) !== undefined;

/** Whether each line is an object, as opposed to one object with the rows in a list or by their SKU. */
function isByLines(text: string): boolean {
  const [first = "", ...others] = text.split("\n", 2);
  try {
    const object = JSON.parse(first) as Record<string, unknown>;
    if ((others[0] ?? "").trim() !== "") return true;
    const rows = findJsonRows(first);
    if ("sku" in object || "id" in object) return rows === undefined || !hasProductsAt(object, rows);
    return !(hasRows(object) || rows !== undefined);
  } catch {
    // A line that opens a list or an object continues on the next one. Otherwise it may be a broken row.
    if (/[[{,:]\s*$/.test(first)) return false;
    return others[0] !== undefined && /^\s*\{.*\}\s*$/.test(others[0]);
  }
}

/** Whether an object contains a list of objects at some level. */
function hasRows(value: unknown, levels = 4): boolean {
  if (typeof value !== "object" || value === null || levels === 0) return false;
  if (Array.isArray(value)) return typeof value[0] === "object" && value[0] !== null;
  return Object.values(value).some((inner) => hasRows(inner, levels - 1));
}

const LINES_MAX = 10;
const DELIMITER_CHARACTERS = [",", ";", "\t", "|"];
/** Used by some systems; texts may have the usual ones then. */
const RARE_DELIMITERS = ["^", "~", "\u00a6", "\u0001", "\u001f"];

/** The single quote if all names in the header are in single quotes; undefined for the usual one. */
export function quoteOf(head: string, delimiter: string): "'" | undefined {
  const [header = ""] = head.replace(/^\ufeff/, "").split(/\r?\n/, 1);
  const names = header.split(delimiter);
  return names.length > 1 && names.every((name) => /^'[^']*'$/.test(name.trim())) ? "'" : undefined;
}

/** The first lines, without what is in quotes. */
const beginningLines = (head: string): string[] =>
  head.split("\n", LINES_MAX).map((line) => line.replace(/"[^"]*"/g, ""));

const partsOf = (line: string, delimiter: string): number => line.split(delimiter).length;

/** A rare delimiter that is more frequent in the header than the usual ones, and as frequent in most of the rows. */
function rareDelimiterOf(lines: readonly string[]): string | undefined {
  return RARE_DELIMITERS.find((rare) => {
    // A title may be above the column names, but not other column names.
    const isTitle = (line: string): boolean => DELIMITER_CHARACTERS.every((usual) => !line.includes(usual));
    const at = lines.findIndex((line) => line.includes(rare) || !isTitle(line));
    const [header = "", ...rows] = lines.slice(Math.max(0, at));
    const count = partsOf(header, rare);
    const isMore = count > 1 && DELIMITER_CHARACTERS.every((usual) => count > partsOf(header, usual));
    const others = rows.filter((row) => row.trim() !== "");
    return isMore && others.filter((row) => partsOf(row, rare) === count).length * 2 >= Math.max(1, others.length);
  });
}

/** The delimiter of the header: the one that the file declares, otherwise the most frequent of the four usual ones. */
export function delimiterOf(head: string): string {
  const said = SEPARATOR_LINE.exec(head)?.[1];
  if (said !== undefined) return said;
  const lines = beginningLines(head);
  const rare = rareDelimiterOf(lines);
  if (rare !== undefined) return rare;
  if (!lines.some((line) => DELIMITER_CHARACTERS.some((delimiter) => line.includes(delimiter))))
    return RARE_DELIMITERS.find((delimiter) => lines[0]?.includes(delimiter)) ?? ",";
  // A title may be above the column names.
  const header = lines.find((line) => DELIMITER_CHARACTERS.some((delimiter) => line.includes(delimiter))) ?? "";
  const counts = DELIMITER_CHARACTERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITER_CHARACTERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
