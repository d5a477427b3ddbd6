import type { ImportFormat } from "@skucast/contracts/imports/import";
import { FileFault } from "./file-fault.js";
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

/** The format of a file by what its sender says of it, or else by how it begins. */
export function detectFormat(
  head: string,
  { mediaType, fileName }: { mediaType: string | null; fileName: string | undefined },
): ImportFormat {
  const said = BY_MEDIA_TYPE[mediaType ?? ""] ?? BY_ENDING.find(([ending]) => ending.test(fileName ?? ""))?.[1];
  if (said !== undefined) return said;
  const start = head.trimStart();
  if (start.startsWith("<")) return "xml";
  if (start.startsWith("{")) return "jsonl";
  if (start.startsWith("["))
    throw new FileFault("The file is a JSON array; send one JSON object on each line instead.");
  return delimiterOf(head) === "\t" ? "tsv" : "csv";
}

const SIGNS = [",", ";", "\t", "|"];

/** What stands between the names of the header: what the file says itself, or the one of the usual four that is there most often. */
export function delimiterOf(head: string): string {
  const said = SEPARATOR_LINE.exec(head)?.[1];
  if (said !== undefined) return said;
  const header = head.slice(0, head.indexOf("\n") === -1 ? undefined : head.indexOf("\n")).replace(/"[^"]*"/g, "");
  const counts = SIGNS.map((delimiter) => header.split(delimiter).length);
  return SIGNS[counts.indexOf(Math.max(...counts))] ?? ",";
}
