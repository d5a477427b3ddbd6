import type { ImportFormat } from "@skucast/contracts/imports/import";
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

/** The format of a text file by its media type or file name, otherwise by its beginning. */
export function detectFormat(
  head: string,
  { mediaType, fileName }: { mediaType: string | null; fileName: string | undefined },
): Exclude<ImportFormat, "xlsx"> {
  const said = BY_MEDIA_TYPE[mediaType ?? ""] ?? BY_ENDING.find(([ending]) => ending.test(fileName ?? ""))?.[1];
  if (said !== undefined && said !== "xlsx") return said;
  const start = head.replace(/^\ufeff/, "").trimStart();
  if (start.startsWith("<")) return "xml";
  if (start.startsWith("[")) return "json";
  if (start.startsWith("{")) return isByLines(start) ? "jsonl" : "json";
  return delimiterOf(head) === "\t" ? "tsv" : "csv";
}

/** Whether each line is an object, as opposed to one object with the rows in a list. */
function isByLines(text: string): boolean {
  const [first = "", ...others] = text.split("\n", 2);
  try {
    const object = JSON.parse(first) as Record<string, unknown>;
    if ((others[0] ?? "").trim() !== "") return true;
    return "sku" in object || "id" in object || !hasRows(object);
  } catch {
    // The first line may be a broken row of a file with an object on each line.
    return others[0] !== undefined && /^\s*\{.*\}\s*$/.test(others[0]);
  }
}

/** Whether an object contains a list of objects at some level. */
function hasRows(value: unknown, levels = 4): boolean {
  if (typeof value !== "object" || value === null || levels === 0) return false;
  if (Array.isArray(value)) return typeof value[0] === "object" && value[0] !== null;
  return Object.values(value).some((inner) => hasRows(inner, levels - 1));
}

const DELIMITER_CHARACTERS = [",", ";", "\t", "|"];

/** The delimiter of the header: the one that the file declares, otherwise the most frequent of the four usual ones. */
export function delimiterOf(head: string): string {
  const said = SEPARATOR_LINE.exec(head)?.[1];
  if (said !== undefined) return said;
  const header = head.slice(0, head.indexOf("\n") === -1 ? undefined : head.indexOf("\n")).replace(/"[^"]*"/g, "");
  const counts = DELIMITER_CHARACTERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITER_CHARACTERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
