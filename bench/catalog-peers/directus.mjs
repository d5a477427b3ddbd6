// Directus: one collection whose primary key is the SKU, with the settings of a new project and its static token.
import { join } from "node:path";
import { bySku, databaseOf, FOUND_MAX, PAGE, startPrograms } from "./catalog.mjs";
import { askOnce } from "./connection.mjs";
import { installPeer } from "./peer-folder.mjs";
import { runProgram } from "./peer-process.mjs";

const NAME = "directus";
const VERSION = "12.4.0";
/** The newest Node that it supports. */
const NODE_VERSION = "22";
const TOKEN = "bench-static-token-of-the-administrator";
const STRINGS = [
  "title",
  "url",
  "image_url",
  "brand",
  "mpn",
  "product_category",
  "condition",
  "availability",
  "price_currency",
  "color",
  "size",
  "material",
];

/** Only flows with scripts need isolated-vm, and only SQLite needs sqlite3. Both would be compiled for minutes. */
const UNUSED = { "isolated-vm": "7.0.1", sqlite3: "6.0.1" };
const namesOfUnused = Object.keys(UNUSED);
const MANIFEST = {
  dependencies: {
    directus: VERSION,
    node: NODE_VERSION,
    ...Object.fromEntries(namesOfUnused.map((name) => [name, `file:${name}`])),
  },
  overrides: Object.fromEntries(namesOfUnused.map((name) => [name, `$${name}`])),
};
const FILES = Object.fromEntries(
  Object.entries(UNUSED).flatMap(([name, version]) => [
    [`${name}/package.json`, JSON.stringify({ name, version, main: "index.js" })],
    [`${name}/index.js`, "module.exports = {};\n"],
  ]),
);

const settingsOf = (databaseUrl, port) => {
  const { host, port: databasePort, user, password, database } = databaseOf(databaseUrl);
  return {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DB_CLIENT: "pg",
    DB_HOST: host,
    DB_PORT: String(databasePort),
    DB_USER: user,
    DB_PASSWORD: password,
    DB_DATABASE: database,
    SECRET: "bench-secret-bench-secret-bench-secret",
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: "bench-password",
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: "false",
    LOG_LEVEL: "warn",
    EMAIL_VERIFY_SETUP: "false",
    PRESSURE_LIMITER_ENABLED: "false",
    MAX_PAYLOAD_SIZE: "10mb",
    IMPORT_MAX_FILE_SIZE: "1gb",
  };
};

export const directus = {
  title: `Directus ${VERSION}`,
  /** @returns {Promise<string>} the folder */
  install: () => installPeer({ name: NAME, manifest: MANIFEST, files: FILES }),
  /**
   * @param {import("./catalog.mjs").Place & { folder: string }} place
   * @returns {import("./catalog.mjs").Catalog}
   */
  open({ databaseUrl, port, folder }) {
    const baseUrl = `http://127.0.0.1:${port}`;
    const program = (command) => ({
      command: join(folder, "node_modules/node/bin/node"),
      args: [join(folder, "node_modules/directus/cli.js"), command],
      cwd: folder,
      env: settingsOf(databaseUrl, port),
    });
    const headers = () => ({ Authorization: `Bearer ${TOKEN}` });
    const start = (path = "/items/products?limit=1") =>
      startPrograms([program("start")], { baseUrl, probe: { method: "GET", path, headers: headers() } });
    const items = "/items/products";
    return {
      name: this.title,
      baseUrl,
      async setUp() {
        await runProgram(program("bootstrap"));
        const running = await start("/server/info");
        await askOnce(baseUrl, { method: "POST", path: "/collections", body: COLLECTION, headers: headers() });
        await running.stop();
      },
      start: () => start(),
      headers,
      keysOf: bySku,
      create: (product) => ({ first: { method: "POST", path: items, body: product } }),
      createMany: (products) => ({ method: "POST", path: items, body: products }),
      update: ({ sku, ...product }) => ({ method: "PATCH", path: `${items}/${sku}`, body: changesOf(product) }),
      updateMany: (products) => ({
        method: "PATCH",
        path: items,
        body: products.map((product) => ({ sku: product.sku, ...changesOf(product) })),
      }),
      pages: async (count) =>
        Array.from({ length: count }, (_, i) => ({ method: "GET", path: `${items}?limit=${PAGE}&offset=${i * PAGE}` })),
      get: (sku) => ({ method: "GET", path: `${items}/${sku}` }),
      search: (word) => ({ method: "GET", path: `${items}?search=${word}&limit=${FOUND_MAX}` }),
      productsIn: ({ data }) => [data].flat().map((item) => ({ ...item, price_amount: Number(item.price_amount) })),
    };
  },
};

const changesOf = ({ price_amount, inventory_quantity }) => ({ price_amount, inventory_quantity });

const COLLECTION = {
  collection: "products",
  schema: {},
  meta: {},
  fields: [
    {
      field: "sku",
      type: "string",
      schema: { is_primary_key: true, is_nullable: false },
      meta: { interface: "input" },
    },
    ...STRINGS.map((field) => ({ field, type: "string", schema: {}, meta: { interface: "input" } })),
    { field: "description", type: "text", schema: {}, meta: { interface: "input-multiline" } },
    { field: "additional_image_urls", type: "json", schema: {}, meta: { interface: "tags" } },
    { field: "inventory_quantity", type: "integer", schema: {}, meta: { interface: "input" } },
    {
      field: "price_amount",
      type: "decimal",
      schema: { numeric_precision: 12, numeric_scale: 2 },
      meta: { interface: "input" },
    },
  ],
};
