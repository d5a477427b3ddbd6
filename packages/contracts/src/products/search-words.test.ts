import { expect, test } from "@jest/globals";
import { hasTooManyWords } from "./search-query.js";
import { searchWords } from "./search-words.js";

test.each([
  ["red & mug", ["red", "mug"]],
  ["Red - MUG!", ["red", "mug"]],
  ['"red mug", (large)', ["red", "mug", "large"]],
  ["TEE-RED-M", ["tee-red-m"]],
  ["LIN-", ["lin-"]],
  ["(-RED/), shirt_", ["-red/", "shirt_"]],
  ["größe 37½", ["größe", "37½"]],
  ["mug mug", ["mug"]],
  ["&", ["&"]],
  ["  ", []],
])("%j is searched for as %j", (query, words) => {
  expect(searchWords(query)).toEqual(words);
});

test("only the first eight words are searched for, and hasTooManyWords says that there are more", () => {
  expect(searchWords("a b c d e f g h i")).toHaveLength(8);
  expect([hasTooManyWords("q b c d e f g h"), hasTooManyWords("q b c d e f g h j")]).toEqual([false, true]);
});
