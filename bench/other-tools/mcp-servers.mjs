// The MCP servers that are compared. All of them answer with the same products, from the same PostgreSQL.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../scripts/find-free-port.mjs";
import { startPrograms } from "../catalog-peers/catalog.mjs";
import { askForJson } from "../catalog-peers/connection.mjs";
import { createDatabase, urlOn } from "../catalog-peers/create-database.mjs";
import { directus } from "../catalog-peers/directus.mjs";
import { fillCatalog } from "../catalog-peers/measure-catalog.mjs";
import { catalogProductOf, skuOf } from "../catalog-peers/products.mjs";
import { MCP_TOKEN_FILE, strapi } from "../catalog-peers/strapi.mjs";
import { fill } from "../fill.mjs";
import { mcpCall } from "../mcp-call.mjs";
import { VERSIONS } from "./packages.mjs";

/** Products of each server. */
export const PRODUCTS = 1_000;
const TOKEN = "bench-static-token";
const GATEWAY_PORT = 18_086;

/**
 * @typedef {object} McpServer
 * @property {string} name
 * @property {keyof typeof import("../mcp-call.mjs").MCP_VERSIONS} era The newest version of MCP that it speaks.
 * @property {() => Promise<{ baseUrl: string, pids: number[], stop: () => Promise<void> }>} start
 * @property {(n: number) => import("../catalog-peers/connection.mjs").Request} call Gets product `n`.
 * @property {(result: any) => object} productIn The product in the result of a call.
 */

/**
 * Prepares the servers; Skucast is the first. None runs afterwards.
 * @param {Awaited<ReturnType<typeof import("../testbed.mjs").openTestbed>>} testbed
 * @param {Record<"packages" | "directus" | "strapi", string>} folders
 * @returns {Promise<McpServer[]>}
 */
export async function openMcpServers(testbed, folders) {
  await fill(testbed, PRODUCTS, catalogProductOf);
  return [
    skucast(testbed, "modern"),
    skucast(testbed, "legacy"),
    await openDirectus(testbed, folders.directus),
    await openStrapi(testbed, folders.strapi),
    dbhub(testbed, folders.packages),
    ownServer(testbed, folders.packages, {
      name: `FastMCP ${VERSIONS.fastmcp} and pg`,
      era: "legacy",
      file: "fastmcp-server.mjs",
    }),
    ownServer(testbed, folders.packages, {
      name: `MCP SDK ${VERSIONS["@modelcontextprotocol/server"]} and pg`,
      era: "modern",
      file: "sdk-server.mjs",
    }),
  ];
}

/** @returns {McpServer} */
function skucast(testbed, era) {
  return {
    name: "Skucast",
    era,
    async start() {
      const { baseUrl, pid, stop } = await testbed.startApp("mcp-gateway", GATEWAY_PORT);
      return { baseUrl, pids: [pid], stop };
    },
    call: (n) => toolCall(era, testbed.apiKey, "get_product", { sku: skuOf(n) }),
    productIn: ({ structuredContent }) => structuredContent.product,
  };
}

/** @returns {Promise<McpServer>} */
async function openDirectus(testbed, folder) {
  const place = await placeOf(testbed, "mcp_directus");
  const catalog = directus.open({ ...place, folder });
  await fillCatalog(catalog, { superuserUrl: place.superuserUrl, filled: PRODUCTS });
  const headers = catalog.headers();
  const running = await catalog.start();
  await askForJson(catalog.baseUrl, { method: "PATCH", path: "/settings", body: { mcp_enabled: true }, headers });
  await running.stop();
  const { Authorization: authorization = "" } = headers;
  return {
    name: catalog.name,
    era: "legacy",
    start: async () => ({ ...(await catalog.start()), baseUrl: catalog.baseUrl }),
    call: (n) =>
      toolCall("legacy", authorization.replace("Bearer ", ""), "items", {
        action: "read",
        collection: "products",
        keys: [skuOf(n)],
      }),
    productIn: (result) => /** @type {object} */ (catalog.productsIn({ data: textOf(result).raw })[0]),
  };
}

/** @returns {Promise<McpServer>} */
async function openStrapi(testbed, folder) {
  const place = await placeOf(testbed, "mcp_strapi");
  const catalog = strapi.open({ ...place, folder, hasMcp: true });
  const { keys } = await fillCatalog(catalog, { superuserUrl: place.superuserUrl, filled: PRODUCTS });
  const token = readFileSync(join(place.dir, MCP_TOKEN_FILE), "utf8");
  return {
    name: catalog.name,
    era: "legacy",
    start: async () => ({ ...(await catalog.start()), baseUrl: catalog.baseUrl }),
    call: (n) => toolCall("legacy", token, "get_product", { documentId: keys.get(skuOf(n))?.id }),
    productIn: (result) => /** @type {object} */ (catalog.productsIn(textOf(result))[0]),
  };
}

/** @returns {McpServer} */
function dbhub(testbed, folder) {
  const config = join(testbed.dir, "dbhub.toml");
  writeFileSync(config, dbhubConfig(testbed));
  const args = ["--transport", "http", "--host", "127.0.0.1", "--auth-token", TOKEN, "--config", config];
  return {
    name: `DBHub ${VERSIONS["@bytebase/dbhub"]}`,
    era: "modern",
    ...program("modern", (port) => ({
      command: process.execPath,
      args: [join(folder, "node_modules/@bytebase/dbhub/dist/index.js"), ...args, "--port", String(port)],
      cwd: testbed.dir,
      env: { NODE_ENV: "production" },
    })),
    productIn: (result) => JSON.parse(textOf(result).data.statements[0].rows[0].doc),
  };
}

const dbhubConfig = ({ superuserUrl, workspaceId }) => `[[sources]]
id = "catalog"
dsn = "${superuserUrl}?sslmode=disable"

[[tools]]
name = "get_product"
description = "Reads one product by SKU."
source = "catalog"
statement = "SELECT doc FROM products WHERE workspace_id = '${workspaceId}' AND sku = $1 AND deleted_at IS NULL"

[[tools.parameters]]
name = "sku"
type = "string"
description = "Case-sensitive."
`;

/** @returns {McpServer} */
function ownServer({ superuserUrl, workspaceId }, folder, { name, era, file }) {
  const env = {
    NODE_ENV: "production",
    BENCH_PACKAGES: folder,
    BENCH_TOKEN: TOKEN,
    DATABASE_URL: superuserUrl,
    WORKSPACE_ID: workspaceId,
  };
  return {
    name,
    era,
    ...program(era, (port) => ({
      command: process.execPath,
      args: [fileURLToPath(new URL(`programs/${file}`, import.meta.url))],
      cwd: folder,
      env: { ...env, PORT: String(port) },
    })),
    productIn: textOf,
  };
}

/** What the servers that are one program have in common. */
function program(era, programOn) {
  const call = (n) => toolCall(era, TOKEN, "get_product", { sku: skuOf(n) });
  return {
    call,
    async start() {
      const port = await findFreePort();
      const baseUrl = `http://127.0.0.1:${port}`;
      return { ...(await startPrograms([programOn(port)], { baseUrl, probe: call(0) })), baseUrl };
    },
  };
}

function toolCall(era, token, name, args) {
  const { headers, body } = mcpCall(era, name, args);
  return { method: "POST", path: "/mcp", headers: { ...headers, Authorization: `Bearer ${token}` }, body };
}

const textOf = ({ content }) => JSON.parse(content[0].text);

async function placeOf(testbed, database) {
  const dir = join(testbed.dir, database);
  mkdirSync(dir);
  const { superuserUrl } = testbed;
  const databaseUrl = await createDatabase(superuserUrl, superuserUrl, database);
  return { databaseUrl, superuserUrl: urlOn(superuserUrl, database), port: await findFreePort(), dir };
}
