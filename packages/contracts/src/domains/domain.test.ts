import { expect, test } from "@jest/globals";
import { domainCreateSchema } from "./domain.js";

const accepts = (domain: string) => domainCreateSchema.safeParse({ domain }).success;

test.each(["shop.example.com", "4711.shop.example", "1.1.example", "shop.xn--p1ai"])("%s is a domain", (domain) =>
  expect(accepts(domain)).toBe(true),
);

test.each([
  "127.0.0.1",
  "10.1",
  "shop.example.1",
  "localhost",
  "shop.example.",
  "*.example",
  "shop.example:80",
  "a b.example",
])("%s is not", (domain) => expect(accepts(domain)).toBe(false));
