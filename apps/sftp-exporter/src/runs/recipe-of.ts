import { createHash } from "node:crypto";
import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { RunWork } from "./load-work.js";

/** Names all that decides how a product's row is made and into which file it goes; the products and the selection aside. */
export function recipeOf({ channel, feed }: Pick<RunWork, "channel" | "feed">, profile: ProfileDefinition): string {
  const { market, defaults, rules } = channel;
  const { format, shards, file_name, compression, coverage } = feed;
  const parts = [profile, market, defaults, rules, format, shards, file_name, compression, coverage];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
