import { expect, test } from "@jest/globals";
import { partsOf } from "./parts.js";

test.each([
  ["a, b|c\nd", ["a", "b", "c", "d"]],
  ["a\\, b,c", ["a, b", "c"]],
  // As feeds write a list of texts.
  ['"a, b",c', ["a, b", "c"]],
  ['c,"a|b" , "x"', ["c", "a|b", "x"]],
  ['"27"" screen","he said ""yes"""', ['27" screen', 'he said "yes"']],
  ['"a\\, b",c\\, "d"', ["a\\, b", 'c, "d"']],
  // Quotation marks that are not around a part belong to it.
  ['27" screen, 30" screen', ['27" screen', '30" screen']],
  ['"new" one, old', ['"new" one', "old"]],
  ['"a, b', ['"a', "b"]],
  ['"', ['"']],
  ['"",,""', []],
  ["", []],
])("the list %j has the parts %j", (text, parts) => expect(partsOf(text)).toEqual(parts));
