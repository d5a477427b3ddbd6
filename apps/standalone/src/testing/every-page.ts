import { eventually } from "@skucast/testkit/eventually";
import type { DeploymentOnTestDatabase } from "./run-deployment.js";

/** The SKU of the product that has a page. */
export const PRODUCT_SKU = "TEE-RED-M";
/** The paths of all pages. Prefixes in braces are replaced by ids of the demo workspace. */
export const PATHS = [
  "/",
  "/products",
  `/products/${PRODUCT_SKU}`,
  "/products/new",
  "/imports",
  "/imports/{imp}",
  "/imports/new",
  "/sources",
  "/sources/{src}",
  "/channels",
  "/channels/{ch}",
  ...["issues", "rules", "settings"].map((tab) => `/channels/{ch}?tab=${tab}`),
  "/channel-profiles",
  "/channel-profiles/new",
  "/channel-profiles/google_merchant",
  "/lookup-tables",
  "/lookup-tables/{lkt}",
  "/feeds",
  "/feeds/{feed}",
  "/runs/{run}",
  "/destinations",
  "/destinations/new",
  "/destinations/{dst}",
  "/webhooks",
  "/webhooks/{whe}",
  ...["where", "login", "host_key", "test"].map((step) => `/destinations/{dst}/set-up?step=${step}`),
  "/webhooks/deliveries/{dlv}",
  "/api-keys",
  "/api-keys/connected-apps",
  "/ai-clients",
  "/members",
  "/audit-log",
  "/settings",
  "/settings/nothing",
];
/** One page of each kind. */
export const MAIN_PATHS = [
  "/",
  "/products",
  `/products/${PRODUCT_SKU}`,
  "/imports/{imp}",
  "/channels/{ch}",
  "/feeds/{feed}",
  "/runs/{held}",
  "/destinations/{dst}",
  "/webhooks/{whe}",
  "/api-keys",
  "/audit-log",
  "/settings",
];
const FILE = "sku,title,price,availability\nCAP-1,Cap,9.00 USD,in stock\nCAP-2,Cap,free,in stock\n";
const LONG_TITLE = "Red tee of soft organic cotton, made to last, with a neck that keeps its shape, size M";
/** Ids of the demo workspace by their prefix, and that of a held run. */
export type PageIds = Readonly<Record<string, string>>;

export const pathWithIds = (path: string, ids: PageIds): string =>
  path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? "");

/** Creates data in the demo workspace for every page. */
export async function fillEveryPage(deployment: DeploymentOnTestDatabase): Promise<PageIds> {
  const api = deployment.api();
  const create = async (path: string, body?: unknown) => String((await api.call("POST", path, body)).id);
  const first = async (path: string) => ((await api.call("GET", path)).data as { id: string }[])[0]?.id ?? "";
  const product = { title: LONG_TITLE, price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
  await api.call("POST", "/products", { sku: PRODUCT_SKU, ...product });
  const ch = await first("/channels");
  const whe = await first("/webhook-endpoints");
  const feed = await first("/feeds");
  const dst = await first("/destinations");
  const dlv = await create(`/webhook-endpoints/${whe}/test`);
  const run = await create(`/feeds/${feed}/runs`);
  await eventually(async () => String((await api.call("GET", `/runs/${run}`)).status).startsWith("succeeded"));
  const guarded = { name: "Suspicious file", format: "csv", guards: { min_items: 1000 } };
  const held = await create(`/feeds/${await create("/feeds", { channel_id: ch, ...guarded })}/runs`);
  await eventually(async () => (await api.call("GET", `/runs/${held}`)).status === "held");
  const inv = await create("/invitations", { email: "ada@example.com", role: "editor" });
  const lkt = await create("/lookup-tables", { name: "Colors", rows: { rot: "red" } });
  const file = { url: "https://93.184.215.14/export.csv", schedule: null };
  const src = await create("/sources", { name: "Shop export", ...file });
  return { ch, whe, feed, dst, dlv, run, held, inv, lkt, src, imp: await importFile(deployment) };
}

/** Imports a file with one rejected row. */
async function importFile(deployment: DeploymentOnTestDatabase): Promise<string> {
  const { base_url, api_key } = deployment.demo();
  const headers = { Authorization: `Bearer ${api_key}`, "Content-Type": "text/csv" };
  const answer = await fetch(`${base_url}/api/public/v1/imports`, { method: "POST", headers, body: FILE });
  return ((await answer.json()) as { id: string }).id;
}
