import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { encodingNamed } from "./encodings.js";

/** The text of a file that `formatOf` wrote for a profile; base64 for Parquet, which is not text. */
export function decodedFile({ files }: ProfileDefinition, format: Feed["format"], file: Buffer): string {
  if (format === "parquet") return file.toString("base64");
  const form = format === "csv" ? files?.csv : format === "xml" ? files?.xml : undefined;
  const encoding = encodingNamed(form?.encoding ?? "utf-8");
  return encoding.decode(file.subarray(encoding.start.length));
}
