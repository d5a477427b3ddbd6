import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { PROFILES } from "@skucast/profiles/profiles/profile-list";
import type { RunWork } from "./load-work.js";
import { recipeOf } from "./recipe-of.js";

const market = { country: "US", currency: "USD", language: "en" };
const rules = [{ type: "lookup", field: "brand", from: "brand", table: { parquet: "Flooring" } }] as const;
const channel = { id: newId("ch"), profile: "generic", market, defaults: {}, rules: [...rules] };

function recipe(change: object, profile = PROFILES.generic): string {
  const feed = {
    file_name: "products",
    ...feedCreateSchema.parse({ channel_id: channel.id, name: "Feed", ...change }),
  };
  return recipeOf({ channel, feed } as unknown as RunWork, profile);
}

/** The recipe of the version that wrote Parquet only with Zstandard and untyped columns. */
function recipeBefore(change: { format: string; compression: string }, profile = PROFILES.generic): string {
  const columns = profile.columns.map(({ parquet: _, ...column }) => column);
  const { format, compression } = change;
  const parts = [{ ...profile, columns }, market, {}, rules, format, 1, "products", compression, "full"];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

describe("a recipe", () => {
  test.each([
    { format: "csv", compression: "none" },
    { format: "csv", compression: "gzip" },
    { format: "tsv", compression: "none" },
    { format: "jsonl", compression: "gzip" },
  ])("of $format with $compression is the same as before Parquet had types and codecs", (change) => {
    expect(recipe(change)).toBe(recipeBefore(change));
  });

  test("of Parquet differs if the bytes do: with Snappy, and with typed columns", () => {
    const before = { format: "parquet", compression: "none" };
    const openai = PROFILES.openai_products;
    expect(recipe({ format: "parquet", compression: "zstd" }, openai)).toBe(recipeBefore(before, openai));
    expect(recipe({ format: "parquet" }, openai)).not.toBe(recipeBefore(before, openai));
    const typed = [recipe({ format: "parquet" }), recipe({ format: "parquet", compression: "zstd" })];
    expect(new Set([...typed, recipeBefore(before)]).size).toBe(3);
  });
});
