import type { UploadStrategy } from "../destinations/destination.js";
import type { Feed } from "./feed.js";
import { shardNames } from "./shard-names.js";

/** How what follows the files is called at a partner; manifest_last and trigger name it after the feed's file name. */
export const companionName = {
  rename: () => undefined,
  direct: () => undefined,
  manifest_last: (fileName: string) => `${fileName}.manifest.json`,
  trigger: (fileName: string) => `${fileName}.done`,
} as const satisfies Record<UploadStrategy, (fileName: string) => string | undefined>;

/** Every name under which a feed's runs write at a destination of this strategy, whole or delta. */
export function namesAt(strategy: UploadStrategy, feed: Pick<Feed, "file_name" | "shards">): readonly string[] {
  const companion = companionName[strategy](feed.file_name);
  return [...shardNames(feed), ...(companion === undefined ? [] : [companion])];
}
