import { built } from "./built.mjs";
import { code, GENERATED, jsonBlock, table } from "./markdown.mjs";

/** What each MCP server offers, as its clients see it. A changed definition shows in the diff of this file. */
export async function renderMcp() {
  const { PUBLIC_SURFACE, WORKSPACE_SURFACE } = await built("apps/mcp-gateway", "surface");
  const { metaOf } = await built("apps/mcp-gateway", "server/tool-meta");
  const { toolSchemas } = await built("apps/mcp-gateway", "server/tool-schemas");
  const definitionOf = (tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    annotations: { title: tool.title, ...tool.hints },
    _meta: metaOf(tool),
    inputSchema: toolSchemas(tool).input["~standard"].jsonSchema.input(),
    outputSchema: toolSchemas(tool).output["~standard"].jsonSchema.input(),
  });
  return `${GENERATED}
# MCP servers

How to connect: [connect an AI client](../how-to/connect-an-ai-client.md). One token is counted as four characters.

${section("/mcp", WORKSPACE_SURFACE, definitionOf)}

${section("/mcp/public", PUBLIC_SURFACE, definitionOf)}
`;
}

function section(path, { instructions, tools, resources, prompts }, definitionOf) {
  const rows = tools.map((tool) => {
    const { outputSchema, ...shown } = definitionOf(tool);
    return [code(tool.name), scopesOf(tool), hintsOf(tool.hints), tokensOf(shown), tokensOf(outputSchema)];
  });
  const total = (column) => rows.reduce((sum, row) => sum + row[column], 0);
  return `## ${path}

> ${instructions}

${table(["Tool", "Scopes", "Hints", "Tokens", "Tokens of its output schema"], [...rows, ["all", "", "", total(3), total(4)]])}

${
  resources.length > 0
    ? table(
        ["Resource", "Scopes", "What"],
        resources.map((resource) => [code(resource.uriTemplate), scopesOf(resource), resource.description]),
      )
    : "It has no resources."
}

${
  prompts.length > 0
    ? table(
        ["Prompt", "What"],
        prompts.map(({ name, description }) => [code(name), description]),
      )
    : "It has no prompts."
}

${tools.map((tool) => `<details><summary><code>${tool.name}</code></summary>\n\n${jsonBlock(definitionOf(tool))}\n\n</details>`).join("\n\n")}`;
}

const scopesOf = ({ scopes, argumentScopes = {} }) =>
  [
    ...scopes.map(code),
    ...Object.entries(argumentScopes).map(([name, scope]) => `${code(scope)} with ${code(name)}`),
  ].join(", ");

function hintsOf({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }) {
  const words = [readOnlyHint ? "reads" : "writes"];
  if (destructiveHint) words.push("destructive");
  if (idempotentHint) words.push("idempotent");
  if (openWorldHint) words.push("reaches other systems");
  return words.join(", ");
}

const tokensOf = (value) => Math.ceil(JSON.stringify(value).length / 4);
