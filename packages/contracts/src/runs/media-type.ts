import type { Feed } from "../feeds/feed.js";
import type { RunFile } from "./run.js";

const GZIP = "application/gzip";
const ZIP = "application/zip";

const MEDIA_TYPES = {
  csv: "text/csv; charset=utf-8",
  tsv: "text/tab-separated-values; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
  xml_rss: "application/rss+xml; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
  xml: "application/xml",
  json: "application/json",
} as const satisfies Record<Feed["format"], string>;

/** Every media type of a run's file, without parameters. */
export const RUN_FILE_TYPES: readonly string[] = [
  ...Object.values(MEDIA_TYPES).map((type) => type.replace(/;.*$/, "")),
  GZIP,
  ZIP,
  "application/octet-stream",
];

/** By file extension, for files of older runs that did not store it. */
const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ["gz", GZIP],
  ["zip", ZIP],
  ["csv", MEDIA_TYPES.csv],
  ["tsv", MEDIA_TYPES.tsv],
  ["jsonl", MEDIA_TYPES.jsonl],
  ["xml", MEDIA_TYPES.xml_rss],
  ["parquet", MEDIA_TYPES.parquet],
  ["json", MEDIA_TYPES.json],
]);

/** The media type of a feed's files, regardless of their names. For gzip and zip it is that of the compressed file itself. */
export const mediaTypeOf = ({ format, compression }: Pick<Feed, "format" | "compression">): string =>
  isWrapped(compression) ? (compression === "gzip" ? GZIP : ZIP) : MEDIA_TYPES[format];

/** Whether whole files are compressed, regardless of their format. */
export const isWrapped = (compression: Feed["compression"]): compression is "gzip" | "zip" =>
  compression === "gzip" || compression === "zip";

/** The media type of a run's file. */
export const mediaTypeOfFile = ({ name, media_type: stored }: Pick<RunFile, "name" | "media_type">): string =>
  stored ?? BY_EXTENSION.get(name.slice(name.lastIndexOf(".") + 1)) ?? "application/octet-stream";

/** Whether it is worth compressing a file of this type for transfer. */
export const isCompressible = (mediaType: string): boolean => !COMPRESSED.includes(mediaType);

const COMPRESSED: readonly string[] = [GZIP, ZIP, MEDIA_TYPES.parquet];
