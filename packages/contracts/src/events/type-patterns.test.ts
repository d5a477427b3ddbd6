import { expect, test } from "@jest/globals";
import { namesType, PUBLIC_PREFIXES, SUBSCRIBABLE_PREFIXES } from "./type-patterns.js";

test("there is a prefix for each group of types", () => {
  expect(SUBSCRIBABLE_PREFIXES).toEqual([
    "product.*",
    "channel.*",
    "feed.*",
    "feed.run.*",
    "import.*",
    "channel_profile.*",
    "lookup_table.*",
    "source.*",
    "webhook_endpoint.*",
  ]);
  expect(PUBLIC_PREFIXES).toEqual([...SUBSCRIBABLE_PREFIXES, "webhook.*"]);
});

test.each([
  ["*", "feed.run.held", true],
  ["feed.*", "feed.run.held", true],
  ["feed.run.*", "feed.run.held", true],
  ["feed.run.*", "feed.delivered", false],
  ["feed.run.held", "feed.run.held", true],
  ["webhook.*", "webhook_endpoint.disabled", false],
  ["product.*", "product.created", true],
])("%s names %s: %p", (pattern, type, isNamed) => expect(namesType(pattern, type)).toBe(isNamed));
