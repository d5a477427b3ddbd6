import { randomBytes } from "node:crypto";
import {
  createRequestStateCodec,
  fromJsonSchema,
  InMemoryServerEventBus,
  McpServer,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { addContentFixtures } from "./content-fixtures.js";
import { addDocumentFixtures } from "./document-fixtures.js";
import { addInputFixtures } from "./input-fixtures.js";
import { textOf } from "./samples.js";

/**
 * The server that the official conformance suite expects, since the suite cannot test a product's own tools. Only tests
 * use it, behind the endpoint of /mcp in place of the product's server.
 */
export function createFixtureServers() {
  const bus = new InMemoryServerEventBus();
  const codec = createRequestStateCodec<Record<string, unknown>>({ key: randomBytes(32) });
  const createServer = (): McpServer => {
    const server = new McpServer(
      { name: "conformance-fixture", version: "1" },
      {
        capabilities: {
          tools: { listChanged: true },
          resources: { subscribe: true, listChanged: true },
          prompts: { listChanged: true },
          logging: {},
          completions: {},
        },
        requestState: { verify: codec.verify },
      },
    );
    addContentFixtures(server);
    addDocumentFixtures(server);
    addInputFixtures(server, codec);
    addSchemaFixtures(server);
    const changed = (name: string, kind: "tools_list_changed" | "prompts_list_changed") =>
      server.registerTool(name, { description: `Publishes ${kind}.`, inputSchema: z.object({}) }, () => {
        bus.publish({ kind });
        return { content: [textOf(`${kind} published`)] };
      });
    changed("test_trigger_tool_change", "tools_list_changed");
    changed("test_trigger_prompt_change", "prompts_list_changed");
    return server;
  };
  return { bus, createServer };
}

/** A schema with features of JSON Schema 2020-12, and one whose argument is also sent in a header. */
function addSchemaFixtures(server: McpServer): void {
  const answer = () => ({ content: [textOf("called")] });
  const text = { type: "string" } as const;
  const address = { $anchor: "addressDef", type: "object", properties: { street: text, city: text } } as const;
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address },
    properties: {
      name: text,
      phone: text,
      email: text,
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  } as const;
  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "Schema.", inputSchema: fromJsonSchema(schema) },
    answer,
  );
  const region = {
    type: "object",
    properties: { region: { ...text, "x-mcp-header": "Region" }, level: { type: "integer" } },
  } as const;
  server.registerTool("test_x_mcp_header", { description: "Header.", inputSchema: fromJsonSchema(region) }, answer);
}
