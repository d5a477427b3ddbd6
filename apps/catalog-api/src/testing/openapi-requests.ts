import fc from "fast-check";

/** The parts of an OpenAPI document from which requests are generated. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
  } & Record<string, unknown>;
}
export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}
export interface DocumentedResponse {
  /** A reference to one of the document's components, instead of the content. */
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly schema: Schema;
}
// biome-ignore lint/suspicious/noExplicitAny: JSON Schema of any shape is read by keyword
export type Schema = any;

/** A generated request and the operation that it is for. */
export interface FuzzedRequest {
  readonly operationId: string;
  readonly method: string;
  /** The path in the document, with placeholders. */
  readonly template: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const DEPTH_MAX = 6;
/** Percentage of values that are hostile instead of generated from the schema. */
const HOSTILE_WEIGHT = 6;

const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  -1e-9,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[]],
  [null],
  { "": {} },
  "",
  " ",
  "\u0000",
  "\ud800",
  "\u202e\u200b",
  "é".normalize("NFD"),
  "😀".repeat(60),
  "a".repeat(20_000),
  "'; DROP TABLE products; --",
  "$1",
  "%",
  "%00",
  "..",
  "../..",
  "<script>",
  "{{7*7}}",
  "\\",
  "__proto__",
  "NaN",
  "-0",
  "1e309",
  "9".repeat(400),
  "0000-00-00",
  "2026-02-30T25:61:61Z",
  "\r\nX: 1",
  "\ufeff",
  "null",
];
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: "binary" }));
const mostly = (proper: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 100 - HOSTILE_WEIGHT, arbitrary: proper }, { weight: HOSTILE_WEIGHT, arbitrary: hostile });

const HEADERS = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        "If-Match",
        "If-None-Match",
        "If-Modified-Since",
        "Idempotency-Key",
        "API-Version",
        "Accept-Encoding",
      ),
      fc.constantFrom(
        "*",
        '"v1"',
        'W/"v1", "x"',
        "2026-11-01",
        "Wed, 25 Nov 2026 00:00:00 GMT",
        "k1",
        "gzip",
        "\t",
        "~",
      ),
      { maxKeys: 2 },
    ),
  },
);

/** Valid and invalid requests to all operations of a document. `ids` are path parameters of existing resources. */
export function openApiRequests(document: OpenApi, ids: Readonly<Record<string, string>>): fc.Arbitrary<FuzzedRequest> {
  const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ template, method: method.toUpperCase(), operation })),
  );
  const schemas = schemaValues(document);
  return fc.oneof(
    ...operations
      .filter(({ operation }) => !isStream(operation))
      .map(({ template, method, operation }) => requestOf({ template, method, operation, ids, schemas })),
  );
}

const isStream = ({ responses }: Operation): boolean => responses[200]?.content?.["text/event-stream"] !== undefined;

interface RequestSource {
  readonly template: string;
  readonly method: string;
  readonly operation: Operation;
  readonly ids: Readonly<Record<string, string>>;
  readonly schemas: (schema: Schema) => fc.Arbitrary<unknown>;
}

function requestOf({ template, method, operation, ids, schemas }: RequestSource): fc.Arbitrary<FuzzedRequest> {
  const parameters = (operation.parameters ?? []).filter((each): each is Parameter => "in" in each);
  const of = (place: string) => parameters.filter((each) => each.in === place);
  const pathValue = ({ name, schema }: Parameter) => {
    const known = ids[name];
    return known === undefined
      ? mostly(schemas(schema))
      : fc.oneof({ weight: 4, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: mostly(schemas(schema)) });
  };
  const query = fc.record(Object.fromEntries(of("query").map(({ name, schema }) => [name, schemas(schema)])), {
    requiredKeys: [],
  });
  return fc
    .record({
      params: fc.record(Object.fromEntries(of("path").map((each) => [each.name, pathValue(each)]))),
      query: fc.oneof(fc.constant({}), query),
      headers: HEADERS,
      body: bodyOf(operation, schemas),
    })
    .map(({ params, query: asked, headers, body }) => ({
      operationId: operation.operationId,
      method,
      template,
      path: pathOf(template, params) + queryOf(asked),
      headers: { ...headers, ...(body && { "Content-Type": body.type }) },
      body: body?.text,
    }));
}

function bodyOf({ requestBody }: Operation, schemas: RequestSource["schemas"]) {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined) return fc.constant(undefined);
  const proper = content?.schema ? schemas(content.schema).map((value) => JSON.stringify(value)) : fc.string();
  const spoiled = fc.oneof(
    fc.string(),
    proper.map((text) => text.slice(0, -1)),
    hostile.map((value) => JSON.stringify(value)),
  );
  return fc
    .oneof({ weight: 12, arbitrary: proper }, { weight: 1, arbitrary: spoiled })
    .map((text) => ({ type, text: text.toWellFormed() }));
}

const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

const pathOf = (template: string, params: Readonly<Record<string, unknown>>): string =>
  template.replace(
    /\{(\w+)\}/g,
    (_, name: string) => encodeURIComponent(textOf(params[name])).slice(0, 2_000) || "%20",
  );

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .slice(0, 5)
      .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(one)).slice(0, 2_000)}`),
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Generates values for the document's schemas; any value may be a hostile one instead. */
function schemaValues({ components }: OpenApi): (schema: Schema) => fc.Arbitrary<unknown> {
  const valuesOf = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    if (schema === true || depth > DEPTH_MAX) return fc.jsonValue({ maxDepth: 1 });
    if (schema.$ref) return valuesOf(components.schemas[String(schema.$ref).split("/").at(-1) ?? ""], depth + 1);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches) return fc.oneof(...branches.map((branch: Schema) => valuesOf(branch, depth + 1)));
    if (schema.enum) return mostly(fc.constantFrom(...schema.enum));
    if ("const" in schema) return mostly(fc.constant(schema.const));
    if (schema.type === "object") return objectOf(schema, depth);
    if (schema.type === "array") {
      const { minItems = 0, items = true } = schema;
      return mostly(
        fc.array(valuesOf(items, depth + 1), { minLength: Math.min(minItems, 3), maxLength: Math.max(minItems, 3) }),
      );
    }
    return mostly(leafOf(schema));
  };
  const objectOf = ({ properties = {}, required = [], additionalProperties }: Schema, depth: number) => {
    const named = Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, valuesOf(each, depth + 1)]),
    );
    // Only a few of a product's fifty fields at a time, so that some requests succeed.
    const optional = Object.keys(named).filter((name) => !required.includes(name));
    const extra = typeof additionalProperties === "object" ? valuesOf(additionalProperties, depth + 1) : null;
    return fc.subarray(optional, { maxLength: Math.min(4, optional.length) }).chain((chosen) =>
      fc
        .record({
          known: fc.record(Object.fromEntries([...required, ...chosen].map((name) => [name, named[name] ?? hostile]))),
          more: extra
            ? fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), extra, { maxKeys: 2 })
            : fc.constant({}),
        })
        .map(({ known, more }) => ({ ...more, ...known })),
    );
  };
  return (schema) => valuesOf(schema, 0);
}

function leafOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, format, examples, minimum = -10, maximum = 1e6, minLength = 0, maxLength = 20, pattern } = schema;
  if (examples?.length > 0) return fc.constantFrom(...examples);
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "integer") return fc.integer({ min: Math.ceil(minimum), max: Math.min(maximum, 2 ** 31) });
  if (type === "number") return fc.integer({ min: 0, max: 1e6 }).map((cents) => cents / 100);
  if (type !== "string") return fc.jsonValue({ maxDepth: 2 });
  if (format === "uri")
    return fc.constantFrom("https://shop.example/p/1", "http://a.example", "https://93.184.216.34/");
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === "date") return fc.constantFrom("2026-11-25", "1999-01-01");
  // fast-check cannot generate strings for patterns with look-ahead.
  if (pattern && !pattern.includes("(?")) return fc.stringMatching(new RegExp(pattern, "u"));
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 20)) });
}
