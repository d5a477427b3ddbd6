import type { Feed } from "@skucast/contracts/feeds/feed";
import { csv } from "./csv.js";
import { jsonl } from "./jsonl.js";
import { parquet } from "./parquet.js";
import type { Format } from "./row-writer.js";
import { tsv } from "./tsv.js";
import { xmlRss } from "./xml-rss.js";

/** The formats with a form of their own. `formatOf` adds those in the form of a profile. Each must pass `formats.test.ts`. */
export const FORMATS = { csv, tsv, jsonl, xml_rss: xmlRss, parquet } as const satisfies Partial<
  Record<Feed["format"], Format>
>;
