import { expect, test } from "@jest/globals";
import { finish } from "@skucast/contracts/steps";
import { searchJsonSyntaxError } from "./json-syntax-error.js";

const findJsonSyntaxError = (text: string) => finish(searchJsonSyntaxError(text));

test.each([
  ["a trailing comma in an object", '{"a":1,}', 1, 8],
  ["a trailing comma in a list", "[1,]", 1, 4],
  ["a missing comma", '{"a":1 "b":2}', 1, 8],
  ["a missing colon", '{"a" 1}', 1, 6],
  ["a missing value", '{"a":}', 1, 6],
  ["an unquoted key", "{a:1}", 1, 2],
  ["single quotes", "{'a':1}", 1, 2],
  ["a wrong bracket", "[1}", 1, 3],
  ["a word", "nope", 1, 1],
  ["a number with a leading zero", "[01]", 1, 2],
  ["a line break in a string", '["a\nb"]', 1, 4],
  ["a wrong escape", '["\\x"]', 1, 3],
  ["a short escape", '["\\u12"]', 1, 3],
  ["text after the document", "{}\n {}", 2, 2],
  ["an early end", '{"a":\n[1', 2, 3],
  ["an unclosed string", '["abc', 1, 6],
  ["a comment", '{\n  // no\n  "a":1}', 2, 3],
])("%s is found", (_title, text, line, column) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(findJsonSyntaxError(text)).toMatchObject({ line, column });
});

test("the message says what is expected", () => {
  expect(findJsonSyntaxError('{"a":1,}').message).toBe("a key in double quotes is expected");
  expect(findJsonSyntaxError("[1").message).toBe("it ends where a comma or the closing bracket should follow");
});

test("long texts are scanned in linear time without a deep stack", () => {
  const texts = [`["${"a".repeat(5_000_000)}`, `[${"1".repeat(5_000_000)}`, `${"[".repeat(1_000_000)}!`];
  for (const text of texts) expect(findJsonSyntaxError(text).column).toBeGreaterThan(1);
});
