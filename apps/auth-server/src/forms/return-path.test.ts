import { expect, test } from "@jest/globals";
import { returnQuery, safeReturnTo } from "./return-path.js";

const PUBLIC_URL = "https://skucast.example";

test.each(["/account", "/connect/abc?x=1&y=%2F", "/invitations/Abc", "/a%2F%2Fevil.example"])(
  "%s is a path of this origin",
  (path) => {
    expect(safeReturnTo(path, PUBLIC_URL)).toBe(path);
  },
);

test.each([
  "",
  "account",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  " //evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "%2F%2Fevil.example",
  `/${"a".repeat(2_048)}`,
  undefined,
  null,
  ["/account"],
  { path: "/account" },
])("%j is rejected", (value) => {
  expect(safeReturnTo(value, PUBLIC_URL)).toBeNull();
});

test("every accepted path stays on the origin when a browser follows it", () => {
  for (const value of ["/@evil.example", "/:80", "/;//evil.example", "/?//evil.example", "/..;/evil.example"]) {
    const path = safeReturnTo(value, PUBLIC_URL);
    if (path !== null) expect(new URL(path, `${PUBLIC_URL}/sign-in`).origin).toBe(PUBLIC_URL);
  }
});

test("the query preserves the path", () => {
  expect(new URLSearchParams(returnQuery("/a?b=1&c=2")).get("return_to")).toBe("/a?b=1&c=2");
  expect(returnQuery(null)).toBe("");
});
