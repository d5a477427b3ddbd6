import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { PATHS } from "./every-page.js";

const ROUTES = new URL("../../../dashboard/src/routes.tsx", import.meta.url);
/** The paths of the dashboard's routes, with `$` and a name in place of ids. */
const ROUTE_PATHS = [...readFileSync(ROUTES, "utf8").matchAll(/^ +path: "(.+)",$/gm)].map(([, path]) => path ?? "");

/** As in the router, a path without a parameter comes before those with one. */
function routeOf(path: string): string | undefined {
  const [pathname = ""] = path.split("?");
  if (ROUTE_PATHS.includes(pathname)) return pathname;
  return ROUTE_PATHS.find((route) => new RegExp(`^${route.replace(/\$\w+/g, "[^/]+")}$`).test(pathname));
}

test("the tests that walk every page open each route of the dashboard", () => {
  expect(ROUTE_PATHS.length).toBeGreaterThan(30);
  const opened = new Set(PATHS.map(routeOf));
  expect(ROUTE_PATHS.filter((route) => !opened.has(route))).toEqual([]);
});
