export const MARKET = { country: "DE", currency: "EUR", language: "de" };
/** Parts of the secrets that the settings contain. */
export const SECRETS = ["s3cret-password", "s3cret-token", "s3cret-header", "0123456789abcdef-plain", "whsec_"];

/** Sends a request of the owner to the API; resolves with the JSON of the response. Throws for an error. */
// biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape
export type SendAsOwner = (method: string, path: string, body: object) => Promise<any>;

/**
 * Gives an empty workspace every kind of object that an import creates, except products, and all kinds of logins. Returns
 * the id of an active channel.
 */
export async function fillSettings(send: SendAsOwner): Promise<string> {
  const post = async (path: string, body: object): Promise<string> => (await send("POST", path, body)).id;
  await send("PATCH", "/workspace", { name: "Acme Übersee" });
  const columns = [{ name: "id", type: "text", from: "sku", required: true }];
  await post("/channel-profiles", { name: "custom_shop", title: "Shop", formats: ["csv"], columns });
  await send("PATCH", "/channel-profiles/custom_shop", { title: "Second" });
  const lookups = Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`Käse ${i}`, `Cheese "${i}"`]));
  const table = await post("/lookup-tables", { name: "Titles", rows: lookups });
  const empty = await post("/lookup-tables", { name: "Empty" });
  const lookup = (table_id: string) => ({ type: "lookup_table", field: "title", table_id });
  const when = [{ field: "product.brand", op: "exists" }];
  const plain = await post("/channels", {
    name: "Plain",
    market: MARKET,
    selection: { filters: { brand: ["Acme"] } },
    rules: [lookup(table), { type: "if", when, rules: [lookup(empty)], otherwise: [lookup(table)] }],
  });
  const pinned = await post("/channels", {
    name: "Pinned",
    market: MARKET,
    profile: "custom_shop@1",
    status: "paused",
  });
  const old = await post("/channels", { name: "Old", market: MARKET });
  await send("PATCH", `/channels/${old}`, { status: "archived" });
  const host = { host: "sftp.example", username: "acme" };
  const byKey = await post("/destinations", { name: "Key", ...host, auth: { type: "public_key" }, path: "/in" });
  await post("/destinations", { name: "Password", ...host, auth: { type: "password", password: SECRETS[0] } });
  await post("/destinations", {
    name: "FTPS",
    type: "ftps",
    ...host,
    auth: { type: "password", password: SECRETS[0] },
  });
  const key = { type: "access_key", access_key_id: "AK", secret_access_key: SECRETS[0] };
  await post("/destinations", { name: "Bucket", type: "s3", bucket: "acme-feeds", auth: key });
  const headers = [{ name: "x-token", value: SECRETS[2] }];
  const basic = { type: "basic", username: "acme", password: SECRETS[0] };
  await post("/destinations", {
    name: "Upload",
    type: "https",
    url: "https://up.example/{file_name}",
    auth: basic,
    headers,
  });
  await post("/destinations", {
    name: "Agent",
    type: "acp",
    url: "https://agent.example/feeds-api",
    host_feed_id: "feed_1",
    auth: { type: "bearer", token: SECRETS[1] },
  });
  await post("/sources", {
    name: "Url",
    url: "https://shop.example/x.csv",
    auth: { type: "bearer", token: SECRETS[1] },
  });
  await post("/sources", {
    name: "Sftp",
    type: "sftp",
    ...host,
    path: "/x.csv",
    auth: { type: "public_key" },
    mode: "replace",
  });
  const deliveries = [{ type: "sftp_push", destination_id: byKey }, { type: "https_pull" }];
  await post("/feeds", { name: "Nightly", channel_id: plain, deliveries, shards: 2, compression: "gzip" });
  const retired = await post("/feeds", { name: "Retired", channel_id: pinned, schedule: null, file_name: "old.csv" });
  await send("PATCH", `/feeds/${retired}`, { status: "archived" });
  const plain_signature = { header: "x-signature", secret: SECRETS[3] };
  await post("/webhook-endpoints", { url: "https://hooks.example/a", channel_ids: [plain], headers, plain_signature });
  await post("/webhook-endpoints", {
    url: "https://hooks.example/b",
    event_types: ["product.*"],
    ordering: "per_object",
  });
  await send("POST", "/domains", { domain: "acme.example" });
  return plain;
}
