import { expect, test } from "@jest/globals";
import { checkIfMatch, checkIfNoneMatch, etagOf, matchesAny, withContentHash } from "./etag.js";

const failed = expect.objectContaining({ code: "precondition_failed" });

test.each([
  [undefined, 3],
  [undefined, null],
  ['"v3"', 3],
  ['"v2" , "v3"', 3],
  ["*", 3],
  ['"v3-0123456789abcdef"', 3],
])("If-Match %s allows version %s", (header, version) => {
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
  ['"v2-0123456789abcdef"', 3],
  ['"v3-x"', 3],
  ['W/"v3-0123456789abcdef"', 3],
])("If-Match %s rejects version %s", (header, version) => {
  expect(() => checkIfMatch(header, version)).toThrow(failed);
});

test("the error contains the stored version", () => {
  const expectedError = expect.objectContaining({ headers: { ETag: '"v3"' }, members: { version: 3 } });
  expect(() => checkIfMatch('"v1"', 3)).toThrow(expectedError);
});

test("If-None-Match: * allows only creation", () => {
  expect(() => checkIfNoneMatch("*", null)).not.toThrow();
  expect(() => checkIfNoneMatch("*", 1)).toThrow(failed);
  expect(() => checkIfNoneMatch('"v1"', 2)).not.toThrow();
});

test("If-None-Match compares weakly", () => {
  expect(matchesAny('"x", W/"v1"', etagOf(1))).toBe(true);
  expect(matchesAny('"v10"', etagOf(1))).toBe(false);
});

test("a tag with a content hash guards writes by its version, and reads by both", () => {
  const tag = withContentHash(etagOf(3), "a");
  expect(tag).not.toBe(withContentHash(etagOf(3), "b"));
  expect(matchesAny(tag, withContentHash(etagOf(3), "a"))).toBe(true);
  expect(matchesAny(tag, withContentHash(etagOf(3), "b"))).toBe(false);
  expect(() => checkIfMatch(tag, 3)).not.toThrow();
  expect(() => checkIfNoneMatch(tag, 3)).toThrow(failed);
  expect(() => checkIfNoneMatch(tag, 4)).not.toThrow();
});
