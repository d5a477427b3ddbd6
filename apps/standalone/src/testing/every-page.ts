import { eventually } from "@skucast/testkit/eventually";
import type { DeploymentOnTestDatabase } from "./run-deployment.js";

/** The paths of all pages. Names in braces are replaced by ids of the demo workspace. */
export const PATHS = [
  "/",
  "/products",
  "/products/TEE-RED-M",
  "/products/new",
  "/imports",
  "/imports/{imported}",
  "/imports/new",
  "/channels",
  "/channels/{channel}",
  "/channel-profiles",
  "/channel-profiles/new",
  "/channel-profiles/google_merchant",
  "/lookup-tables",
  "/feeds",
  "/feeds/{feed}",
  "/runs/{run}",
  "/destinations",
  "/destinations/new",
  "/destinations/{destination}",
  "/webhooks",
  "/webhooks/{endpoint}",
  ...["where", "login", "host_key", "test"].map((step) => `/destinations/{destination}/set-up?step=${step}`),
  "/webhooks/deliveries/{delivery}",
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
  "/products/TEE-RED-M",
  "/imports/{imported}",
  "/channels/{channel}",
  "/feeds/{feed}",
  "/runs/{held}",
  "/destinations/{destination}",
  "/webhooks/{endpoint}",
  "/api-keys",
  "/audit-log",
  "/settings",
];
const FILE = "sku,title,price,availability\nCAP-1,Cap,9.00 USD,in stock\nCAP-2,Cap,free,in stock\n";
const LONG_TITLE = "Red tee of soft organic cotton, made to last, with a neck that keeps its shape, size M";
/** Ids of the demo workspace by the names that paths contain. */
export type PageIds = Readonly<Record<string, string>>;

export const pathWithIds = (path: string, ids: PageIds): string =>
  path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? "");

/** Creates data in the demo workspace for every page. */
export async function fillEveryPage(deployment: DeploymentOnTestDatabase): Promise<PageIds> {
  const api = deployment.api();
  const product = { title: LONG_TITLE, price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
  await api.call("POST", "/products", { sku: "TEE-RED-M", ...product });
  await api.call("POST", "/invitations", { email: "ada@example.com", role: "editor" });
  const first = async (path: string) => ((await api.call("GET", path)).data as { id: string }[])[0]?.id ?? "";
  const endpoint = await first("/webhook-endpoints");
  const feed = await first("/feeds");
  const delivery = await api.call("POST", `/webhook-endpoints/${endpoint}/test`);
  const run = await api.call("POST", `/feeds/${feed}/runs`);
  await eventually(async () => String((await api.call("GET", `/runs/${run.id}`)).status).startsWith("succeeded"));
  const guarded = { name: "Suspicious file", format: "csv", guards: { min_items: 1000 } };
  const suspicious = await api.call("POST", "/feeds", { channel_id: await first("/channels"), ...guarded });
  const held = await api.call("POST", `/feeds/${suspicious.id}/runs`);
  await eventually(async () => (await api.call("GET", `/runs/${held.id}`)).status === "held");
  const channel = await first("/channels");
  const destination = await first("/destinations");
  const made = {
    delivery: String(delivery.id),
    run: String(run.id),
    held: String(held.id),
    imported: await importFile(deployment),
  };
  return { channel, destination, endpoint, feed, ...made };
}

/** Imports a file with one rejected row. */
async function importFile(deployment: DeploymentOnTestDatabase): Promise<string> {
  const { base_url, api_key } = deployment.demo();
  const headers = { Authorization: `Bearer ${api_key}`, "Content-Type": "text/csv" };
  const answer = await fetch(`${base_url}/api/public/v1/imports`, { method: "POST", headers, body: FILE });
  return ((await answer.json()) as { id: string }).id;
}
