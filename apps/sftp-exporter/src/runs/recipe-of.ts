import { createHash } from "node:crypto";
import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { RunWork } from "./load-work.js";

/**
 * Names all that decides how a product's row is made and into which file it goes; the products and the selection aside.
 * It stays what earlier versions made of the same bytes, so that an upgrade alone makes no delta a full file.
 */
export function recipeOf({ channel, feed }: Pick<RunWork, "channel" | "feed">, profile: ProfileDefinition): string {
  const { market, defaults, rules } = channel;
  const { format, shards, file_name, coverage } = feed;
  const seen = format === "parquet" ? profile : withoutParquetTypes(profile);
  const parts = [seen, market, defaults, rules, format, shards, file_name, compressionIn(feed), coverage];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

const withoutParquetTypes = (profile: ProfileDefinition): ProfileDefinition => ({
  ...profile,
  columns: profile.columns.map(({ parquet: _, ...column }) => column),
});

/** Earlier versions wrote Parquet with Zstandard alone, and called that none. */
function compressionIn({ format, compression }: RunWork["feed"]): string {
  if (format !== "parquet") return compression;
  return compression === "zstd" ? "none" : "snappy";
}
