import { z } from "zod";

/** A JSON object of an OpenAPI document. */
export type Json = { [name: string]: unknown };

/**
 * Converts zod schemas to JSON Schema (2020-12, the dialect of OpenAPI 3.1) and collects the named ones as components.
 */
export interface SchemaCollector {
  /** The schema as clients send (`input`) or receive (`output`) it. Named schemas become references. */
  schemaOf(schema: z.ZodType, io: "input" | "output"): Json;
  /** All named schemas so far, in alphabetical order. */
  components(): Json;
}

const REFERENCE = "#/$defs/";

/** Collects schemas. Their names come from zod's `.meta({ id })`. A name must not have two meanings. */
export function collectSchemas(): SchemaCollector {
  const named = new Map<string, Json>();
  return {
    schemaOf(schema, io) {
      const { $schema: _dialect, $defs, ...root } = simplify(toJsonSchema(schema, io));
      for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
        const component = withComponentReferences(withoutId(definition));
        const known = named.get(name);
        if (known && JSON.stringify(known) !== JSON.stringify(component)) {
          throw new Error(`two schemas are named ${name}, or one differs between input and output`);
        }
        named.set(name, component);
      }
      return withComponentReferences(root);
    },
    components: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  return z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // Responses may gain fields, so only inputs are closed.
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // Omits bounds and patterns that zod adds for technical reasons.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.format?.startsWith("date")) delete jsonSchema.pattern;
    },
  }) as Json;
}

/** Simplifies a schema for readers and tools. */
function simplify<T>(schema: T): T {
  if (typeof schema !== "object" || schema === null) return schema;
  for (const part of Object.values(schema)) simplify(part);
  mergeEqualBranches(schema);
  nameEveryKey(schema as Json);
  return schema;
}

/** Turns a record whose keys are all known and required into an object with these properties. */
function nameEveryKey(schema: Json): void {
  const { propertyNames, required, additionalProperties } = schema as {
    propertyNames?: { enum?: unknown };
    required?: string[];
    additionalProperties?: unknown;
  };
  if (required === undefined || !Array.isArray(propertyNames?.enum)) return;
  delete schema.propertyNames;
  delete schema.additionalProperties;
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
}

/** Merges a union whose branches are equal, such as an amount. */
function mergeEqualBranches(schema: { anyOf?: unknown[] }): void {
  const [first, ...others] = (schema.anyOf ?? []).map((branch) => JSON.stringify(branch));
  if (first === undefined || others.length === 0 || others.some((branch) => branch !== first)) return;
  delete schema.anyOf;
  Object.assign(schema, JSON.parse(first), { ...schema });
}

/** Removes the id that zod repeats inside the definition, where it is not a keyword of the dialect. */
function withoutId({ id: _id, ...definition }: Json): Json {
  return definition;
}

function withComponentReferences<T>(value: T): T {
  const text = JSON.stringify(value, (key, part: unknown) =>
    key === "$ref" && typeof part === "string" && part.startsWith(REFERENCE)
      ? `#/components/schemas/${part.slice(REFERENCE.length)}`
      : part,
  );
  return JSON.parse(text) as T;
}
