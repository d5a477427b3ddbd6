import { expect, test } from "@jest/globals";
import { shardNames } from "@skucast/contracts/feeds/shard-names";
import { shardOf } from "./shard-of.js";

const shard = (sku: string, count: number): number => {
  const bytes = Buffer.from(`..${sku}..`);
  return shardOf(bytes, 2, bytes.length - 2, count);
};

test("a SKU's shard is FNV-1a of its bytes, modulo the count, which must never change", () => {
  // Hashes of "a", "b", "foobar" as published with FNV-1a, 32 bits.
  expect(["a", "b", "foobar"].map((sku) => shard(sku, 2 ** 32))).toEqual([0xe40c292c, 0xe70c2de5, 0xbf9cf968]);
  expect(["TEE-RED-M", "ü/1 %", ""].map((sku) => shard(sku, 8))).toEqual([1, 1, 5]);
});

test("consecutive SKUs are spread evenly", () => {
  const counts = new Array<number>(10).fill(0);
  for (let i = 0; i < 100_000; i += 1) {
    const place = shard(`SKU-${String(i).padStart(9, "0")}`, 10);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(1_000);
});

test("files are named after the feed's file and their number; a single one exactly like the feed's file", () => {
  expect(shardNames({ file_name: "full_catalog.csv.gz", shards: 1 })).toEqual(["full_catalog.csv.gz"]);
  expect(shardNames({ file_name: "full_catalog.csv.gz", shards: 2 })).toEqual([
    "full_catalog_part_1_of_2.csv.gz",
    "full_catalog_part_2_of_2.csv.gz",
  ]);
  expect(shardNames({ file_name: "products", shards: 3 })[2]).toBe("products_part_3_of_3");
  expect(new Set(shardNames({ file_name: "a.b.csv", shards: 50 })).size).toBe(50);
});
