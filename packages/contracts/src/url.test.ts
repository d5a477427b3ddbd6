import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { requestUrlSchema, urlSchema } from "./url.js";

test.each([
  "https://shop.example.com/p/1",
  "http://shop.example.com",
  "HTTPS://SHOP.example.com/Größe?q=漢字#x",
  "https://xn--bcher-kva.example/",
  "https://[2001:db8::1]:8443/",
])("%s is a URL", (url) => expect(urlSchema.parse(` ${url} `)).toBe(url));

test.each([
  "",
  "shop.example.com/p/1",
  "//shop.example.com",
  "ftp://shop.example.com/",
  "javascript:alert(1)",
  "https://",
  "https:///p",
  "https://user@shop.example.com/",
  "https://user:pw@shop.example.com/",
  "https://:pw@shop.example.com/",
  "https://shop.example.com/a b",
  "https://shop.example.com/\n",
  "https://shop.example.com/\u0000x",
  "https://shop.example.com/\ud800x",
  `https://shop.example.com/${"x".repeat(2_048)}`,
])("%j is not", (url) => expect(urlSchema.safeParse(`${url}${url.endsWith("\n") ? "x" : ""}`).success).toBe(false));

test("the published schema does not have the format uri, which addresses of shops often do not have", () => {
  for (const url of [
    "https://exämple.com/ü",
    "https://例え.jp/パス",
    'https://example.com/<x>|"q"%zz',
    "https://example.com\\a",
  ])
    expect(urlSchema.parse(url)).toBe(url);
  expect(z.toJSONSchema(urlSchema)).not.toHaveProperty("format");
});

test("a URL is one that the parser accepts, with a host and without credentials", () => {
  const pieces = [
    "http://",
    "HTTPS:",
    "//",
    "/",
    "\\",
    "@",
    ":",
    ".",
    "?",
    "#",
    "[::1]",
    "a",
    "0x7f",
    "xn--",
    "%",
    "٣",
    "ſ",
  ];
  const sent = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 6 });
  fc.assert(
    fc.property(sent, (parts) => {
      const text = `http://${parts.join("")}`.trim();
      const url = URL.parse(text);
      const isPublic = url !== null && url.username === "" && url.password === "" && url.hostname !== "";
      const isWhole = text.isWellFormed() && /^https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*$/iu.test(text);
      expect(urlSchema.safeParse(text).success).toBe(isPublic && isWhole);
    }),
    { numRuns: 1_000 },
  );
});

test("the error for a URL with user and password says where to put them instead", () => {
  const { error } = urlSchema.safeParse("https://user:pw@shop.example.com/");
  expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining("headers: authorization")]);
});

test.each(["https://shop.example.com\\@127.0.0.1/", "https://shop.example.com/a\\b", "https://a\\.shop.example.com/"])(
  "no request is sent to %s, whose host depends on the parser",
  (url) => {
    const { error } = requestUrlSchema.safeParse(url);
    expect(error?.issues.map(({ message }) => message)).toEqual(["must not have a backslash; write it as %5C"]);
    expect(requestUrlSchema.parse("https://shop.example.com/a%5Cb")).toBe("https://shop.example.com/a%5Cb");
  },
);
