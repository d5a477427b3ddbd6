import type { Feed } from "./feed.js";

/**
 * Names of a feed's files: the feed's file name, or with several shards `products_part_1_of_4.csv.gz`. They depend on
 * nothing else, so each run overwrites the files of the previous one.
 */
export function shardNames({ file_name, shards }: Pick<Feed, "file_name" | "shards">): string[] {
  if (shards === 1) return [file_name];
  const dot = file_name.indexOf(".");
  const [stem, ending] = dot === -1 ? [file_name, ""] : [file_name.slice(0, dot), file_name.slice(dot)];
  return Array.from({ length: shards }, (_, i) => `${stem}_part_${i + 1}_of_${shards}${ending}`);
}
