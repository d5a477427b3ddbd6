import { ERROR_CODES, type ErrorCode } from "@skucast/contracts/error-codes";
import { EVENT_TYPES } from "@skucast/contracts/events/event-types";
import type { Json } from "./openapi-schemas.js";

const TIMESTAMP = "2026-11-25T08:00:00.000Z";
const DEPTH_MAX = 8;

/** Examples of resources, taken from the examples of events, by schema name. */
const KNOWN_EXAMPLES: Readonly<Record<string, unknown>> = {
  Product: objectOf("product.updated"),
  ListedProduct: objectOf("product.updated"),
  ProductWithParts: objectOf("product.updated"),
  Channel: objectOf("channel.created"),
  Feed: objectOf("feed.created"),
};

function objectOf(type: string): unknown {
  const { example } = EVENT_TYPES.find((event) => event.type === type) ?? {};
  return (example as { object: unknown } | undefined)?.object;
}

/**
 * A deterministic example of a schema: its own example if it has one, otherwise the minimal valid value. `schemas` are
 * the named ones.
 */
export function exampleOf(schema: Json, schemas: Json, depth = 0): unknown {
  const { $ref, examples, anyOf, oneOf, type } = schema as Schema;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    return KNOWN_EXAMPLES[name] ?? exampleOf((schemas[name] ?? {}) as Json, schemas, depth + 1);
  }
  if (examples?.[0] !== undefined) return examples[0];
  if ("default" in schema) return schema.default;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = anyOf ?? oneOf ?? [];
  if (first) return exampleOf(first, schemas, depth + 1);
  if (type === "object") return objectExample(schema as Schema, schemas, depth);
  if (type === "array") return arrayExample(schema as Schema, schemas, depth);
  return LEAVES[String(type)]?.(schema as Schema) ?? null;
}

interface Schema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly items?: Json;
  readonly minItems?: number;
  readonly minimum?: number;
}

function objectExample({ properties = {}, required = [] }: Schema, schemas: Json, depth: number): Json {
  const shown = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(shown.map(([name, each]) => [name, exampleOf(each, schemas, depth + 1)]));
}

function arrayExample({ items, minItems = 0 }: Schema, schemas: Json, depth: number): unknown[] {
  if (items === undefined || (depth > DEPTH_MAX && minItems === 0)) return [];
  return [exampleOf(items, schemas, depth + 1)];
}

const LEAVES: Readonly<Record<string, (schema: Schema) => unknown>> = {
  string: ({ format }) =>
    ({ "date-time": TIMESTAMP, date: "2026-11-25", uri: "https://shop.example.com/p/1" })[format ?? ""] ?? "text",
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  boolean: () => true,
};

/** A problem document for each of the codes, for the document's components. */
export const problemExamples = (codes: ReadonlySet<string>, serverUrl: string): Json =>
  Object.fromEntries(
    Object.entries(ERROR_CODES)
      .filter(([code]) => codes.has(code))
      .map(([code, [status, title, meaning]]) => [
        code,
        {
          summary: title,
          value: {
            type: `${serverUrl}/docs/errors#${code}`,
            title,
            status,
            detail: meaning,
            code,
            request_id: "req_01jd0000000000000000000000",
          },
        },
      ]),
  );

/** References to the examples of the codes, for the responses of an operation. */
export const problemExamplesOf = (codes: readonly ErrorCode[]): Json =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
