// Strapi: one content type without drafts, with the settings of a new project and an API token.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FOUND_MAX, keysFrom, PAGE, startPrograms } from "./catalog.mjs";
import { installPeer } from "./peer-folder.mjs";

const NAME = "strapi";
const VERSION = "5.54.0";
const TOKEN_FILE = "token.txt";
/** Where its first start writes the token of its MCP server, if that is served. */
export const MCP_TOKEN_FILE = "mcp-token.txt";
const KEY = "bench-bench-bench-bench-bench-32";

const MANIFEST = {
  version: "1.0.0",
  dependencies: {
    "@strapi/strapi": VERSION,
    "@strapi/plugin-users-permissions": VERSION,
    pg: "8.23.1",
    react: "18",
    "react-dom": "18",
    "react-router-dom": "6",
    "styled-components": "6",
  },
  strapi: { uuid: false },
};

/** Its API has no search, but filters. */
const SEARCHED = ["sku", "title", "description", "brand"];
const string = { type: "string" };
const SCHEMA = {
  kind: "collectionType",
  collectionName: "products",
  info: { singularName: "product", pluralName: "products", displayName: "Product" },
  options: { draftAndPublish: false },
  attributes: {
    sku: { type: "string", unique: true },
    title: string,
    description: { type: "text" },
    url: string,
    image_url: string,
    additional_image_urls: { type: "json" },
    brand: string,
    mpn: string,
    product_category: string,
    condition: string,
    availability: string,
    inventory_quantity: { type: "integer" },
    price_amount: { type: "decimal" },
    price_currency: string,
    color: string,
    size: string,
    material: string,
  },
};

const core = (kind) =>
  `module.exports = require("@strapi/strapi").factories.createCore${kind}("api::product.product");\n`;
const config = (value) => `module.exports = ({ env }) => (${value});\n`;

/** The first start creates the tokens, whose keys only their creator sees. Its MCP server takes that of an administrator. */
const INDEX = `const { writeFileSync } = require("node:fs");
module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    const tokens = strapi.service("admin::api-token");
    if (await tokens.exists({ name: "bench" })) return;
    const { accessKey } = await tokens.create({
      kind: "content-api", name: "bench", description: "", type: "full-access", lifespan: null,
    });
    writeFileSync(process.env.BENCH_TOKEN_FILE, accessKey);
    if (process.env.BENCH_MCP !== "true") return;
    const role = await strapi.service("admin::role").getSuperAdmin();
    const user = await strapi.service("admin::user").create({
      email: "admin@example.com", password: "Bench-password-1", isActive: true, roles: [role.id],
    });
    const read = { action: "plugin::content-manager.explorer.read", subject: "api::product.product", properties: {}, conditions: [] };
    const admin = await strapi.service("admin::api-token-admin").create(
      { name: "bench-mcp", description: "", lifespan: null, adminPermissions: [read] },
      { ...user, roles: [role] },
    );
    writeFileSync(process.env.BENCH_MCP_TOKEN_FILE, admin.accessKey);
  },
};
`;

const FILES = {
  "src/index.js": INDEX,
  "src/api/product/content-types/product/schema.json": JSON.stringify(SCHEMA),
  "src/api/product/controllers/product.js": core("Controller"),
  "src/api/product/services/product.js": core("Service"),
  "src/api/product/routes/product.js": core("Router"),
  "config/server.js": config(
    '{ host: env("HOST"), port: env.int("PORT"), app: { keys: ["one", "two"] }, mcp: { enabled: env.bool("BENCH_MCP", false) } }',
  ),
  "config/admin.js": config(
    `{ auth: { secret: "bench" }, apiToken: { salt: "bench", secrets: { encryptionKey: "${KEY}" } }, transfer: { token: { salt: "bench" } }, secrets: { encryptionKey: "${KEY}" }, serveAdminPanel: false }`,
  ),
  "config/api.js": config("{ rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }"),
  "config/logger.js": config('{ level: "warn" }'),
  "config/plugins.js": config('{ "users-permissions": { config: { jwtSecret: "bench" } } }'),
  "config/middlewares.js": `module.exports = ["strapi::logger", "strapi::errors", "strapi::security", "strapi::cors", "strapi::poweredBy", "strapi::query", "strapi::body", "strapi::session", "strapi::favicon", "strapi::public"];\n`,
  "config/database.js": config(
    '{ connection: { client: "postgres", connection: { connectionString: env("DATABASE_URL") }, pool: { min: 2, max: 10 } } }',
  ),
  "public/robots.txt": "User-agent: *\nDisallow: /\n",
  "public/uploads/.gitkeep": "",
};

export const strapi = {
  title: `Strapi ${VERSION}`,
  /** @returns {Promise<string>} the folder */
  install: () => installPeer({ name: NAME, manifest: MANIFEST, files: FILES }),
  /**
   * @param {import("./catalog.mjs").Place & { folder: string, hasMcp?: boolean }} place
   * @returns {import("./catalog.mjs").Catalog}
   */
  open({ databaseUrl, port, folder, dir, hasMcp = false }) {
    const baseUrl = `http://127.0.0.1:${port}`;
    const tokenFile = join(dir, TOKEN_FILE);
    let token = "";
    const program = {
      command: process.execPath,
      args: [join(folder, "node_modules/@strapi/strapi/bin/strapi.js"), "start"],
      cwd: folder,
      env: {
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        STRAPI_TELEMETRY_DISABLED: "true",
        BENCH_TOKEN_FILE: tokenFile,
        BENCH_MCP: String(hasMcp),
        BENCH_MCP_TOKEN_FILE: join(dir, MCP_TOKEN_FILE),
      },
    };
    const headers = () => ({ Authorization: `Bearer ${token}` });
    const items = "/api/products";
    const start = () => {
      const path = token ? `${items}?pagination[pageSize]=1` : "/_health";
      return startPrograms([program], { baseUrl, probe: { method: "GET", path, headers: headers() } });
    };
    return {
      name: this.title,
      baseUrl,
      async setUp() {
        const running = await start();
        token = readFileSync(tokenFile, "utf8");
        await running.stop();
      },
      start,
      headers,
      keysOf: (skus) => keysFrom(databaseUrl, "SELECT sku, document_id AS id FROM products WHERE sku = ANY($1)", skus),
      create: (product) => ({ first: { method: "POST", path: items, body: { data: product } } }),
      update: ({ price_amount, inventory_quantity }, { id }) => ({
        method: "PUT",
        path: `${items}/${id}`,
        body: { data: { price_amount, inventory_quantity } },
      }),
      pages: async (count) =>
        Array.from({ length: count }, (_, i) => ({
          method: "GET",
          path: `${items}?pagination[pageSize]=${PAGE}&pagination[page]=${i + 1}&pagination[withCount]=false`,
        })),
      get: (_sku, { id }) => ({ method: "GET", path: `${items}/${id}` }),
      search: (word) => {
        const filters = SEARCHED.map((name, i) => `filters[$or][${i}][${name}][$containsi]=${word}`).join("&");
        const pagination = `pagination[pageSize]=${FOUND_MAX}&pagination[withCount]=false`;
        return { method: "GET", path: `${items}?${filters}&${pagination}` };
      },
      productsIn: ({ data }) => [data].flat().map(productIn),
    };
  },
};

function productIn(item) {
  return Object.fromEntries(Object.keys(SCHEMA.attributes).map((name) => [name, item[name]]));
}
