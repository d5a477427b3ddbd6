import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Tool } from "../tools/define-tool.js";
import { noticeOutput } from "./notice.js";

/** A tool's schemas as the SDK takes them. */
export interface ToolSchemas {
  readonly input: StandardSchemaWithJSON;
  readonly output: StandardSchemaWithJSON;
}

const made = new WeakMap<Tool, ToolSchemas>();

/**
 * The JSON Schemas of a tool, made once: a server lives for one request, and making them for each would be most of its
 * work. The SDK checks nothing with them. Input is parsed by `callTool`, whose faults are sentences; output comes from
 * verbs whose answers are typed, and is held against these schemas by tests.
 */
export function toolSchemas(tool: Tool): ToolSchemas {
  const known = made.get(tool);
  if (known) return known;
  // As input, objects of an answer stay open: clients must not refuse a field that is added later.
  const schemas = { input: shown(tool.input), output: shown(tool.output.extend(noticeOutput)) };
  made.set(tool, schemas);
  return schemas;
}

function shown(schema: z.ZodObject): StandardSchemaWithJSON {
  const json = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input" }), leaner)) as Record<string, unknown>;
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
 * Leaves out what a model does not need and every client would pay for: the dialect, which is MCP's own; examples; spelt-out
 * formats; the alphabet of ids; and what holds of every value that is given.
 */
function leaner(this: unknown, name: string, value: unknown): unknown {
  if (name === "$schema" || (name === "examples" && Array.isArray(value))) return undefined;
  if (name === "maxLength" && typeof value === "number" && value >= LONG) return undefined;
  if (SAYS_NOTHING.has(`${name} ${JSON.stringify(value)}`)) return undefined;
  if (name !== "pattern" || typeof value !== "string") return value;
  const isSpeltOut = typeof this === "object" && this !== null && "format" in this;
  return isSpeltOut ? undefined : (ID_START.exec(value)?.[0] ?? value);
}

/** Members have names, numbers are safe integers, other members may be there, and what is given is not empty. */
const SAYS_NOTHING = new Set([
  "minLength 1",
  "minItems 1",
  "additionalProperties {}",
  'propertyNames {"type":"string"}',
  `minimum ${Number.MIN_SAFE_INTEGER}`,
  `maximum ${Number.MAX_SAFE_INTEGER}`,
  `maximum ${2 ** 31 - 1}`,
]);

/** Longer than what a model writes into one argument; one that does is told the limit. */
const LONG = 1_000;

/** What tells the kind of an id, such as `^ch_` of a channel's. */
const ID_START = /^\^[a-z]+_(?=\[)/;
