import { z } from "zod";

/** JSON of an OpenAPI document, as far as this package builds it. */
export type Json = { [name: string]: unknown };

/** Turns zod schemas into JSON Schema (2020-12, the dialect of OpenAPI 3.1) and gathers the named ones as components. */
export interface SchemaCollector {
  /** The schema as clients send it (`input`) or read it (`output`); a named one as a reference. */
  schemaOf(schema: z.ZodType, io: "input" | "output"): Json;
  /** Every named schema met so far, by name, in alphabetical order. */
  components(): Json;
}

const REFERENCE = "#/$defs/";

/** Schemas are named by zod's `.meta({ id })`; one name must not mean two things. */
export function collectSchemas(): SchemaCollector {
  const named = new Map<string, Json>();
  return {
    schemaOf(schema, io) {
      const { $schema: _dialect, $defs, ...root } = simplified(toJsonSchema(schema, io));
      for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
        const component = withComponentReferences(withoutId(definition));
        const known = named.get(name);
        if (known && JSON.stringify(known) !== JSON.stringify(component)) {
          throw new Error(`two schemas are named ${name}, or one is sent and read in different forms`);
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
      // What we answer may grow; only what we take is closed.
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // Bounds and patterns that zod adds for the language's sake tell a reader nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.format?.startsWith("date")) delete jsonSchema.pattern;
    },
  }) as Json;
}

/** The same schema as one that readers and tools take without a second look. */
function simplified<T>(schema: T): T {
  if (typeof schema !== "object" || schema === null) return schema;
  for (const part of Object.values(schema)) simplified(part);
  mergeEqualBranches(schema);
  nameEveryKey(schema as Json);
  return schema;
}

/** A record of which all keys are known and must be there is an object with these properties. */
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

/** A union whose branches are read in one form, such as an amount, is that form. */
function mergeEqualBranches(schema: { anyOf?: unknown[] }): void {
  const [first, ...others] = (schema.anyOf ?? []).map((branch) => JSON.stringify(branch));
  if (first === undefined || others.length === 0 || others.some((branch) => branch !== first)) return;
  delete schema.anyOf;
  Object.assign(schema, JSON.parse(first), { ...schema });
}

/** zod repeats the name inside the definition, where it would be a relative `$id`-like keyword of no dialect. */
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
