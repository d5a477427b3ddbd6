import { expect, test } from "@jest/globals";
import { checkIfMatch, checkIfNoneMatch, etagOf, matchesAny } from "./etag.js";

const failed = expect.objectContaining({ code: "precondition_failed" });

test.each([
  [undefined, 3],
  [undefined, null],
  ['"v3"', 3],
  ['"v2" , "v3"', 3],
  ["*", 3],
])("If-Match %s lets version %s through", (header, version) => {
  expect(() => checkIfMatch(header, version)).not.toThrow();
});

test.each([
  ['"v2"', 3],
  ['"v2","v4"', 3],
  ['W/"v3"', 3],
  ["v3", 3],
  ["", 3],
  ["*", null],
  ['"v3"', null],
])("If-Match %s holds version %s back", (header, version) => {
  expect(() => checkIfMatch(header, version)).toThrow(failed);
});

test("a refusal tells the stored version", () => {
  const told = expect.objectContaining({ headers: { ETag: '"v3"' }, members: { version: 3 } });
  expect(() => checkIfMatch('"v1"', 3)).toThrow(told);
});

test("If-None-Match: * means create only", () => {
  expect(() => checkIfNoneMatch("*", null)).not.toThrow();
  expect(() => checkIfNoneMatch("*", 1)).toThrow(failed);
  expect(() => checkIfNoneMatch('"v1"', 2)).not.toThrow();
});

test("If-None-Match compares weakly", () => {
  expect(matchesAny('"x", W/"v1"', etagOf(1))).toBe(true);
  expect(matchesAny('"v10"', etagOf(1))).toBe(false);
});
