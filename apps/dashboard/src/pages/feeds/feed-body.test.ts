import { expect, test } from "@jest/globals";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { feedBody, formatChange, valuesOf } from "./feed-body.js";

test("a new format keeps the compression if it supports it, and otherwise has none", () => {
  expect(formatChange({ compression: "gzip" }, "parquet")).toEqual({ format: "parquet", compression: "none" });
  expect(formatChange({ compression: "zstd" }, "csv")).toEqual({ format: "csv", compression: "none" });
  expect(formatChange({ compression: "gzip" }, "jsonl")).toEqual({ format: "jsonl", compression: "gzip" });
  expect(formatChange({ compression: "zstd" }, "parquet")).toEqual({ format: "parquet", compression: "zstd" });
});

test("a Parquet feed with Zstandard becomes a valid body", () => {
  const empty = valuesOf(undefined, newId("ch"), "UTC");
  const body = feedBody({ ...empty, name: "Nightly", format: "parquet", compression: "zstd" }, undefined);
  expect(feedCreateSchema.safeParse(body).data).toMatchObject({ format: "parquet", compression: "zstd" });
});
