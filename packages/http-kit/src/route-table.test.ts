import { expect, test } from "@jest/globals";
import { defineRoute, type Method } from "@skucast/contracts/define-route";
import { z } from "zod";
import { routeTable } from "./route-table.js";

function entry(method: Method, path: `/${string}`) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const params = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  const head = { id: `${method} ${path}`, method, path, tag: "T", summary: "S", scope: null };
  return { route: defineRoute({ ...head, params, responses: { 204: null }, errors: [] }) };
}

const table = routeTable([
  entry("GET", "/a"),
  entry("POST", "/a/batch"),
  entry("GET", "/a/{id}"),
  entry("GET", "/a/{id}/b/{other}"),
  entry("DELETE", "/a/batch/b/x"),
]);

const find = (method: string, path: string) => {
  const found = table.find(method, path);
  return found.type === "entry" ? [found.entry.route.id, ...found.segments] : found;
};

test("placeholders return their raw segments, in order", () => {
  expect(find("GET", "/a/1%2F2/b/~x")).toEqual(["GET /a/{id}/b/{other}", "1%2F2", "~x"]);
});

test("a literal takes precedence only for its own methods", () => {
  expect(find("POST", "/a/batch")).toEqual(["POST /a/batch"]);
  expect(find("GET", "/a/batch")).toEqual(["GET /a/{id}", "batch"]);
  expect(find("GET", "/a/batch/b/x")).toEqual(["GET /a/{id}/b/{other}", "batch", "x"]);
});

test("HEAD finds GET", () => {
  expect(find("HEAD", "/a")).toEqual(["GET /a"]);
});

test("a wrong method lists the methods of every route that matches the path", () => {
  expect(find("PUT", "/a/batch")).toEqual({ type: "wrong-method", allowed: ["GET", "HEAD", "OPTIONS", "POST"] });
});

test.each(["/", "", "/a/", "/A", "/a//b/x", "/a/1/b", "/a/1/b/2/c", "/constructor", "/__proto__"])(
  "%j is unknown",
  (path) => {
    expect(find("GET", path)).toEqual({ type: "unknown-path" });
  },
);

test("two routes with the same method and path are rejected at start", () => {
  expect(() => routeTable([entry("GET", "/a/{id}"), entry("GET", "/a/{other}")])).toThrow("is taken");
});
