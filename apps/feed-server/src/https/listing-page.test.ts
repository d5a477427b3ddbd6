import { expect, test } from "@jest/globals";
import { listingPage } from "./listing-page.js";
import { prefersJson } from "./prefers-json.js";

const pageOf = (name: string) =>
  listingPage({
    id: "run_1",
    finishedAt: new Date("2026-11-25T15:30:59Z"),
    files: [{ name, bytes: 1_234_567, rows: 1, sha256: "0".repeat(64) }],
  });

test("a line has the link, the time in UTC and the bytes", () => {
  expect(pageOf("products.csv")).toContain('<a href="products.csv">products.csv</a>  2026-11-25 15:30  1234567\n');
});

test.each([
  [`"><script>alert(1)</script>.csv`, "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E.csv"],
  ["javascript:alert(1)", "javascript%3Aalert(1)"],
  ["../up.csv", "..%2Fup.csv"],
  ["//other.example/x", "%2F%2Fother.example%2Fx"],
  ["a b&c?d#e%2f'.csv", "a%20b%26c%3Fd%23e%252f&#39;.csv"],
  ["größe.csv", "gr%C3%B6%C3%9Fe.csv"],
])("a hostile name is text and a link within the folder: %s", (name, href) => {
  const page = pageOf(name);
  expect(page).toContain(`<a href="${href}">`);
  expect(page).not.toContain("<script");
  expect(page.match(/<a /g)).toHaveLength(1);
});

test.each([
  [undefined, false],
  ["*/*", false],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false],
  ["application/*", false],
  ["application/json;q=0", false],
  ["application/json;q=0.5, text/html", false],
  ["application/json", true],
  ["Application/JSON; charset=utf-8", true],
  ["application/json, text/plain, */*", true],
  ["text/html;q=0.5, application/json", true],
])("Accept %s asks for JSON: %s", (accept, isJson) => {
  expect(prefersJson(accept)).toBe(isJson);
});
