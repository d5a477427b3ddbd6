import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import type { Route } from "@skucast/contracts/define-route";
import { ROUTES } from "@skucast/contracts/routes";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { COMMANDS } from "./commands/commands.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "ARCHITECTURE.md",
  "docs/operations.md",
  "docs/index.md",
  ...readdirSync(`${ROOT}docs/how-to`).map((name) => `docs/how-to/${name}`),
];
const routes: readonly Route[] = Object.values(ROUTES);
/** Paths outside the REST API, also those of the APIs of shops. */
const NO_ROUTE =
  /^\/(oauth|\.well-known|mcp|connect|webhooks|catalog|feed-files|workspace$|readyz|healthz|metrics|v3\/catalog|V1|wp-json)/;
const REQUEST = /\b(GET|POST|PUT|PATCH|DELETE) (\/[\w{}/.…-]+)/g;

const textOf = (page: string): string => readFileSync(`${ROOT}${page}`, "utf8");

/** The fenced code blocks of a page in one language. */
const blocksOf = (page: string, language: string): string[] =>
  [...textOf(page).matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );

function routeOf(method: string, path: string): Route | undefined {
  const parts = path.split("/");
  return routes.find((route) => {
    const wanted = route.path.split("/");
    if (route.method !== method || wanted.length !== parts.length) return false;
    return wanted.every((part, index) => part === parts[index] || (part.startsWith("{") && parts[index] !== ""));
  });
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

/** The curl calls to the REST API in a block of shell commands. */
function callsOf(block: string): Call[] {
  return block
    .replaceAll("\\\n", " ")
    .split(/^\s*(?=curl )/m)
    .filter((text) => text.startsWith("curl "))
    .map((text) => {
      const url = /(?:\$(?:SKUCAST_URL|URL|API|BASE)|https?:\/\/[\w.:…]+)(\/[^\s"']*)/.exec(text)?.[1] ?? "";
      const body = /-d '([^']*)'|-d "((?:[^"\\]|\\.)*)"/.exec(text);
      const data = body?.[1] ?? body?.[2]?.replaceAll('\\"', '"');
      const isForm = / -G /.test(text);
      const sent = isForm ? undefined : data;
      const method =
        /-(?:sS?)?X ?(\w+)/.exec(text)?.[1] ?? (sent === undefined && !text.includes("--data-binary") ? "GET" : "POST");
      return { method, url: url.replace(API_BASE_PATH, ""), body: sent };
    })
    .filter(({ url }) => url !== "" && !NO_ROUTE.test(url)); // without a URL, it is a call to another service
}

const calls = PAGES.flatMap((page) =>
  blocksOf(page, "sh").flatMap((block) => callsOf(block).map((call) => ({ page, ...call }))),
);

test.each(PAGES)("%s names only operations that the API has", (page) => {
  const unknown = [...textOf(page).matchAll(REQUEST)]
    .map(([, method = "", path = ""]) => ({ method, path: path.replace(API_BASE_PATH, "").replace(/[.-]+$/, "") }))
    .filter(({ path }) => !path.includes("…") && !NO_ROUTE.test(path))
    .filter(({ method, path }) => routeOf(method, path) === undefined);
  expect(unknown).toEqual([]);
});

test("the guides call the API with curl", () => {
  expect(calls.length).toBeGreaterThan(20);
});

test.each(calls)(
  "$page: $method $url is an operation, with parameters and a body that it accepts",
  ({ method, url, body }) => {
    const [path = "", query = ""] = url.split("?");
    const route = routeOf(method, path);
    expect(route).toBeDefined();
    const known = Object.keys(route?.query?.shape ?? {});
    expect([...new URLSearchParams(query).keys()].filter((name) => !known.includes(name))).toEqual([]);
    if (body === undefined || route?.body === undefined) return;
    expect(route.body.safeParse(JSON.parse(completeIds(body))).error?.issues).toBeUndefined();
  },
);

/** Replaces each shortened id or secret in the text with one that is complete. */
const completeIds = (text: string): string =>
  text
    .replaceAll(/\b([a-z]+)_…/g, "$1_01jd0000000000000000000000")
    .replaceAll(", …", "")
    .replaceAll("…", "x".repeat(12));

test.each(PAGES)("%s names only scripts of package.json and commands of skucast", (page) => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const commands = Object.keys(COMMANDS);
  const named = [...textOf(page).matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const called = [...textOf(page).matchAll(/npm run (?:-s )?skucast -- ([a-z-]+(?: [a-z-]+\b(?!\.))?)/g)].map(
    ([, words = ""]) => words,
  );
  expect(called.filter((words) => !commands.some((command) => `${words} `.startsWith(`${command} `)))).toEqual([]);
});

/** The operation that a JSON example is a body of, by a member that only this body has. */
const BODIES: Readonly<Record<string, Route>> = {
  sku: ROUTES.upsertProduct,
  rules: ROUTES.updateChannel,
  channel: ROUTES.previewChannel,
};

test.each(PAGES.flatMap((page) => blocksOf(page, "json").map((block) => ({ page, block }))))(
  "$page: an example of JSON is what the API accepts",
  ({ block }) => {
    const parsed = JSON.parse(block);
    const example = "when" in parsed ? { rules: [parsed] } : parsed;
    const route = Object.entries(BODIES).find(([member]) => member in example)?.[1];
    expect(route?.body?.safeParse(example).error?.issues).toBeUndefined();
  },
);
