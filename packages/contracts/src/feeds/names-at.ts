import type { UploadStrategy } from "../destinations/destination.js";
import type { Feed } from "./feed.js";
import { shardNames } from "./shard-names.js";

/** Name of the manifest or trigger file that is uploaded after the feed's files, by upload strategy. */
export const companionName = {
  rename: () => undefined,
  direct: () => undefined,
  manifest_last: (fileName: string) => `${fileName}.manifest.json`,
  trigger: (fileName: string) => `${fileName}.done`,
} as const satisfies Record<UploadStrategy, (fileName: string) => string | undefined>;

/** Every file name that a feed's runs, full or delta, write at a destination with this strategy. */
export function namesAt(strategy: UploadStrategy, feed: Pick<Feed, "file_name" | "shards">): readonly string[] {
  const companion = companionName[strategy](feed.file_name);
  return [...shardNames(feed), ...(companion === undefined ? [] : [companion])];
}
