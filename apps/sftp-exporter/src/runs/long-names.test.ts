import { expect, test } from "@jest/globals";
import { feedPatchSchema } from "@skucast/contracts/feeds/feed";
import { namesAt } from "@skucast/contracts/feeds/names-at";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { temporaryName } from "@skucast/sftp/remove-leftovers";

/** The longest name in file systems, in bytes (NAME_MAX). */
const NAME_BYTES_MAX = 255;

test("the longest file name of a feed leaves room for its suffixes and for a temporary name", () => {
  const file_name = "x".repeat(150);
  expect(feedPatchSchema.safeParse({ file_name }).success).toBe(true);
  expect(feedPatchSchema.safeParse({ file_name: `${file_name}x` }).success).toBe(false);
  const feed = { file_name, shards: LIMITS.feedShardsMax };
  const writer = { runId: newId("run"), destinationId: newId("dst") };
  for (const name of [...namesAt("manifest_last", feed), ...namesAt("trigger", feed)])
    expect(temporaryName(name, writer).length).toBeLessThanOrEqual(NAME_BYTES_MAX);
});
