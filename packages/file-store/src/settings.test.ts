import { expect, test } from "@jest/globals";
import { z } from "zod";
import { bucketOf, fileStoreSettings } from "./settings.js";

const schema = z.object(fileStoreSettings);

test.each([
  ["local", undefined],
  ["s3://files", { bucket: "files", prefix: "" }],
  ["s3://my-files.eu/", { bucket: "my-files.eu", prefix: "" }],
  ["s3://files/skucast/runs/", { bucket: "files", prefix: "skucast/runs" }],
])("%s is parsed", (address, place) => {
  expect(schema.parse({ SKUCAST_FILE_STORE: address }).SKUCAST_FILE_STORE).toBe(address);
  expect(bucketOf(address)).toEqual(place);
});

test.each(["S3://files", "s3://", "s3://Files", "https://files", "s3://files//x", "s3://files/a b"])(
  "%s is refused",
  (address) => {
    expect(schema.safeParse({ SKUCAST_FILE_STORE: address }).success).toBe(false);
  },
);
