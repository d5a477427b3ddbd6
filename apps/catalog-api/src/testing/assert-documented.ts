import type { Route } from "@skucast/contracts/define-route";
import { ROUTES } from "@skucast/contracts/routes";
import { problemHeaders, successHeaders } from "@skucast/http-kit/openapi-headers";
import { codesByStatus, isTagged } from "@skucast/http-kit/openapi-operation";
import { routeTable } from "@skucast/http-kit/route-table";
import { scopeOfAnswer } from "@skucast/http-kit/withheld-answer";
import { z } from "zod";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape
  readonly json: any;
}

const TABLE = routeTable<{ readonly route: Route }>(Object.values(ROUTES).map((route) => ({ route })));

/** Headers of HTTP itself and for proxies, which the document does not list. */
const HTTP_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
  "vary",
  "x-accel-buffering",
  "x-content-type-options",
]);

/** The body of a dry run, or of a list with `fields`, may be only a part of the documented one. */
const isPartial = (path: string): boolean => /[?&](validate_only=true|fields=)/.test(path);

/**
 * Fails for a response that OpenAPI does not document for its operation: an undocumented status or code, a body that does
 * not match its schema, an undocumented header, or a missing one that is always sent. Every call of these tests is checked.
 */
export function assertDocumented(method: string, path: string, answer: Answer): void {
  const found = TABLE.find(method, path.split("?")[0] ?? path);
  if (found.type !== "entry") return;
  const { route } = found.entry;
  const { status, headers, json } = answer;
  const fail = (what: string) => {
    throw new Error(`${route.id} answered ${status}, but ${what} is not documented: ${answer.text.slice(0, 2_000)}`);
  };
  const body = route.responses[status];
  const isProblem = headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  const codes = new Map(codesByStatus(route)).get(String(status)) ?? [];
  const isPublic = route.scope === "public";
  const documented = isProblem
    ? problemHeaders({ status: String(status), codes, isPublic })
    : successHeaders(route, status === 304 ? 200 : status);
  const names = new Set(Object.keys(documented).map((name) => name.toLowerCase()));
  for (const name of headers.keys()) if (!names.has(name) && !HTTP_HEADERS.has(name)) fail(`the header ${name}`);
  for (const [name, presence] of Object.entries(documented)) {
    if (presence === "always" && !headers.has(name)) fail(`the absence of ${name}`);
  }
  if (isProblem) {
    if (!codes.includes(json.code) || json.status !== status) fail(`the code ${json.code}`);
  } else if (status === 304) {
    if (!isTagged(route)) fail("the status");
  } else if (status === 204 && scopeOfAnswer(route) !== null) {
    if (answer.text !== "") fail("the body");
  } else if (body === "file") {
    const type = headers.get("content-type")?.replace(/;.*$/, "") ?? "";
    if (!(route.fileTypes ?? []).includes(type)) fail(`the media type ${type}`);
  } else if (body === undefined) fail("the status");
  else if (body instanceof z.ZodType && method !== "HEAD") {
    const parsed = body.safeParse(json);
    if (!parsed.success && !isPartial(path)) fail(`the body (${parsed.error.message})`);
  }
}
