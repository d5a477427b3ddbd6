const CONTENT_TYPES: readonly [ending: string, type: string][] = [
  [".gz", "application/gzip"],
  [".csv", "text/csv; charset=utf-8"],
  [".tsv", "text/tab-separated-values; charset=utf-8"],
  [".jsonl", "application/jsonl; charset=utf-8"],
  [".xml", "application/rss+xml; charset=utf-8"],
  [".parquet", "application/vnd.apache.parquet"],
];

/** The media type of a feed's file. A compressed file is one, and not a compressed transfer of another. */
export const contentTypeOf = (name: string): string =>
  CONTENT_TYPES.find(([ending]) => name.endsWith(ending))?.[1] ?? "application/octet-stream";
