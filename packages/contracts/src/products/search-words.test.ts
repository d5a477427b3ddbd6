import { expect, test } from "@jest/globals";
import { hasTooManyWords, searchWords } from "./search-words.js";

test.each([
  ["red & mug", ["red", "mug"]],
  ["Red - MUG!", ["red", "mug"]],
  ['"red mug", (large)', ["red", "mug", "large"]],
  ["TEE-RED-M", ["tee-red-m"]],
  ["größe 37½", ["größe", "37½"]],
  ["mug mug", ["mug"]],
  ["&", ["&"]],
  ["  ", []],
])("%j is searched for as %j", (query, words) => {
  expect(searchWords(query)).toEqual(words);
});

test("only the first eight words are searched for, and hasTooManyWords says that there are more", () => {
  expect(searchWords("a b c d e f g h i")).toHaveLength(8);
  expect([hasTooManyWords("a b c d e f g h"), hasTooManyWords("a b c d e f g h i")]).toEqual([false, true]);
});
