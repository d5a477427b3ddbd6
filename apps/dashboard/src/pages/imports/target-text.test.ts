import { expect, test } from "@jest/globals";
import { IMPORT_TARGETS } from "@skucast/contracts/imports/mapping";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { targetText } from "./target-text.js";

test("every import target has a unique name, and none is an API field name", () => {
  const targets = [...PRODUCT_FIELDS, ...Object.keys(IMPORT_TARGETS), "version"];
  const names = targets.map(targetText);
  expect(names.filter((name) => /^[a-z]|_/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(targets.length);
});

test("members, numbered targets and error locations are named after their field", () => {
  expect(targetText("model_3d_url")).toBe("3D model");
  expect(targetText("custom_label#2")).toBe("Additional custom label");
  expect(targetText("seller/privacy_url")).toBe("Seller privacy policy");
  expect(targetText("metadata.season")).toBe("Metadata: season");
  expect(targetText("additional_image_urls/0")).toBe("More images: 1");
  expect(targetText("translations/de/title")).toBe("Translations: de, title");
});
