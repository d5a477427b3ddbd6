// Vendure: server and worker with the plugins of a new project, and the session of its administrator.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { FOUND_MAX, keysFrom, PAGE, rowsOf, startPrograms } from "./catalog.mjs";
import { askForJson } from "./connection.mjs";
import { installPeer } from "./peer-folder.mjs";
import { untilIdle } from "./until-idle.mjs";

const NAME = "vendure";
const VERSION = "3.7.3";
const USER = "bench-administrator";
const PASSWORD = "bench-Password-12345";
const PATH = "/admin-api";
const COLLECT_MS = 500;

const MANIFEST = {
  dependencies: { "@vendure/core": VERSION, pg: "8.23.1" },
  // The version that it asks for is not in every registry.
  overrides: { "@graphql-tools/batch-execute": "10.2.0" },
};

/** Fields of a product that Vendure has no field of its own for. */
const CUSTOM = ["url", "image_url", "brand", "mpn", "product_category", "condition", "color", "size", "material"];
const customNameOf = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/**
 * Search updates are collected until they are asked for. Otherwise each change of stock would be a job, of which the worker
 * starts five a second. It looks for jobs of the search more often than by default, to start the collected ones sooner.
 */
const CONFIG = `const { DefaultJobQueuePlugin, DefaultLogger, DefaultSchedulerPlugin, DefaultSearchPlugin, LogLevel } = require("@vendure/core");
const text = (name) => ({ name, type: "string" });
module.exports.config = {
  apiOptions: { hostname: "127.0.0.1", port: Number(process.env.PORT), adminApiPath: "admin-api", shopApiPath: "shop-api", trustProxy: 1 },
  authOptions: {
    tokenMethod: ["bearer", "cookie"],
    superadminCredentials: { identifier: "${USER}", password: "${PASSWORD}" },
    cookieOptions: { secret: "bench" },
  },
  dbConnectionOptions: {
    type: "postgres", url: process.env.DATABASE_URL, schema: "public", synchronize: process.env.BENCH_CREATE_SCHEMA === "1", logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [] },
  customFields: { Product: ${JSON.stringify(CUSTOM.map(customNameOf))}.map(text) },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [
    DefaultSchedulerPlugin.init(),
    DefaultJobQueuePlugin.init({
      useDatabaseForBuffer: true,
      pollInterval: (queue) => (queue === "update-search-index" ? 20 : 200),
    }),
    DefaultSearchPlugin.init({ bufferUpdates: true, indexStockStatus: true }),
  ],
};
`;
const FILES = {
  "config.js": CONFIG,
  "index.js": `require("@vendure/core").bootstrap(require("./config").config).catch((error) => { console.error(error); process.exit(1); });\n`,
  "worker.js": `require("@vendure/core").bootstrapWorker(require("./config").config).then((worker) => worker.startJobQueue()).catch((error) => { console.error(error); process.exit(1); });\n`,
};

const FIELDS = `id name slug description createdAt updatedAt customFields { ${CUSTOM.map(customNameOf).join(" ")} }`;
const CREATE = "mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }";
const CREATE_VARIANTS =
  "mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id sku } }";
const UPDATE_VARIANTS =
  "mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id sku price } }";
/** It answers this several times as fast as a list of products with their variants. */
const LIST = `query ($options: ProductVariantListOptions) { productVariants(options: $options) { items { id sku price currencyCode product { ${FIELDS} } } } }`;
const GET = `query ($id: ID!) { product(id: $id) { ${FIELDS} variants { id sku price currencyCode stockLevels { stockOnHand } } } }`;
const SEARCH = "query ($input: SearchInput!) { search(input: $input) { items { productId productName sku } } }";
const SET_UP = `mutation {
  createCountry(input: { code: "US", enabled: true, translations: [{ languageCode: en, name: "United States" }] }) { id }
  createTaxCategory(input: { name: "Standard", isDefault: true }) { id }
}`;

export const vendure = {
  title: `Vendure ${VERSION}`,
  /** @returns {Promise<string>} the folder */
  install: () => installPeer({ name: NAME, manifest: MANIFEST, files: FILES }),
  /**
   * @param {import("./catalog.mjs").Place & { folder: string }} place
   * @returns {import("./catalog.mjs").Catalog}
   */
  open({ databaseUrl, port, folder }) {
    const baseUrl = `http://127.0.0.1:${port}`;
    let token = "";
    /** @returns {Record<string, string>} */
    const headers = () => (token ? { Authorization: `Bearer ${token}` } : {});
    const query = (text, variables = {}) => ({ method: "POST", path: PATH, body: { query: text, variables } });
    const ask = async (text, variables) => {
      const answer = await askForJson(baseUrl, { ...query(text, variables), headers: headers() });
      if (answer.errors) throw new Error(`${text}: ${JSON.stringify(answer.errors)}`);
      return answer.data;
    };
    const start = (more = {}) => {
      const env = { NODE_ENV: "production", PORT: String(port), DATABASE_URL: databaseUrl, ...more };
      const programs = ["index.js", "worker.js"]
        .filter((file) => file === "index.js" || !more.BENCH_CREATE_SCHEMA)
        .map((file) => ({ command: process.execPath, args: [join(folder, file)], cwd: folder, env }));
      const probe = token ? query(LIST, { options: { take: 1 } }) : query("{ __typename }");
      return startPrograms(programs, { baseUrl, probe: { ...probe, headers: headers() } });
    };
    const exists = async (from) => (await rowsOf(databaseUrl, `SELECT EXISTS (SELECT FROM ${from}) AS yes`))[0].yes;
    const hasWork = () => exists('job_record WHERE NOT "isSettled"');
    return {
      name: this.title,
      baseUrl,
      async setUp() {
        const running = await start({ BENCH_CREATE_SCHEMA: "1" });
        token = await logIn(baseUrl);
        const { createCountry: country, createTaxCategory: category } = await ask(SET_UP);
        const { createZone: zone } = await ask(
          'mutation ($ids: [ID!]) { createZone(input: { name: "Zone", memberIds: $ids }) { id } }',
          { ids: [country.id] },
        );
        await ask("mutation ($input: CreateTaxRateInput!) { createTaxRate(input: $input) { id } }", {
          input: { name: "None", enabled: true, value: 0, categoryId: category.id, zoneId: zone.id },
        });
        const { activeChannel } = await ask("{ activeChannel { id } }");
        await ask("mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { __typename } }", {
          input: { id: activeChannel.id, defaultTaxZoneId: zone.id, defaultShippingZoneId: zone.id },
        });
        await running.stop();
      },
      start: () => start(),
      async finishFilling() {
        await ask("mutation { reindex { id } }");
        await untilIdle(hasWork);
        await rowsOf(databaseUrl, "TRUNCATE job_record_buffer");
      },
      /** Some updates are collected after the answers, and it does not say when it has applied them. */
      async catchUp() {
        do {
          await ask("mutation { runPendingSearchIndexUpdates { success } }");
          await pause(COLLECT_MS);
        } while (await exists("job_record_buffer"));
      },
      hasWork,
      isFault: (body) => body.subarray(0, 200).includes('"errors"') || body.subarray(-2_000).includes('"errors":['),
      headers,
      keysOf: (skus) =>
        keysFrom(
          databaseUrl,
          'SELECT sku, id::text AS variant, "productId"::text AS product FROM product_variant WHERE sku = ANY($1)',
          skus,
        ),
      create: (product) => ({
        first: query(CREATE, { input: productInput(product) }),
        second: ({ data }) => query(CREATE_VARIANTS, { input: [variantInput(product, data.createProduct.id)] }),
      }),
      update: (product, keys) => query(UPDATE_VARIANTS, { input: [changesOf(product, keys)] }),
      updateMany: (products, keys) =>
        query(UPDATE_VARIANTS, { input: products.map((product, i) => changesOf(product, keys[i])) }),
      pages: async (count) =>
        Array.from({ length: count }, (_, i) => query(LIST, { options: { take: PAGE, skip: i * PAGE } })),
      get: (_sku, { product }) => query(GET, { id: product }),
      search: (word) => query(SEARCH, { input: { term: word, take: FOUND_MAX, groupByProduct: true } }),
      productsIn({ data: { productVariants, product, search } }) {
        if (search) return search.items.map(({ productName: title, sku }) => ({ title, sku }));
        if (product) return [productIn(product)];
        return productVariants.items.map((variant) => productIn({ ...variant.product, variants: [variant] }));
      },
    };
  },
};

/** The token is in a header of the answer. */
async function logIn(baseUrl) {
  const body = {
    query:
      "mutation ($user: String!, $password: String!) { login(username: $user, password: $password) { __typename } }",
    variables: { user: USER, password: PASSWORD },
  };
  const response = await fetch(`${baseUrl}${PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const token = response.headers.get("vendure-auth-token");
  if (!token) throw new Error(`Vendure did not accept the login: ${await response.text()}`);
  return token;
}

const productInput = (product) => ({
  enabled: true,
  translations: [
    { languageCode: "en", name: product.title, slug: product.sku.toLowerCase(), description: product.description },
  ],
  customFields: Object.fromEntries(CUSTOM.map((name) => [customNameOf(name), product[name]])),
});

const variantInput = ({ sku, title, price_amount, inventory_quantity }, productId) => ({
  productId,
  sku,
  price: Math.round(price_amount * 100),
  stockOnHand: inventory_quantity,
  translations: [{ languageCode: "en", name: title }],
});

/** @param {import("./catalog.mjs").Product} product @param {import("./catalog.mjs").Keys} keys */
const changesOf = ({ price_amount, inventory_quantity }, { variant }) => ({
  id: variant,
  price: Math.round(price_amount * 100),
  stockOnHand: inventory_quantity,
});

function productIn({ name: title, description, customFields, variants: [{ sku, price, stockLevels }] }) {
  return {
    sku,
    title,
    description,
    price_amount: price / 100,
    ...(stockLevels && { inventory_quantity: stockLevels[0].stockOnHand }),
    ...Object.fromEntries(CUSTOM.map((name) => [name, customFields[customNameOf(name)]])),
  };
}
