import { expect, test } from "@jest/globals";
import { partsOf, withPrefix } from "./parts.js";

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

test.each([
  ["https://shop.example/", "a.html", "https://shop.example/a.html"],
  ["https://shop.example/", "/a.html", "https://shop.example/a.html"],
  ["https://shop.example/", "./a.html", "https://shop.example/a.html"],
  ["https://shop.example", "a.html", "https://shop.example/a.html"],
  ["https://shop.example", "/a.html", "https://shop.example/a.html"],
  ["https://shop.example:8080", "a.html", "https://shop.example:8080/a.html"],
  ["https://shop.example/media/product", "a.jpg", "https://shop.example/media/product/a.jpg"],
  ["https://shop.example/media/product", "/a.jpg", "https://shop.example/media/product/a.jpg"],
  ["https://shop.example/p", "?id=5", "https://shop.example/p?id=5"],
  ["https://shop.example/?id=", "5", "https://shop.example/?id=5"],
  ["https://shop.example/item-", "5", "https://shop.example/item-5"],
  ["shop.example/", "a.html", "https://shop.example/a.html"],
  ["shop.example", "a.html", "https://shop.example/a.html"],
  ["www.shop.example", "/a.html", "https://www.shop.example/a.html"],
  ["https://shop.example", "//cdn.example/a.jpg", "https://cdn.example/a.jpg"],
  ["https://shop.example", "http://cdn.example/a.jpg", "http://cdn.example/a.jpg"],
])("the prefix %s before the link %s gives %s", (prefix, text, url) => expect(withPrefix(prefix, text)).toBe(url));
