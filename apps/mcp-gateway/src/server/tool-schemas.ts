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

/** What a model does not need and every client would pay for: the dialect, which is MCP's own; examples; spelt-out formats. */
function leaner(this: unknown, name: string, value: unknown): unknown {
  if (name === "examples" && Array.isArray(value)) return undefined;
  if (typeof value === "object") return value;
  if (name === "$schema" || (name === "minLength" && value === 1)) return undefined;
  const isSpeltOut = name === "pattern" && typeof this === "object" && this !== null && "format" in this;
  return isSpeltOut ? undefined : value;
}
