import { describe, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { LIMITS } from "@skucast/contracts/limits";
import { ROUTES } from "@skucast/contracts/routes";
import { TAGS } from "@skucast/contracts/tags";
import { z } from "zod";
import { renderOpenApi } from "./openapi.js";
import { collectSchemas } from "./openapi-schemas.js";
import { sessionCookieName } from "./session-cookie.js";

const render = () =>
  renderOpenApi({ routes: ROUTES, title: "Skucast API", version: "1.0.0", serverUrl: "/api/public/v1" });
const textOf = (value: unknown) => JSON.stringify(value);

test("the document is valid OpenAPI 3.1, and all of its references resolve", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(render()))).toMatchObject({ valid: true });
  expect(validator.version).toBe("3.1");
  const document = render();
  for (const [, path = ""] of textOf(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = path
      .split("/")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    expect([path, typeof found]).toEqual([path, "object"]);
  }
});

test("every route is listed under its method and path", () => {
  const paths = render().paths as Record<string, Record<string, { operationId: string }>>;
  for (const route of Object.values(ROUTES)) {
    expect(paths[route.path]?.[route.method.toLowerCase()]?.operationId).toBe(route.id);
  }
});

test("two renderings are the same, byte for byte", () => {
  expect(textOf(render())).toBe(textOf(render()));
});

test("outputs are open, inputs are closed", () => {
  const { paths, components } = render() as { paths: Record<string, never>; components: { schemas: object } };
  expect(textOf(components.schemas)).not.toContain('"additionalProperties":false');
  expect(textOf(paths["/products"])).toContain('"additionalProperties":false');
});

test("patterns mean the same with and without Unicode mode", () => {
  const patterns = [...textOf(render()).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text = ""]) =>
    String(JSON.parse(text)),
  );
  expect(patterns.length).toBeGreaterThan(10);
  for (const pattern of patterns) {
    expect(pattern).not.toMatch(/\\p\{/i);
    expect(() => [new RegExp(pattern), new RegExp(pattern, "u")]).not.toThrow();
  }
});

test("a money amount is a bounded number or a decimal string as input, and a number as output", () => {
  const { paths, components } = render() as { paths: Record<string, never>; components: { schemas: object } };
  const bounds = '"type":"number","minimum":0,"exclusiveMaximum":10000000000';
  const sent = textOf(paths["/products"]);
  const answered = textOf(components.schemas);
  expect(sent).toMatch(new RegExp(`"price_amount":\\{[^}]*"anyOf":\\[\\{${bounds}\\},\\{"type":"string","pattern"`));
  expect(answered).toMatch(/"sale_price_amount":\{[^{}[]*"type":"number"/);
});

describe("an operation", () => {
  const operation = (path: string, method: string) =>
    (render().paths as Record<string, Record<string, Record<string, unknown>>>)[path]?.[method] ?? {};

  test("has its scope, headers, example and error codes by status", () => {
    const upsert = operation("/products", "post");
    expect(upsert.security).toEqual([{ bearer: ["products:write"] }, { session: [] }]);
    expect(upsert.parameters).toContainEqual({ $ref: "#/components/parameters/IdempotencyKey" });
    expect(upsert.parameters).toContainEqual({ $ref: "#/components/parameters/IfMatch" });
    expect(textOf(upsert.requestBody)).toContain('"example":{"sku":"TEE-RED-M"');
    expect(Object.keys(upsert.responses as object)).toEqual(
      expect.arrayContaining([
        "200",
        "201",
        "400",
        "401",
        "403",
        "409",
        "412",
        "413",
        "415",
        "422",
        "429",
        "500",
        "503",
      ]),
    );
  });
  test("with a result and a problem for one status has both", () => {
    const responses = operation("/products/batch", "post").responses as Record<string, { content: object }>;
    expect(Object.keys(responses["422"]?.content ?? {})).toEqual(["application/json", "application/problem+json"]);
  });
  test("refers to its error responses, which the document has once", () => {
    const { responses } = render().components as { responses: Record<string, Record<string, object>> };
    const { 429: limited } = operation("/products", "get").responses as Record<string, { $ref: string }>;
    expect(limited).toEqual({ $ref: "#/components/responses/rate_limited" });
    expect(operation("/channels", "get").responses).toMatchObject({ 429: limited });
    expect(responses.rate_limited?.headers).toHaveProperty("Retry-After");
  });
  test("says how long its body may be, and what a new product needs", () => {
    const written = ["/products", "/products/batch", "/imports"].map((path) => operation(path, "post"));
    const sizes = written.map(({ requestBody }) => (requestBody as { description: string }).description);
    expect(sizes).toEqual([
      "At most 1 MB; a longer one is 413.",
      "At most 10 MB; a longer one is 413.",
      "At most 500 MB; a longer one is 413.",
    ]);
    const needs = "A new product needs title, price_amount, price_currency and availability.";
    for (const one of [operation("/products", "post"), operation("/products/{sku}", "put")])
      expect(one.description).toContain(needs);
  });
  test("says of a list with `fields` which field is always there, and how many members an object may have", () => {
    const { ListedProduct, Product } = (render().components as Record<string, object>).schemas as Record<
      string,
      { required: string[] }
    >;
    expect(ListedProduct?.required).toEqual(["sku"]);
    expect(Product).toMatchObject({ properties: { metadata: { maxProperties: 50 } } });
    expect(textOf(operation("/products", "post").requestBody)).toContain("At most 50 entries.");
  });
  test("has a limit of the body that its longest lists fit into", () => {
    const bytes = 2 * LIMITS.selectionSkusMax * (4 * LIMITS.skuLengthMax + 3);
    for (const { bodyLimit } of [ROUTES.createChannel, ROUTES.updateChannel, ROUTES.previewChannel]) {
      expect([bodyLimit, bytes < LIMITS.batchBodyBytesMax]).toEqual(["batch", true]);
    }
  });
  test("has query parameters with their descriptions", () => {
    const parameters = operation("/products", "get").parameters as { name: string; required: boolean }[];
    expect(parameters.find(({ name }) => name === "limit")).toMatchObject({ in: "query", required: false });
  });
});

test("the session cookie is an alternative to the bearer token, with its name at the origin", () => {
  const documentAt = (isSecure: boolean) =>
    renderOpenApi({ routes: ROUTES, title: "Skucast API", version: "1.0.0", serverUrl: "/", isSecure });
  const schemeAt = (isSecure: boolean) =>
    (documentAt(isSecure).components as { securitySchemes: Record<string, unknown> }).securitySchemes.session;
  expect(schemeAt(true)).toMatchObject({ type: "apiKey", in: "cookie", name: sessionCookieName(true) });
  expect(schemeAt(false)).toMatchObject({ type: "apiKey", in: "cookie", name: sessionCookieName(false) });
  const operations = Object.values(render().paths as Record<string, Record<string, { security: object[] }>>);
  for (const { security } of operations.flatMap((path) => Object.values(path))) {
    if (security.length > 0) expect(security).toContainEqual({ session: [] });
  }
});

test("every operation lists the errors of requests that fail before they reach it, without headers that these lack", () => {
  const { paths, components } = render() as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, { $ref: string }> }>>;
    components: { responses: Record<string, { headers: object }> };
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  for (const [status, code] of [
    ["408", "request_timeout"],
    ["417", "expectation_failed"],
    ["431", "headers_too_large"],
  ] as const) {
    const references = new Set(operations.map(({ responses }) => responses[status]?.$ref));
    expect(references).toEqual(new Set([`#/components/responses/${code}`]));
    expect(Object.keys(components.responses[code]?.headers ?? {})).toEqual(["Request-Id", "Cache-Control"]);
  }
});

test("one name for two schemas is an error", () => {
  const schemas = collectSchemas();
  schemas.schemaOf(z.object({ a: z.string() }).meta({ id: "OpenApiTestOne" }), "output");
  const again = z.object({ a: z.string().default("x") }).meta({ id: "OpenApiTestTwo" });
  schemas.schemaOf(again, "output");
  expect(() => schemas.schemaOf(again, "input")).toThrow("OpenApiTestTwo");
});

test("every JSON response has a valid example, and every error an example of each code", () => {
  const { paths, components } = render() as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, Json> }> }>>;
    components: {
      examples: Record<string, unknown>;
      responses: Record<string, { content: Record<string, Json> }>;
    };
  };
  type Json = { example?: unknown; examples?: Record<string, { $ref: string }> };
  const wrong: string[] = [];
  for (const route of Object.values(ROUTES)) {
    const { responses } = paths[route.path]?.[route.method.toLowerCase()] ?? { responses: {} };
    for (const [status, body] of Object.entries(route.responses)) {
      const { example } = responses[status]?.content?.["application/json"] ?? {};
      const error = body instanceof z.ZodType ? body.safeParse(example).error : undefined;
      if (error) wrong.push(`${route.id} ${status}: ${z.prettifyError(error)}`);
    }
  }
  expect(wrong).toEqual([]);
  for (const { content } of Object.values(components.responses)) {
    const codes = Object.keys(content["application/problem+json"]?.examples ?? {});
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(components.examples[code]).toMatchObject({ value: { code } });
  }
});

test("every public event is a webhook, with its signature headers", () => {
  const { webhooks } = render() as { webhooks: Record<string, { post: { parameters: unknown[] } }> };
  const published = EVENT_TYPES.filter(({ visibility }) => visibility !== "internal").map(({ type }) => type);
  expect(Object.keys(webhooks)).toEqual(published);
  for (const { post } of Object.values(webhooks)) expect(post.parameters).toHaveLength(3);
});

test("every tag of the table describes its operations", () => {
  const used = new Set(Object.values(ROUTES).map(({ tag }) => tag));
  expect(Object.keys(TAGS).sort()).toEqual([...used].sort());
});
