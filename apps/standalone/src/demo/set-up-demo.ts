import { type ApiClient, ApiError } from "../api-client.js";
import type { Demo } from "./demo-file.js";
import type { DemoPartner } from "./partner.js";
import type { DemoReceiver } from "./receiver.js";
import { sampleProducts } from "./sample-products.js";

interface DemoParts {
  readonly partner: DemoPartner;
  readonly receiver: DemoReceiver;
  /** How many sample products a new demo workspace gets. */
  readonly productCount: number;
}

/**
 * Creates sample products, a channel, its nightly feed to the demo partner, and a webhook endpoint at the demo receiver, all
 * through the API. Later starts only update the ports of partner and receiver.
 */
export async function setUpDemo(
  api: ApiClient,
  demo: Demo,
  { partner, receiver, productCount }: DemoParts,
): Promise<Demo> {
  // Products are created before the endpoint, which would otherwise receive an event for each of them.
  const products = demo.feed_id === undefined ? sampleProducts(productCount) : [];
  if (products.length > 0) await api.call("POST", "/products/batch", { mode: "atomic", items: products });
  const endpoint = await ensureEndpoint(api, demo, receiver);
  const destinationId = await ensureDestination(api, demo, partner);
  const channelId = await ensure(api, "/channels", demo.channel_id, {
    name: "Demo channel",
    market: { country: "US", currency: "USD", language: "en" },
    defaults: { seller_name: "Demo Store" },
  });
  const feedId = await ensure(api, "/feeds", demo.feed_id, {
    channel_id: channelId,
    name: "Demo feed",
    format: "csv",
    schedule: { time: "02:00", time_zone: "UTC" },
    deliveries: [{ type: "sftp_push", destination_id: destinationId }],
  });
  return { ...demo, channel_id: channelId, feed_id: feedId, destination_id: destinationId, ...endpoint };
}

async function ensureEndpoint(api: ApiClient, demo: Demo, receiver: DemoReceiver) {
  const { webhook_endpoint_id: id, webhook_secret: secret } = demo;
  if (id !== undefined && secret !== undefined && (await exists(api, `/webhook-endpoints/${id}`))) {
    await api.call("PATCH", `/webhook-endpoints/${id}`, { url: receiver.url });
    return {};
  }
  const created = await api.call("POST", "/webhook-endpoints", { url: receiver.url, description: "Demo receiver" });
  // The first event is that of the channel, which is created next.
  receiver.trust(String(created.secret));
  return { webhook_endpoint_id: String(created.id), webhook_secret: String(created.secret) };
}

async function ensureDestination(api: ApiClient, demo: Demo, partner: DemoPartner): Promise<string> {
  const { destination_id: id } = demo;
  const { username, password } = demo.partner;
  const address = { host: partner.host, port: partner.port, host_keys: [partner.hostKey] };
  const login = { username, auth: { type: "password", password } };
  const former = id === undefined ? undefined : await found(api, `/destinations/${id}`);
  if (id !== undefined && former !== undefined) {
    const isMoved = former.host !== partner.host || former.port !== partner.port;
    await api.call("PATCH", `/destinations/${id}`, { ...address, ...(isMoved && login) });
    return id;
  }
  const created = await api.call("POST", "/destinations", { name: "Demo partner", ...address, ...login, path: "/" });
  return String(created.id);
}

/** The resource of an earlier start, or a new one. */
async function ensure(api: ApiClient, path: string, id: string | undefined, body: object): Promise<string> {
  if (id !== undefined && (await exists(api, `${path}/${id}`))) return id;
  return String((await api.call("POST", path, body)).id);
}

const exists = async (api: ApiClient, path: string): Promise<boolean> => (await found(api, path)) !== undefined;

async function found(api: ApiClient, path: string) {
  try {
    return await api.call("GET", path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
