import { createHash } from "node:crypto";
import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { RunWork } from "./load-work.js";

/**
 * A hash of everything, except the products and the selection, that decides how a product's row is written and into which
 * file. It must not change between versions that write the same bytes: a new recipe turns the next delta into a full file.
 */
export function recipeOf({ channel, feed }: Pick<RunWork, "channel" | "feed">, profile: ProfileDefinition): string {
  const { market, defaults, rules } = channel;
  const { format, shards, file_name, coverage, columns } = feed;
  const relevant = format === "parquet" ? profile : withoutParquetTypes(profile);
  const parts = [
    relevant,
    market,
    defaults,
    rules,
    format,
    shards,
    file_name,
    compressionIn(feed),
    coverage,
    ...(columns ?? []),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

const withoutParquetTypes = (profile: ProfileDefinition): ProfileDefinition => ({
  ...profile,
  columns: profile.columns.map(({ parquet: _, ...column }) => column),
});

/** Earlier versions wrote Parquet only with Zstandard, and stored that as `none`. */
function compressionIn({ format, compression }: RunWork["feed"]): string {
  if (format !== "parquet") return compression;
  return compression === "zstd" ? "none" : "snappy";
}
