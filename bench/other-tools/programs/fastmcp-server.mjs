// The same MCP server with FastMCP.
import { hasToken } from "./check-token.mjs";
import { load } from "./load-package.mjs";
import { openProducts } from "./read-product.mjs";

const { FastMCP, UserError } = load("fastmcp");
const { z } = load("zod");
const readProduct = openProducts();

const server = new FastMCP({
  name: "catalog",
  version: "1.0.0",
  authenticate: async (request) => {
    if (!hasToken(request)) throw new Response(null, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
    return { id: "bench" };
  },
});

server.addTool({
  name: "get_product",
  description: "Reads one product by SKU.",
  parameters: z.object({ sku: z.string().min(1).max(100).describe("Case-sensitive.") }),
  annotations: { title: "Get a product", readOnlyHint: true },
  execute: async ({ sku }) => {
    const doc = await readProduct(sku);
    if (doc === null) throw new UserError(`There is no product ${sku}.`);
    return doc;
  },
});

await server.start({
  transportType: "httpStream",
  httpStream: { host: "127.0.0.1", port: Number(process.env.PORT), stateless: true, enableJsonResponse: true },
});
