import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { defineRoute, pathParameters, type Route, takesIdempotencyKey, writes } from "./define-route.js";
import { ERROR_CODES, statusOf } from "./error-codes.js";
import { EVENT_TYPES, SUBSCRIBABLE_EVENT_TYPES } from "./events/event-types.js";
import { ROUTES } from "./routes.js";
import { MANAGE_WORKSPACE, SCOPES } from "./scopes.js";

const routes: readonly Route[] = Object.values(ROUTES);

/** Members of bodies by which people name something. The description of a webhook endpoint is its name in lists. */
const NAME_MEMBERS = ["name", "title"];

const SECRET_NAME = /^(?:.*_)?(?:secret|password|passphrase|token|private_key|secret_access_key)$/;
const SECRET_MARK = /write-only|shown once|never (?:shown|returned)/i;

/** The members of a schema that hold a secret, by their names and descriptions. */
function secretsOf(schema: z.ZodType, io: "input" | "output"): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, member] of Object.entries("properties" in node ? Object(node.properties) : {})) {
      const { type, description = "" } = Object(member);
      if (type !== "boolean" && (SECRET_NAME.test(name) || SECRET_MARK.test(description))) found.push(name);
    }
    Object.values(node).forEach(visit);
  };
  visit(z.toJSONSchema(schema, { io, unrepresentable: "any" }));
  return found;
}

/** Whether the body of a route has the member that this body adds to its example. */
function takesMember({ body: schema, path }: Route, body: object): boolean {
  const codes = schema?.safeParse(body).error?.issues.map(({ code }) => code) ?? [];
  const isProduct = path.startsWith("/products");
  return schema !== undefined && !isProduct && !codes.includes("unrecognized_keys") && !path.endsWith("/deletion");
}

describe.each(routes.map((route) => [route.id, route] as const))("route %s", (id, route) => {
  test("has its own id as key, a summary and an existing scope", () => {
    expect(ROUTES[id as keyof typeof ROUTES]).toBe(route);
    expect(route.summary).not.toBe("");
    if (route.scope !== null && route.scope !== "public") expect([...SCOPES, MANAGE_WORKSPACE]).toContain(route.scope);
  });

  test("has only existing error codes", () => {
    for (const code of route.errors) expect(ERROR_CODES[code]).toBeDefined();
  });

  test("has a valid example if it has a body", () => {
    expect(route.example !== undefined).toBe(route.body !== undefined);
    expect(route.body?.safeParse(route.example).error).toBeUndefined();
  });

  test("rejects invisible characters in the name of what it creates or changes", () => {
    const named = NAME_MEMBERS.map((member) => ({ ...Object(route.example), [member]: "Shop \u202eexample" }));
    for (const body of named) {
      const issues = route.body?.safeParse(body).error?.issues.map(({ message }) => message) ?? [];
      if (takesMember(route, body)) expect(issues.join()).toMatch(/invisible character U\+202E|must be/);
    }
  });

  test("a POST without required fields can be called without a body", () => {
    const { method, body } = route;
    if (method === "POST" && body?.safeParse({}).success) expect(body.safeParse(undefined).success).toBe(true);
  });

  test("has validate_only if and only if it writes", () => {
    expect(Object.keys(route.query?.shape ?? {}).includes("validate_only")).toBe(writes(route));
  });

  test("requires a write scope for writes and a read scope for reads, unless it is for managers", () => {
    if (route.scope === null || route.scope === MANAGE_WORKSPACE) return;
    expect(route.scope.endsWith(writes(route) ? ":write" : ":read")).toBe(true);
  });

  test("can return not_found if its path has a parameter, unless it creates", () => {
    const creates = route.method === "PUT";
    if (pathParameters(route.path).length > 0 && !creates) expect(route.errors).toContain("not_found");
  });

  test("needs a recent sign-in of people if it receives or returns a secret, and says so", () => {
    const answered = Object.values(route.responses).filter((schema) => schema instanceof z.ZodType);
    const secrets = [
      ...(route.body ? secretsOf(route.body, "input") : []),
      ...(writes(route) ? answered.flatMap((schema) => secretsOf(schema, "output")) : []),
    ];
    if (secrets.length > 0) expect([secrets, route.recentSignIn]).toEqual([secrets, expect.any(String)]);
    expect(route.errors.includes("reauthentication_required")).toBe(route.recentSignIn !== undefined);
  });

  test("has limit and cursor if it is a list, and can reject a cursor", () => {
    if (!id.startsWith("list") || id === "listEventTypes") return;
    expect(Object.keys(route.query?.shape ?? {})).toEqual(expect.arrayContaining(["limit", "cursor"]));
    expect(route.errors).toContain("invalid_cursor");
  });
});

describe("query parameters that are numbers", () => {
  const numeric = routes.flatMap(({ id, query }) =>
    Object.entries(query?.shape ?? {})
      .filter(([, schema]) => /integer|number/.test(String(z.toJSONSchema(schema as z.ZodType, { io: "input" }).type)))
      .map(([name, schema]) => ({ id, name, schema: schema as z.ZodType })),
  );

  test("are found", () => {
    const names = numeric.map(({ name }) => name);
    expect([...new Set(names)].toSorted()).toEqual([
      "changed_within_ms",
      "days",
      "limit",
      "line",
      "max_removal_percent",
    ]);
  });

  test.each(numeric)("$name of $id accepts digits only", ({ schema }) => {
    expect(schema.safeParse("50")).toEqual({ success: true, data: 50 });
    for (const sent of ["1e2", "0x10", " 7", "7 ", "+7", "7.0", "", "Infinity", "١", "-1"]) {
      expect([sent, schema.safeParse(sent).success]).toEqual([sent, false]);
    }
    expect(schema.safeParse("1e2").error?.issues[0]?.message).toMatch(/^must be a whole number/);
  });
});

test("the routes with secrets are found, and no others", () => {
  const withSecrets = routes.filter(({ body, responses }) =>
    [body, ...Object.values(responses)].some(
      (each) => each instanceof z.ZodType && secretsOf(each, "input").length > 0,
    ),
  );
  expect(withSecrets.map(({ id }) => id).toSorted()).toEqual([
    "createApiKey",
    "createDestination",
    "createInvitation",
    "createPullCredential",
    "createSource",
    "createWebhookEndpoint",
    "putSingleSignOn",
    "rotateSecret",
    "updateDestination",
    "updateSource",
    "updateWebhookEndpoint",
  ]);
});

test("no two routes share method and path", () => {
  const places = routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`);
  expect(new Set(places).size).toBe(places.length);
});

test("Idempotency-Key is accepted by everything but GET", () => {
  const methods = new Set(routes.filter(takesIdempotencyKey).map(({ method }) => method));
  expect([...methods].sort()).toEqual(["DELETE", "PATCH", "POST", "PUT"]);
});

test("defineRoute throws if params do not match the path or clash with the query", () => {
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
  ])("%p is %p: values above the maximum are lowered, values below one are rejected", (sent, limit) =>
    expect(limitOf(sent)).toBe(limit),
  );
  test("is 50 by default", () => expect(ROUTES.listProducts.query.parse({}).limit).toBe(50));
});

describe.each(EVENT_TYPES.map((event) => [event.type, event] as const))("event type %s", (type, event) => {
  test("has a valid example and a lower-case name", () => {
    expect(event.data.safeParse(event.example).error).toBeUndefined();
    expect(type).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
  });
});

/** Lists and maps of a few short entries. */
const SHORT_LISTS = ["formats", "schedule"];

/** The required fields of an event's object that have no limit of a few kB. */
function largeFieldsOf(data: z.ZodType): string[] {
  const { object } = (data as z.ZodObject).shape as { object: z.ZodObject };
  const { properties = {}, required = [] } = z.toJSONSchema(object, { unrepresentable: "any", reused: "inline" });
  const large = Object.entries(properties).filter(([name, field]) => {
    const { type, propertyNames } = field as z.core.JSONSchema.BaseSchema;
    const isLarge = type === "array" || propertyNames !== undefined || ["error", "hold", "selection"].includes(name);
    return isLarge && !SHORT_LISTS.includes(name);
  });
  return large.map(([name]) => name).filter((name) => required.includes(name));
}

test("no event requires a field that is left out of a large one", () => {
  const found = EVENT_TYPES.map(({ type, data }) => ({ type, fields: largeFieldsOf(data) }));
  expect(found.filter(({ fields }) => fields.length > 0)).toEqual([]);
});

test("all public event types can be subscribed to, and internal ones cannot", () => {
  expect(SUBSCRIBABLE_EVENT_TYPES).not.toContain("feed.run.queued");
  expect(SUBSCRIBABLE_EVENT_TYPES).toEqual(
    EVENT_TYPES.filter(({ visibility }) => visibility === "public").map(({ type }) => type),
  );
});

test("the specification's own codes have the specification's statuses", () => {
  expect([statusOf("unauthorized"), statusOf("invalid_token"), statusOf("forbidden")]).toEqual([401, 401, 403]);
});
