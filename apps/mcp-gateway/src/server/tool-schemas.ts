import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Tool } from "../tools/define-tool.js";
import { noticeOutput } from "./notice.js";

/** A tool's schemas in the SDK's format. */
export interface ToolSchemas {
  readonly input: StandardSchemaWithJSON;
  readonly output: StandardSchemaWithJSON;
}

const made = new WeakMap<Tool, ToolSchemas>();

/**
 * The JSON Schemas of a tool, cached because a server lives for one request and creating them would be most of its
 * work. The SDK validates nothing with them: `callTool` parses input and writes its own error messages; output has
 * typed sources and is checked against these schemas by tests.
 */
export function toolSchemas(tool: Tool): ToolSchemas {
  const known = made.get(tool);
  if (known) return known;
  // As input schemas, output objects stay open: clients must accept fields that are added later.
  const schemas = { input: shown(tool.input), output: shown(tool.output.extend(noticeOutput)) };
  made.set(tool, schemas);
  return schemas;
}

function shown(schema: z.ZodObject): StandardSchemaWithJSON {
  const json = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input" }), removeRedundant)) as Record<
    string,
    unknown
  >;
  return {
    "~standard": {
      version: 1,
      vendor: "skucast",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/**
 * Omits what models do not need but every client would pay for: the dialect, which is MCP's own; examples; patterns of
 * named formats; the alphabet of ids; high length limits; and constraints that every value satisfies.
 */
function removeRedundant(this: unknown, name: string, value: unknown): unknown {
  if (name === "$schema" || (name === "examples" && Array.isArray(value))) return undefined;
  if (name === "maxLength" && typeof value === "number" && value >= LONG) return undefined;
  if (REDUNDANT.has(`${name} ${JSON.stringify(value)}`)) return undefined;
  if (name !== "pattern" || typeof value !== "string") return value;
  const isSpeltOut = typeof this === "object" && this !== null && "format" in this;
  return isSpeltOut ? undefined : (ID_START.exec(value)?.[0] ?? value);
}

/**
 * Constraints that every value satisfies: names and values are not empty, numbers are safe integers, and additional
 * members are allowed.
 */
const REDUNDANT = new Set([
  "minLength 1",
  "minItems 1",
  "additionalProperties {}",
  'propertyNames {"type":"string"}',
  `minimum ${Number.MIN_SAFE_INTEGER}`,
  `maximum ${Number.MAX_SAFE_INTEGER}`,
  `maximum ${2 ** 31 - 1}`,
]);

/** Longer than models write into one argument. Longer values get an error with the limit. */
const LONG = 1_000;

/** The prefix of an id pattern, such as `^ch_` of channels. */
const ID_START = /^\^[a-z]+_(?=\[)/;
