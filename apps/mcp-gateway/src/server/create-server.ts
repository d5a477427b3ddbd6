import { completable, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import type { Principal } from "@skucast/contracts/principal";
import type { Scope } from "@skucast/contracts/scopes";
import { SERVICE_NAME } from "@skucast/contracts/service";
import { z } from "zod";
import type { McpContext } from "../context.js";
import type { Prompt } from "../prompts/define-prompt.js";
import type { Resource } from "../resources/define-resource.js";
import type { Surface } from "../surface.js";
import type { Tool } from "../tools/define-tool.js";
import { callTool } from "./call-tool.js";
import type { Caller } from "./caller.js";
import { readResource } from "./read-resource.js";
import { toolSchemas } from "./tool-schemas.js";

const LIST = { listChanged: false };
/** What a resource holds may change at any moment. */
const READ = { ttlMs: 0, cacheScope: "private" } as const;

/** A caller of whom more is known than the request. */
type KnownCaller = Caller & { readonly principal: Principal };

/** A server for one request: it holds what the caller may see and no state. Serves both eras of the protocol. */
export function createServer(ctx: McpContext, surface: Surface, caller: Caller): McpServer {
  const server = new McpServer(
    { name: SERVICE_NAME.toLowerCase(), title: SERVICE_NAME, version: "1", websiteUrl: ctx.publicUrl },
    {
      instructions: surface.instructions,
      capabilities: {
        tools: LIST,
        ...(surface.resources.length > 0 && { resources: LIST }),
        ...(surface.prompts.length > 0 && { prompts: LIST }),
      },
      cacheHints: {
        ...{ "tools/list": surface.lists, "prompts/list": surface.lists },
        ...{ "resources/list": surface.lists, "resources/templates/list": surface.lists },
        "resources/read": READ,
      },
    },
  );
  for (const tool of surface.tools.filter(isVisibleTo(caller))) addTool(server, tool, ctx, caller);
  const { principal } = caller;
  if (principal !== null) {
    const known = { ...caller, principal };
    for (const resource of surface.resources.filter(isVisibleTo(caller))) addResource(server, resource, ctx, known);
    for (const prompt of surface.prompts) addPrompt(server, prompt, ctx, known);
  }
  return server;
}

/** A key's scopes cannot grow, so it sees what it may use; an app sees all, and is told which scopes to ask the user for. */
function isVisibleTo({ principal }: Caller) {
  return ({ scopes }: { readonly scopes: readonly Scope[] }): boolean =>
    principal?.kind === "oauth" || scopes.every((scope) => principal?.scopes.has(scope));
}

function addTool(server: McpServer, tool: Tool, ctx: McpContext, caller: Caller): void {
  const { name, title, description, hints, scopes } = tool;
  const { input: inputSchema, output: outputSchema } = toolSchemas(tool);
  const { principal } = caller;
  // Read by ChatGPT, before it asks the user for more.
  const _meta = { securitySchemes: [scopes.length > 0 ? { type: "oauth2", scopes: [...scopes] } : { type: "noauth" }] };
  server.registerTool(
    name,
    { title, description, inputSchema, outputSchema, annotations: { title, ...hints }, _meta },
    (input, { mcpReq }) => callTool(tool, { ctx, principal, input, signal: mcpReq.signal }, caller),
  );
}

function addResource(server: McpServer, resource: Resource, ctx: McpContext, caller: KnownCaller): void {
  const { name, title, description, uriTemplate, completions = {} } = resource;
  const { principal } = caller;
  const complete = Object.fromEntries(
    Object.entries(completions).map(([variable, propose]) => [
      variable,
      (typed: string) => propose({ ctx, principal, typed }),
    ]),
  );
  const template = new ResourceTemplate(uriTemplate, { list: undefined, complete });
  server.registerResource(name, template, { title, description, mimeType: "application/json" }, (uri, variables) =>
    readResource(resource, { ctx, caller, uri, variables }),
  );
}

function addPrompt(server: McpServer, prompt: Prompt, ctx: McpContext, { principal }: KnownCaller): void {
  const { name, title, description, input, write, completions = {} } = prompt;
  const shape = Object.entries(input.shape).map(([argument, schema]) => {
    const propose = completions[argument];
    // A copy: the SDK marks the schema with the caller's own completion.
    return [
      argument,
      propose
        ? completable((schema as z.ZodType).clone(), (typed) => propose({ ctx, principal, typed: String(typed) }))
        : schema,
    ];
  });
  const argsSchema = z.strictObject(Object.fromEntries(shape));
  server.registerPrompt(name, { title, description, argsSchema }, (args) => ({
    messages: [{ role: "user", content: { type: "text", text: write(args) } }],
  }));
}
