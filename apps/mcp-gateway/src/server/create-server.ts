import { type CallToolResult, completable, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { withoutHidden } from "@skucast/contracts/hidden-characters";
import type { Principal } from "@skucast/contracts/principal";
import { z } from "zod";
import type { McpContext } from "../context.js";
import type { Prompt } from "../prompts/define-prompt.js";
import type { Resource } from "../resources/define-resource.js";
import type { Surface } from "../surface.js";
import type { Tool } from "../tools/define-tool.js";
import { callTool, type ToolAnswer } from "./call-tool.js";
import type { Caller } from "./caller.js";
import { readResource } from "./read-resource.js";
import { serverInfoOf } from "./server-info.js";
import { metaOf } from "./tool-meta.js";
import { toolSchemas } from "./tool-schemas.js";
import { isVisibleTo } from "./visible-to.js";

const LIST = { listChanged: false };
/** Resource contents may change at any time. */
const READ = { ttlMs: 0, cacheScope: "private" } as const;

/** A caller with a principal. */
type AuthenticatedCaller = Caller & { readonly principal: Principal };

/**
 * Creates the server of one request. It offers what the caller may see and keeps no state. Serves both eras of the
 * protocol.
 */
export function createServer(ctx: McpContext, surface: Surface, caller: Caller): McpServer {
  const server = new McpServer(serverInfoOf(ctx), {
    instructions: surface.instructions,
    capabilities: {
      tools: LIST,
      ...(surface.resources.length > 0 && { resources: LIST }),
      ...(surface.prompts.length > 0 && { prompts: LIST }),
    },
    cacheHints: {
      "tools/list": surface.lists,
      "prompts/list": surface.lists,
      "resources/list": surface.lists,
      "resources/templates/list": surface.lists,
      "resources/read": READ,
    },
  });
  for (const tool of surface.tools.filter(isVisibleTo(caller))) addTool(server, tool, ctx, caller);
  const { principal } = caller;
  if (principal !== null) {
    const known = { ...caller, principal };
    for (const resource of surface.resources.filter(isVisibleTo(caller))) addResource(server, resource, ctx, known);
    for (const prompt of surface.prompts) addPrompt(server, prompt, ctx, known);
  }
  return server;
}

function addTool(server: McpServer, tool: Tool, ctx: McpContext, caller: Caller): void {
  const { name, title, description, hints } = tool;
  const { input: inputSchema, output: outputSchema } = toolSchemas(tool);
  server.registerTool(
    name,
    { title, description, inputSchema, outputSchema, annotations: hints, _meta: metaOf(tool) },
    async (input, { mcpReq }) => resultOf(await callTool(tool, { ctx, input, signal: mcpReq.signal }, caller)),
  );
}

const resultOf = ({ text, structured, isError }: ToolAnswer): CallToolResult => ({
  content: [{ type: "text", text }],
  ...(structured && { structuredContent: structured }),
  ...(isError && { isError }),
});

function addResource(server: McpServer, resource: Resource, ctx: McpContext, caller: AuthenticatedCaller): void {
  const { name, title, description, uriTemplate, completions = {} } = resource;
  const { principal, requestId } = caller;
  const complete = Object.fromEntries(
    Object.entries(completions).map(([variable, propose]) => [
      variable,
      (typed: string) => propose({ ctx, principal, requestId, typed }),
    ]),
  );
  const template = new ResourceTemplate(uriTemplate, { list: undefined, complete });
  server.registerResource(name, template, { title, description, mimeType: "application/json" }, (uri, variables) =>
    readResource(resource, { ctx, caller, uri, variables }),
  );
}

function addPrompt(
  server: McpServer,
  prompt: Prompt,
  ctx: McpContext,
  { principal, requestId }: AuthenticatedCaller,
): void {
  const { name, title, description, input, write, completions = {} } = prompt;
  const shape = Object.entries(input.shape).map(([argument, schema]) => {
    const propose = completions[argument];
    // A copy, because the SDK attaches the caller's completion to the schema.
    return [
      argument,
      propose
        ? completable((schema as z.ZodType).clone(), (typed) =>
            propose({ ctx, principal, requestId, typed: String(typed) }),
          )
        : schema,
    ];
  });
  const argsSchema = z.strictObject(Object.fromEntries(shape));
  server.registerPrompt(name, { title, description, argsSchema }, (args) => ({
    messages: [{ role: "user", content: { type: "text", text: withoutHidden(write(args)) } }],
  }));
}
