// An MCP server as a team writes it with the official SDK and pg: stateless, on Node's HTTP server, with one tool.
import { createServer } from "node:http";
import { hasToken } from "./check-token.mjs";
import { load } from "./load-package.mjs";
import { openProducts } from "./read-product.mjs";

const { createMcpHandler, McpServer } = load("@modelcontextprotocol/server");
const { toNodeHandler } = load("@modelcontextprotocol/node");
const { z } = load("zod");
const readProduct = openProducts();

const TOOL = {
  title: "Get a product",
  description: "Reads one product by SKU.",
  inputSchema: z.object({ sku: z.string().min(1).max(100).describe("Case-sensitive.") }),
  annotations: { readOnlyHint: true },
};

async function getProduct({ sku }) {
  const doc = await readProduct(sku);
  return doc === null
    ? { content: [{ type: "text", text: `There is no product ${sku}.` }], isError: true }
    : { content: [{ type: "text", text: doc }] };
}

// The SDK wants a server for each request.
const handle = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: "catalog", version: "1.0.0" });
    server.registerTool("get_product", TOOL, getProduct);
    return server;
  }),
);

createServer((request, response) => {
  if (hasToken(request)) return void handle(request, response);
  response.writeHead(401, { "WWW-Authenticate": "Bearer" }).end();
}).listen(Number(process.env.PORT), "127.0.0.1");
