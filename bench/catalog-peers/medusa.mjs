// Medusa: one process, and the session of its administrator.
import { join } from "node:path";
import { FOUND_MAX, keysFrom, PAGE, startPrograms } from "./catalog.mjs";
import { askForJson } from "./connection.mjs";
import { installPeer } from "./peer-folder.mjs";
import { runProgram } from "./peer-process.mjs";

const NAME = "medusa";
const VERSION = "2.21.2";
const EMAIL = "admin@example.com";
const PASSWORD = "bench-password";

const MANIFEST = {
  dependencies: {
    "@medusajs/medusa": VERSION,
    "@medusajs/framework": VERSION,
    "@medusajs/cli": VERSION,
    pg: "8.23.1",
  },
};

const FILES = {
  "medusa-config.js": `const { defineConfig } = require("@medusajs/framework/utils");
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: { storeCors: "*", adminCors: "*", authCors: "*", jwtSecret: "bench", cookieSecret: "bench" },
  },
  admin: { disable: true },
});
`,
  // Its limit is 100 kB.
  "src/api/middlewares.js": `const { defineMiddlewares } = require("@medusajs/framework/http");
module.exports = {
  default: defineMiddlewares({ routes: [{ matcher: "/admin/products/batch", method: "POST", bodyParser: { sizeLimit: "10mb" } }] }),
};
`,
};

/** What was sent, instead of everything that it returns by default. */
const FIELDS = "id,title,handle,description,status,thumbnail,material,metadata,*images,*variants,*variants.prices";
const METADATA = ["url", "brand", "mpn", "product_category", "condition", "availability", "color"];
const ITEMS = "/admin/products";

export const medusa = {
  title: `Medusa ${VERSION}`,
  /** @returns {Promise<string>} the folder */
  install: () => installPeer({ name: NAME, manifest: MANIFEST, files: FILES }),
  /**
   * @param {import("./catalog.mjs").Place & { folder: string }} place
   * @returns {import("./catalog.mjs").Catalog}
   */
  open({ databaseUrl, port, folder }) {
    const baseUrl = `http://127.0.0.1:${port}`;
    let token = "";
    const program = (args) => ({
      command: process.execPath,
      args: [join(folder, "node_modules/@medusajs/cli/cli.js"), ...args],
      cwd: folder,
      env: {
        NODE_ENV: "production",
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: "warn",
        MEDUSA_DISABLE_TELEMETRY: "true",
        MEDUSA_FF_ANALYTICS: "false",
      },
    });
    /** @returns {Record<string, string>} */
    const headers = () => (token ? { Authorization: `Bearer ${token}` } : {});
    const start = () => {
      const path = token ? `${ITEMS}?limit=1&fields=id` : "/health";
      return startPrograms([program(["start", "-H", "127.0.0.1", "-p", String(port)])], {
        baseUrl,
        probe: { method: "GET", path, headers: headers() },
      });
    };
    return {
      name: this.title,
      baseUrl,
      async setUp() {
        await runProgram(program(["db:migrate"]));
        await runProgram(program(["user", "-e", EMAIL, "-p", PASSWORD]));
        const running = await start();
        const body = { email: EMAIL, password: PASSWORD };
        ({ token } = await askForJson(baseUrl, { method: "POST", path: "/auth/user/emailpass", body }));
        await running.stop();
      },
      start,
      headers,
      keysOf: (skus) =>
        keysFrom(
          databaseUrl,
          "SELECT sku, id AS variant, product_id AS product FROM product_variant WHERE sku = ANY($1) AND deleted_at IS NULL",
          skus,
        ),
      create: (product) => ({ first: { method: "POST", path: `${ITEMS}?fields=id`, body: productInput(product) } }),
      createMany: (products) => ({
        method: "POST",
        path: `${ITEMS}/batch?fields=id`,
        body: { create: products.map(productInput) },
      }),
      update: (product, { product: id, variant }) => ({
        method: "POST",
        path: `${ITEMS}/${id}/variants/${variant}?fields=id`,
        body: changesOf(product),
      }),
      updateMany: (products, keys) => ({
        method: "POST",
        path: `${ITEMS}/batch?fields=id`,
        body: {
          update: products.map((product, i) => ({
            id: keys[i].product,
            variants: [{ id: keys[i].variant, ...changesOf(product) }],
          })),
        },
      }),
      pages: async (count) =>
        Array.from({ length: count }, (_, i) => ({
          method: "GET",
          path: `${ITEMS}?limit=${PAGE}&offset=${i * PAGE}&fields=${FIELDS}`,
        })),
      get: (_sku, { product }) => ({ method: "GET", path: `${ITEMS}/${product}?fields=${FIELDS}` }),
      search: (word) => ({ method: "GET", path: `${ITEMS}?q=${word}&limit=${FOUND_MAX}&fields=${FIELDS}` }),
      productsIn: ({ products, product }) => (products ?? [product]).map(productIn),
    };
  },
};

const pricesOf = ({ price_amount, price_currency }) => [
  { amount: price_amount, currency_code: price_currency.toLowerCase() },
];

const productInput = (product) => ({
  title: product.title,
  handle: product.sku.toLowerCase(),
  description: product.description,
  status: "published",
  thumbnail: product.image_url,
  images: product.additional_image_urls.map((url) => ({ url })),
  material: product.material,
  metadata: Object.fromEntries(METADATA.map((name) => [name, product[name]])),
  options: [{ title: "Size", values: [product.size] }],
  variants: [
    {
      title: product.size,
      sku: product.sku,
      manage_inventory: false,
      options: { Size: product.size },
      prices: pricesOf(product),
      metadata: { inventory_quantity: product.inventory_quantity },
    },
  ],
});

const changesOf = (product) => ({
  prices: pricesOf(product),
  metadata: { inventory_quantity: product.inventory_quantity },
});

function productIn({ title, description, thumbnail, material, metadata, images, variants: [variant] }) {
  return {
    sku: variant.sku,
    title,
    description,
    image_url: thumbnail,
    additional_image_urls: images.map(({ url }) => url),
    material,
    ...metadata,
    price_amount: variant.prices[0].amount,
    inventory_quantity: variant.metadata.inventory_quantity,
  };
}
