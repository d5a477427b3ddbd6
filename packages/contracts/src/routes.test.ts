import { describe, expect, test } from "@jest/globals";
import { defineRoute, pathParameters, type Route, takesIdempotencyKey, writes } from "./define-route.js";
import { ERROR_CODES, statusOf } from "./error-codes.js";
import { EVENT_TYPES, SUBSCRIBABLE_EVENT_TYPES } from "./events/event-types.js";
import { ROUTES } from "./routes.js";
import { MANAGE_WORKSPACE, SCOPES } from "./scopes.js";

const routes: readonly Route[] = Object.values(ROUTES);

describe.each(routes.map((route) => [route.id, route] as const))("route %s", (id, route) => {
  test("stands under its own id, with a summary and a scope that exists", () => {
    expect(ROUTES[id as keyof typeof ROUTES]).toBe(route);
    expect(route.summary).not.toBe("");
    if (route.scope !== null && route.scope !== "public") expect([...SCOPES, MANAGE_WORKSPACE]).toContain(route.scope);
  });

  test("names only error codes that exist", () => {
    for (const code of route.errors) expect(ERROR_CODES[code]).toBeDefined();
  });

  test("has an example when it has a body, and the example is valid", () => {
    expect(route.example !== undefined).toBe(route.body !== undefined);
    expect(route.body?.safeParse(route.example).error).toBeUndefined();
  });

  test("a POST of whose body nothing is needed can be called without one", () => {
    const { method, body } = route;
    if (method === "POST" && body?.safeParse({}).success) expect(body.safeParse(undefined).success).toBe(true);
  });

  test("takes validate_only exactly when it writes", () => {
    expect(Object.keys(route.query?.shape ?? {}).includes("validate_only")).toBe(writes(route));
  });

  test("a writing one asks for a writing scope, a reading one for a reading scope, unless it is for managers", () => {
    if (route.scope === null || route.scope === MANAGE_WORKSPACE) return;
    expect(route.scope.endsWith(writes(route) ? ":write" : ":read")).toBe(true);
  });

  test("a path with a placeholder can answer not_found, unless it creates", () => {
    const creates = route.method === "PUT";
    if (pathParameters(route.path).length > 0 && !creates) expect(route.errors).toContain("not_found");
  });

  test("a list takes limit and cursor and can refuse a cursor", () => {
    if (!id.startsWith("list") || id === "listEventTypes") return;
    expect(Object.keys(route.query?.shape ?? {})).toEqual(expect.arrayContaining(["limit", "cursor"]));
    expect(route.errors).toContain("invalid_cursor");
  });
});

test("no two routes share method and path", () => {
  const places = routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`);
  expect(new Set(places).size).toBe(places.length);
});

test("Idempotency-Key is for POST and PATCH", () => {
  const methods = new Set(routes.filter(takesIdempotencyKey).map(({ method }) => method));
  expect([...methods].sort()).toEqual(["PATCH", "POST"]);
});

test("a route whose params do not match its path, or clash with its query, does not load", () => {
  const { getProduct, listProducts } = ROUTES;
  expect(() => defineRoute({ ...getProduct, path: "/products/{id}" })).toThrow("getProduct");
  expect(() => defineRoute({ ...getProduct, query: getProduct.params })).toThrow("both a path and a query parameter");
  expect(() => defineRoute({ ...listProducts, path: "/products/{sku}" })).toThrow("listProducts");
});

describe("limit", () => {
  const limitOf = (limit: string) => ROUTES.listProducts.query.safeParse({ limit }).data?.limit;
  test.each([
    ["1", 1],
    ["200", 200],
    ["201", 200],
    ["1000000", 200],
    ["0", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["many", undefined],
    ["", undefined],
  ])("%p is %p: above the maximum is clamped, below one is refused", (sent, limit) =>
    expect(limitOf(sent)).toBe(limit),
  );
  test("is 50 unless told", () => expect(ROUTES.listProducts.query.parse({}).limit).toBe(50));
});

describe.each(EVENT_TYPES.map((event) => [event.type, event] as const))("event type %s", (type, event) => {
  test("has an example that its schema takes, and a name of lower-case words", () => {
    expect(event.data.safeParse(event.example).error).toBeUndefined();
    expect(type).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
  });
});

test("internal events cannot be subscribed to, and every other one can", () => {
  expect(SUBSCRIBABLE_EVENT_TYPES).not.toContain("feed.run.queued");
  expect(SUBSCRIBABLE_EVENT_TYPES).toEqual(
    EVENT_TYPES.filter(({ visibility }) => visibility === "public").map(({ type }) => type),
  );
});

test("the specification's own codes have the specification's statuses", () => {
  expect([statusOf("unauthorized"), statusOf("invalid_token"), statusOf("forbidden")]).toEqual([401, 401, 403]);
});
