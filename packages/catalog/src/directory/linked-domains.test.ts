import { expect, test } from "@jest/globals";
import { isWithin, linksWithin } from "./linked-domains.js";

const DOMAINS = ["shop.example", "other.example"];

test.each(["https://shop.example/p", "HTTPS://WWW.Shop.Example:8443/p?q=1", "http://other.example"])(
  "%s is within its domain",
  (url) => expect(isWithin(DOMAINS, url)).toBe(true),
);

test.each([
  "",
  "shop.example/p",
  "https://evil.example/shop.example",
  "https://myshop.example/",
  "https://shop.example.evil.example/",
  "https://shop.example@evil.example/",
  "https://shop.example:443@evil.example/",
  // Browsers read the first host, other URL parsers the second one.
  "https://shop.example\\@evil.example/",
  "https://shop.example\\.evil.example/",
  "https://shop.example\\evil.example/",
])("%s is not within the domains", (url) => expect(isWithin(DOMAINS, url)).toBe(false));

test("a product is within the domains only if its page and all pages of its seller are", () => {
  const seller = { name: "Shop", url: "https://shop.example", terms_url: "https://other.example/terms" };
  expect(linksWithin(DOMAINS, { url: "https://shop.example/p", seller })).toBe(true);
  expect(linksWithin(DOMAINS, { url: "https://shop.example\\@evil.example/", seller })).toBe(false);
  const elsewhere = { ...seller, terms_url: "https://evil.example/terms" };
  expect(linksWithin(DOMAINS, { url: "https://shop.example/p", seller: elsewhere })).toBe(false);
});
