import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { pathParameters, type Route, takesIdempotencyKey } from "@skucast/contracts/define-route";
import type { ErrorCode } from "@skucast/contracts/error-codes";
import { type IdPrefix, newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { ROUTES } from "@skucast/contracts/routes";
import { inWorkspace } from "@skucast/db/database";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { codesByStatus, isTagged } from "@skucast/http-kit/openapi-operation";
import { type Answer, type ApiFixture, type Ask, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL, signIn } from "./testing/people.js";

// testing/assert-documented.ts compares every response with OpenAPI. These tests provoke the documented responses.
const OPERATIONS: readonly Route[] = Object.values(ROUTES as Readonly<Record<string, Route>>).filter(
  ({ responses }) => !Object.values(responses).includes("events"),
);
let api: ApiFixture;
/** An owner, who may do everything, and a viewer, who may not write. */
let owner: Credentials;
let viewer: Credentials;
let workspaceId: string;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  const person = await insertPerson(api.db, "owner");
  ({ workspaceId } = person);
  owner = (await signIn(api.db, person)).session;
  viewer = (await addMember(api.db, { workspaceId, role: "viewer" })).session;
});
afterAll(() => api.close());

const PREFIX_OF: Readonly<Record<string, IdPrefix>> = {
  channel_id: "ch",
  feed_id: "feed",
  run_id: "run",
  import_id: "imp",
  destination_id: "dst",
  endpoint_id: "whe",
  recovery_id: "rec",
  delivery_id: "dlv",
  event_id: "evt",
  user_id: "usr",
  invitation_id: "inv",
  api_key_id: "key",
  connected_app_id: "grt",
  pull_credential_id: "pull",
  source_id: "src",
  lookup_table_id: "lkt",
  export_id: "exp",
  view_id: "view",
};

const OTHER_PREFIX_OF: readonly (readonly [string, IdPrefix])[] = [
  ["/workspace/imports", "wim"],
  ["/product-exports", "pex"],
];

/** The path of a missing resource. */
const pathOf = ({ path }: Route): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const prefix = OTHER_PREFIX_OF.find(([start]) => path.startsWith(start))?.[1] ?? PREFIX_OF[name];
    if (name === "domain") return "none.example";
    return prefix ? newId(prefix) : "none";
  });

const ask = (route: Route, sent: Ask & { readonly query?: string } = {}): Promise<Answer> => {
  const { query = "", ...more } = sent;
  const as: Partial<Credentials> = more.token === undefined ? owner : {};
  return api.ask(route.method, `${pathOf(route)}${query}`, {
    ...as,
    ...(route.body !== undefined && { body: {} }),
    ...(route.upload && { body: "sku\n" }),
    ...more,
    headers: { ...as.headers, ...(route.upload && { "Content-Type": "text/csv" }), ...more.headers },
  });
};

/** How to provoke an error code from any operation that documents it. */
const FAULTS: Partial<Record<ErrorCode, (route: Route) => Promise<Answer>>> = {
  unauthorized: (route) => ask(route, { token: "" }),
  invalid_token: (route) => ask(route, { token: "skc_sk_none" }),
  unknown_parameter: (route) => ask(route, { query: "?nope=1" }),
  unsupported_media_type: (route) => ask(route, { body: "x", headers: { "Content-Type": "application/x-none" } }),
  invalid_json: (route) => ask(route, { body: "{" }),
  validation_failed: (route) => ask(route, { body: route.upload ? "sku\n" : { nope: 1, items: 1, skus: 1 } }),
  bad_request: (route) =>
    takesIdempotencyKey(route)
      ? ask(route, { headers: { "Idempotency-Key": "x".repeat(LIMITS.idempotencyKeyLengthMax + 1) } })
      : ask(route, { headers: { "If-Unmodified-Since": "Wed, 25 Nov 2026 00:00:00 GMT" } }),
  payload_too_large: (route) => ask(route, { body: `"${"x".repeat(LIMITS.batchBodyBytesMax + 1)}"` }),
  invalid_cursor: (route) =>
    route.method === "GET" ? ask(route, { query: "?cursor=none" }) : ask(route, { body: { cursor: "none" } }),
  not_found: (route) => ask(route, { body: route.body && exampleOf(route) }),
};

const exampleOf = ({ example }: Route): unknown => example ?? {};

describe.each(OPERATIONS.map((route) => [route.id, route] as const))("%s", (_id, route) => {
  const documented = new Set([...codesByStatus(route)].flatMap(([, codes]) => codes));

  test.each(Object.keys(FAULTS).filter((code) => isReachable(route, code, documented)) as ErrorCode[])(
    "returns %s, as documented",
    async (code) => {
      expect((await FAULTS[code]?.(route))?.json?.code).toBe(code);
    },
  );

  if (route.scope?.endsWith(":write") || route.scope === "workspace:manage") {
    test("is forbidden to a viewer", async () => {
      const { headers } = viewer;
      expect((await ask(route, { token: "", headers: { ...headers } })).json.code).toBe("forbidden");
    });
  }
});

/** Documented codes that a request without an existing resource can provoke. */
function isReachable(route: Route, code: string, documented: ReadonlySet<string>): boolean {
  if (!documented.has(code as ErrorCode)) return false;
  // Uploads: the file is read later, and its size limit is 500 MB.
  if (route.upload) return !["validation_failed", "payload_too_large", "bad_request", "not_found"].includes(code);
  const hasTarget = pathParameters(route.path).length > 0;
  if (code === "not_found") return hasTarget;
  // A missing resource is reported before these codes.
  if (code === "invalid_cursor") return !hasTarget;
  return true;
}

test("every GET that documents 304 returns an ETag, and 304 for a matching If-None-Match", async () => {
  const market = { country: "DE", currency: "EUR", language: "de" };
  const create = async (path: string, body: object) => (await api.ask("POST", path, { ...owner, body })).json.id;
  const channel = await create("/channels", { name: "C", market });
  const feed = await create("/feeds", { channel_id: channel, name: "F", schedule: null });
  const run = await create(`/feeds/${feed}/runs`, {});
  const auth = { type: "password", password: "p" };
  const destination = await create("/destinations", { name: "D", host: "sftp.example", username: "u", auth });
  const source = await create("/sources", { name: "S", url: "https://shop.example/x.csv" });
  const endpoint = await create("/webhook-endpoints", { url: "https://hooks.example/x" });
  const required = { title: "T", price_amount: 1, price_currency: "EUR", availability: "in_stock" };
  await create("/products", { sku: "A", ...required });
  const csv = { ...owner, body: "sku,title\nB,B\n", headers: { ...owner.headers, "Content-Type": "text/csv" } };
  const file = (await api.ask("POST", "/imports", csv)).json.id;
  const lookupTable = await create("/lookup-tables", { name: "Colors" });
  // Setting it up needs a domain with a DNS record, as in single-sign-on.int.test.ts of the catalog.
  await inWorkspace(api.db, wholeWorkspace(workspaceId), (client) =>
    client.query(
      `INSERT INTO single_sign_on (workspace_id, issuer, client_id, client_secret_sealed, created_at, updated_at)
       VALUES ($1, 'https://login.example', 'skucast', 'sealed', now(), now())`,
      [workspaceId],
    ),
  );
  const paths: Readonly<Record<string, string>> = {
    getProduct: "/products/A",
    getChannel: `/channels/${channel}`,
    getFeed: `/feeds/${feed}`,
    getRun: `/runs/${run}`,
    getDestination: `/destinations/${destination}`,
    getImport: `/imports/${file}`,
    getSource: `/sources/${source}`,
    getWebhookEndpoint: `/webhook-endpoints/${endpoint}`,
    getWorkspace: "/workspace",
    getChannelProfile: "/channel-profiles/generic",
    getLookupTable: `/lookup-tables/${lookupTable}`,
    getSingleSignOn: "/workspace/single-sign-on",
  };
  // The file of a run needs an exporter, and transfers and exports change while they run: see conventions.int.test.ts,
  // workspace-transfers.int.test.ts and product-exports.int.test.ts.
  const elsewhere = [
    "getRunFile",
    "getWorkspaceArchive",
    "getWorkspaceExport",
    "getWorkspaceImport",
    "getProductExport",
  ];
  const tagged = OPERATIONS.filter(isTagged).map(({ id }) => id);
  expect(Object.keys(paths).sort()).toEqual(tagged.filter((id) => !elsewhere.includes(id)).sort());
  for (const path of Object.values(paths)) {
    const first = await api.ask("GET", path, owner);
    const etag = first.headers.get("etag") ?? "";
    const known = await api.ask("GET", path, {
      ...owner,
      headers: { ...owner.headers, "If-None-Match": `"x", ${etag}` },
    });
    expect([path, known.status, known.text, known.headers.get("etag")]).toEqual([path, 304, "", etag]);
    const unknown = await api.ask("GET", path, { ...owner, headers: { ...owner.headers, "If-None-Match": '"x"' } });
    expect([path, unknown.status, unknown.text]).toEqual([path, 200, first.text]);
  }
});

test("every write that documents 412 returns it for another stored version", async () => {
  const body = { sku: "P412", title: "T", price_amount: 1, price_currency: "EUR", availability: "in_stock" };
  await api.ask("POST", "/products", { ...owner, body });
  for (const [method, path] of [
    ["POST", "/products"],
    ["PUT", "/products/P412"],
    ["PATCH", "/products/P412"],
    ["DELETE", "/products/P412"],
  ] as const) {
    const headers = { ...owner.headers, "If-Match": '"v9"' };
    const sent = method === "DELETE" ? {} : { body };
    const { status, json, headers: responseHeaders } = await api.ask(method, path, { token: "", ...sent, headers });
    expect([status, json.code, responseHeaders.get("etag")]).toEqual([412, "precondition_failed", '"v1"']);
  }
});
