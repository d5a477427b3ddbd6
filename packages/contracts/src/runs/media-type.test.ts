import { expect, test } from "@jest/globals";
import { isCompressible, mediaTypeOf, mediaTypeOfFile } from "./media-type.js";

test("the feed's format decides, not the file's name; a compressed file is always gzip", () => {
  expect(mediaTypeOf({ format: "xml_rss", compression: "none" })).toBe("application/rss+xml; charset=utf-8");
  expect(mediaTypeOf({ format: "csv", compression: "gzip" })).toBe("application/gzip");
  expect(mediaTypeOf({ format: "csv", compression: "zip" })).toBe("application/zip");
  const media_type = mediaTypeOf({ format: "parquet", compression: "none" });
  expect(mediaTypeOfFile({ name: "products.csv", media_type })).toBe("application/vnd.apache.parquet");
});

test.each([
  ["products.csv", "text/csv; charset=utf-8"],
  ["products.csv.gz", "application/gzip"],
  ["products.csv.zip", "application/zip"],
  ["products-1-of-2.xml", "application/rss+xml; charset=utf-8"],
  ["products", "application/octet-stream"],
])("without a stored media type, the extension of %s decides", (name, mediaType) => {
  expect(mediaTypeOfFile({ name })).toBe(mediaType);
});

test("text formats are worth compressing for transfer, and compressed files are not", () => {
  const formats = ["csv", "tsv", "jsonl", "xml_rss", "parquet"] as const;
  expect(formats.filter((format) => !isCompressible(mediaTypeOf({ format, compression: "none" })))).toEqual([
    "parquet",
  ]);
  expect(isCompressible(mediaTypeOf({ format: "csv", compression: "gzip" }))).toBe(false);
  expect(isCompressible(mediaTypeOf({ format: "csv", compression: "zip" }))).toBe(false);
});
