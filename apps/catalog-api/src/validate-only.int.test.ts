import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Route, writes } from "@skucast/contracts/define-route";
import { newId } from "@skucast/contracts/ids";
import { ROUTES } from "@skucast/contracts/routes";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { type ApiFixture, type Ask, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL, signIn, type TestPerson } from "./testing/people.js";

let api: ApiFixture;
let owner: TestPerson;
let workspaceId: string;
/** The channel that the restricted editor may access, and another one. */
let mine: string;
let other: string;

/** A request that is sent with validate_only and then for real, each time with new resources. */
interface Request extends Ask {
  readonly path: string;
}
type Prepare = () => Promise<Request> | Request;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  const person = await insertPerson(api.db, "owner");
  workspaceId = person.workspaceId;
  owner = await signIn(api.db, person);
  mine = await newChannel({ filters: { brand: ["Mine"] } });
  other = await newChannel({ filters: { brand: ["Other"] } });
});
afterAll(() => api.close());

let count = 0;
const market = { country: "DE", currency: "EUR", language: "de" };
const product = { title: "Tee", price_amount: 5, price_currency: "EUR", availability: "in_stock" };

async function create(path: string, body: object): Promise<string> {
  const { status, json } = await api.ask("POST", path, { ...owner.session, body });
  if (status !== 201 && status !== 202) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
  return json.id;
}
const newChannel = (selection: object = {}) => create("/channels", { name: "C", market, selection });
const newFeed = (channelId: string) =>
  create("/feeds", { channel_id: channelId, name: "F", schedule: null, file_name: `f${count++}`, deliveries });
const deliveries = [{ type: "https_pull" }];
const newDestination = () =>
  create("/destinations", { name: "D", host: "sftp.example", username: "u", auth: { type: "public_key" } });
const newEndpoint = () => create("/webhook-endpoints", { url: "https://hooks.example/x" });
const newRun = async (channelId: string) => create(`/feeds/${await newFeed(channelId)}/runs`, {});
const newInvitation = () => create("/invitations", { email: `a${count++}@example.com`, role: "viewer" });

const profileBody = () => ({
  name: `custom_p${count++}`,
  title: "Partner",
  formats: ["csv"],
  columns: [{ name: "id", type: "text", from: "sku", required: true }],
});
const newProfile = () => create("/channel-profiles", profileBody());
const newLookupTable = () => create("/lookup-tables", { name: "Colors" });
const newSource = () => create("/sources", { name: "S", url: "https://shop.example/x.csv" });
async function newHeld(): Promise<string> {
  const id = await create(`/sources/${await newSource()}/runs`, {});
  await api.superuser.query("UPDATE imports SET status = 'held', hold = 'too much' WHERE id = $1", [id]);
  return id;
}

async function newEnded(): Promise<string> {
  const id = await create(`/sources/${await newSource()}/runs`, {});
  await api.superuser.query(
    "UPDATE imports SET status = 'succeeded', started_at = now(), finished_at = now() WHERE id = $1",
    [id],
  );
  return id;
}

async function newDeleted(brand: string): Promise<string> {
  const sku = await newProduct(brand);
  const { status } = await api.ask("DELETE", `/products/${sku}`, owner.session);
  if (status !== 204) throw new Error(`the deletion of ${sku} answered ${status}`);
  return sku;
}

async function newProduct(brand: string): Promise<string> {
  const sku = `P-${count++}`;
  await create("/products", { sku, ...product, brand });
  return sku;
}

/** Requests for each write, some of which a restricted member may not send. */
const PREPARED: Readonly<Record<string, readonly Prepare[]>> = {
  upsertProduct: [
    () => ({ path: "/products", body: { sku: `N-${count++}`, ...product, brand: "Mine" } }),
    () => ({ path: "/products", body: { sku: `N-${count++}`, ...product, brand: "Other" } }),
    async () => ({ path: "/products", body: { sku: await newProduct("Other"), ...product, brand: "Mine" } }),
    async () => ({ path: "/products", body: { sku: await newProduct("Mine"), brand: "Other" } }),
  ],
  batchUpsertProducts: ["Mine", "Other"].flatMap((brand) =>
    ["partial", "atomic"].map((mode) => async () => ({
      path: "/products/batch",
      body: {
        mode,
        items: [
          { sku: await newProduct("Mine"), brand },
          { sku: `N-${count++}`, ...product, brand },
        ],
      },
    })),
  ),
  batchDeleteProducts: ["Mine", "Other"].map((brand) => async () => ({
    path: "/products/batch-delete",
    body: { skus: [await newProduct(brand), "not there"] },
  })),
  batchRestoreProducts: ["Mine", "Other"].map((brand) => async () => ({
    path: "/products/batch-restore",
    body: { skus: [await newDeleted(brand), await newProduct(brand), "not there"] },
  })),
  replaceProduct: ["Mine", "Other"].map((brand) => async () => ({
    path: `/products/${await newProduct("Mine")}`,
    body: { ...product, brand },
  })),
  updateProduct: ["Mine", "Other"].map((brand) => async () => ({
    path: `/products/${await newProduct("Mine")}`,
    body: { brand },
  })),
  deleteProduct: ["Mine", "Other"].map((brand) => async () => ({ path: `/products/${await newProduct(brand)}` })),
  createImport: [() => ({ path: "/imports", body: "sku\n", headers: { "Content-Type": "text/csv" } })],
  cancelImport: [() => ({ path: `/imports/${newId("imp")}/cancel` })],
  undoImport: [async () => ({ path: `/imports/${await newEnded()}/undo`, body: {} })],
  releaseImport: [async () => ({ path: `/imports/${await newHeld()}/release`, body: { reason: "fine" } })],
  discardImport: [async () => ({ path: `/imports/${await newHeld()}/discard`, body: {} })],
  createSource: [() => ({ path: "/sources", body: { name: "S", url: "https://shop.example/x.csv" } })],
  updateSource: [{ name: "New" }, { status: "paused" }, { url: "https://shop.example/y.csv" }].map(
    (body) => async () => ({
      path: `/sources/${await newSource()}`,
      body,
    }),
  ),
  deleteSource: [async () => ({ path: `/sources/${await newSource()}` })],
  startSourceRun: [async () => ({ path: `/sources/${await newSource()}/runs`, body: {} })],
  createChannel: [() => ({ path: "/channels", body: { name: "N", market } })],
  updateChannel: [
    () => ({ path: `/channels/${mine}`, body: { name: `C-${count++}` } }),
    ...[
      { name: "New" },
      { status: "paused" },
      { in_public_directory: true },
      { profile: "google_merchant" },
      { selection: { filters: { brand: ["Other"] } } },
      { market: { country: "AT" } },
    ].map((body) => async () => ({ path: `/channels/${await newChannel()}`, body })),
  ],
  deleteChannel: [async () => ({ path: `/channels/${await newChannel()}` })],
  createFeed: [() => mine, () => other].map((channel) => () => ({
    path: "/feeds",
    body: { channel_id: channel(), name: "F", file_name: `f${count++}` },
  })),
  updateFeed: [() => mine, () => other].map((channel) => async () => ({
    path: `/feeds/${await newFeed(channel())}`,
    body: { name: "New" },
  })),
  deleteFeed: [() => mine, () => other].map((channel) => async () => ({ path: `/feeds/${await newFeed(channel())}` })),
  startRun: [() => mine, () => other].map((channel) => async () => ({
    path: `/feeds/${await newFeed(channel())}/runs`,
  })),
  rollbackFeed: [() => mine, () => other].map((channel) => async () => ({
    path: `/feeds/${await newFeed(channel())}/rollback`,
    body: {},
  })),
  releaseRun: [() => mine, () => other].map((channel) => async () => ({
    path: `/runs/${await newRun(channel())}/release`,
    body: { reason: "seen" },
  })),
  discardRun: [() => mine, () => other].map((channel) => async () => ({
    path: `/runs/${await newRun(channel())}/discard`,
  })),
  createPullCredential: [() => mine, () => other].map((channel) => async () => ({
    path: `/feeds/${await newFeed(channel())}/pull-credentials`,
    body: { type: "https_pull", name: "K" },
  })),
  revokePullCredential: [
    async () => {
      const id = await create(`/feeds/${await newFeed(mine)}/pull-credentials`, { type: "https_pull", name: "K" });
      return { path: `/pull-credentials/${id}` };
    },
  ],
  createDestination: [
    () => ({
      path: "/destinations",
      body: { name: "D", host: "sftp.example", username: "u", auth: { type: "public_key" } },
    }),
  ],
  updateDestination: [{ name: "New" }, { auth: { type: "password", password: "p" } }, { host: "other.example" }].map(
    (body) => async () => ({ path: `/destinations/${await newDestination()}`, body }),
  ),
  deleteDestination: [async () => ({ path: `/destinations/${await newDestination()}` })],
  testDestination: [async () => ({ path: `/destinations/${newId("dst")}/test`, body: {} })],
  verifyDestination: [async () => ({ path: `/destinations/${newId("dst")}/verify` })],
  rotateDestinationKey: [async () => ({ path: `/destinations/${await newDestination()}/rotate-key` })],
  confirmDestinationKey: [async () => ({ path: `/destinations/${await newDestination()}/confirm-key` })],
  createWebhookEndpoint: [() => ({ path: "/webhook-endpoints", body: { url: "https://hooks.example/x" } })],
  updateWebhookEndpoint: [
    async () => ({ path: `/webhook-endpoints/${await newEndpoint()}`, body: { status: "paused" } }),
  ],
  deleteWebhookEndpoint: [async () => ({ path: `/webhook-endpoints/${await newEndpoint()}` })],
  rotateSecret: [async () => ({ path: `/webhook-endpoints/${await newEndpoint()}/rotate-secret` })],
  testWebhookEndpoint: [async () => ({ path: `/webhook-endpoints/${await newEndpoint()}/test` })],
  recoverWebhookEndpoint: [
    async () => ({
      path: `/webhook-endpoints/${await newEndpoint()}/recover`,
      body: { since: new Date().toISOString() },
    }),
  ],
  replayWebhookEndpoint: [
    async () => ({
      path: `/webhook-endpoints/${await newEndpoint()}/replay`,
      body: { since: new Date(Date.now() - 60_000).toISOString(), until: new Date().toISOString() },
    }),
  ],
  cancelWebhookRecovery: [
    async () => ({ path: `/webhook-endpoints/${await newEndpoint()}/recoveries/${newId("rec")}/cancel` }),
  ],
  retryDelivery: [() => ({ path: `/deliveries/${newId("dlv")}/retry` })],
  updateWorkspace: [() => ({ path: "/workspace", body: { name: `W${count++}` } })],
  // Its domain is not proven; single-sign-on.int.test.ts of the catalog validates one that is.
  putSingleSignOn: [
    () => ({
      path: "/workspace/single-sign-on",
      body: { issuer: "https://login.example", client_id: "skucast", client_secret: "s", domains: ["shop.example"] },
    }),
  ],
  deleteSingleSignOn: [() => ({ path: "/workspace/single-sign-on" })],
  // These two are sent so that they fail: the members of the tests after them need their workspace and their owner.
  requestWorkspaceDeletion: [() => ({ path: "/workspace/deletion", body: { name: "another name" } })],
  transferOwnership: [() => ({ path: "/workspace/ownership", body: { user_id: owner.userId } })],
  startWorkspaceExport: [() => ({ path: "/workspace/exports" })],
  startWorkspaceImport: [
    () => ({ path: "/workspace/imports", body: "tar", headers: { "Content-Type": "application/x-tar" } }),
  ],
  cancelWorkspaceDeletion: [() => ({ path: "/workspace/deletion" })],
  switchWorkspace: [() => ({ path: "/me/workspace", body: { workspace_id: workspaceId } })],
  updateMe: [() => ({ path: "/me", body: { language: count++ % 2 === 0 ? "de" : "fr" } })],
  updateNotificationSettings: [
    () => ({ path: "/me/notifications", body: { emails: { run_held: count++ % 2 === 0 } } }),
  ],
  saveView: [
    () => ({ path: "/me/saved-views", body: { list: "products", name: `V${count++}`, filter: {}, columns: [] } }),
  ],
  markIncidentsRead: [() => ({ path: "/me/incidents/read", body: { until: new Date().toISOString() } })],
  deleteSavedView: [() => ({ path: `/me/saved-views/${newId("view")}` })],
  updateMember: [
    async () => {
      const { userId } = await addMember(api.db, { workspaceId, role: "viewer" });
      return { path: `/members/${userId}`, body: { role: "editor" } };
    },
    () => ({ path: `/members/${owner.userId}`, body: { role: "viewer" } }),
  ],
  removeMember: [
    async () => ({ path: `/members/${(await addMember(api.db, { workspaceId, role: "viewer" })).userId}` }),
    () => ({ path: `/members/${owner.userId}` }),
  ],
  createChannelProfile: [() => ({ path: "/channel-profiles", body: profileBody() })],
  updateChannelProfile: [
    async () => ({ path: `/channel-profiles/${await newProfile()}`, body: { title: "Another partner" } }),
  ],
  deleteChannelProfile: [async () => ({ path: `/channel-profiles/${await newProfile()}` })],
  createLookupTable: [() => ({ path: "/lookup-tables", body: { name: "Colors", rows: { rot: "red" } } })],
  updateLookupTable: [
    async () => ({ path: `/lookup-tables/${await newLookupTable()}`, body: { rows: { rot: "blue" } } }),
  ],
  replaceLookupRows: [
    async () => ({ path: `/lookup-tables/${await newLookupTable()}/rows`, body: { csv: "key,value\na,b" } }),
  ],
  deleteLookupTable: [async () => ({ path: `/lookup-tables/${await newLookupTable()}` })],
  createDomain: [() => ({ path: "/domains", body: { domain: `d${count++}.example` } })],
  verifyDomain: [() => ({ path: "/domains/none.example/verify" })],
  deleteDomain: [
    async () => {
      const domain = `d${count++}.example`;
      await api.ask("POST", "/domains", { ...owner.session, body: { domain } });
      return { path: `/domains/${domain}` };
    },
  ],
  createInvitation: ["viewer", "owner"].map((role) => () => ({
    path: "/invitations",
    body: { email: `a${count++}@example.com`, role },
  })),
  revokeInvitation: [async () => ({ path: `/invitations/${await newInvitation()}` })],
  createApiKey: [() => ({ path: "/api-keys", body: { name: "K" } })],
  revokeApiKey: [async () => ({ path: `/api-keys/${await create("/api-keys", { name: "K" })}` })],
  revokeConnectedApp: [
    async () => ({ path: `/connected-apps/${(await addMember(api.db, { workspaceId, role: "viewer" })).grantId}` }),
  ],
};

const WRITES = Object.values(ROUTES as Readonly<Record<string, Route>>).filter(
  (route) => writes(route) && route.query !== undefined && "validate_only" in route.query.shape,
);

test("every write accepts validate_only and is tested here", () => {
  expect(Object.keys(PREPARED).sort()).toEqual(WRITES.map(({ id }) => id).sort());
});

const ROLES: Readonly<Record<string, () => Promise<Credentials>>> = {
  "an owner": async () => owner.session,
  "an app of an owner": async () => owner.app,
  "an admin": async () => (await addMember(api.db, { workspaceId, role: "admin" })).session,
  "an editor": async () => (await addMember(api.db, { workspaceId, role: "editor" })).session,
  "a viewer": async () => (await addMember(api.db, { workspaceId, role: "viewer" })).session,
  "a restricted editor": async () =>
    (await addMember(api.db, { workspaceId, role: "editor", channelIds: [mine] })).session,
};

/** The part of a response that must be equal in both calls, without ids and times. */
function outcomeOf({ status, json }: { status: number; json: Record<string, unknown> | undefined }) {
  const results = json?.results as { status: string; error?: { code: string } }[] | undefined;
  const each = results?.map((result) => `${result.status} ${result.error?.code ?? ""}`);
  return status < 400 ? ["done", each] : [status, json?.code, each];
}

describe.each(Object.keys(ROLES))("for %s", (role) => {
  test("validate_only returns the same as the real call, for every write", async () => {
    const as = (await ROLES[role]?.()) ?? owner.session;
    const differing: unknown[] = [];
    for (const { id, method } of WRITES) {
      for (const prepare of PREPARED[id] ?? []) {
        const { path, ...request } = await prepare();
        const sent = { ...as, ...request, headers: { ...as.headers, ...request.headers } };
        const query = id === "createImport" ? "?mapping={}&validate_only=true" : "?validate_only=true";
        const dry = await api.ask(method, `${path}${query}`, sent);
        const real = await api.ask(method, path, sent);
        const outcomes = { validated: outcomeOf(dry), real: outcomeOf(real) };
        if (!isDeepStrictEqual(outcomes.validated, outcomes.real)) differing.push({ id, ...request, ...outcomes });
      }
    }
    expect(differing).toEqual([]);
  });
});

describe("a member who is restricted to channels", () => {
  test.each([
    ["a product moved out of them", () => PREPARED.updateProduct?.[1]],
    ["a new product outside of them", () => PREPARED.upsertProduct?.[1]],
    ["a product of other channels under its SKU", () => PREPARED.upsertProduct?.[2]],
  ])("gets 403 for %s, with and without validate_only", async (_what, find) => {
    const { session } = await addMember(api.db, { workspaceId, role: "editor", channelIds: [mine] });
    const { path, ...request } = (await find()?.()) ?? { path: "/" };
    const method = path === "/products" ? "POST" : "PATCH";
    for (const query of ["?validate_only=true", ""]) {
      const { status, json } = await api.ask(method, `${path}${query}`, { ...session, ...request });
      expect([status, json.code]).toEqual([403, "forbidden"]);
    }
  });

  test.each([{ in_public_directory: true }, { profile: "google_merchant" }, { selection: { include_skus: ["A"] } }])(
    "cannot set %j of their own channel",
    async (body) => {
      const channel = await newChannel();
      const { session } = await addMember(api.db, { workspaceId, role: "editor", channelIds: [channel] });
      for (const query of ["?validate_only=true", ""]) {
        const { status, json } = await api.ask("PATCH", `/channels/${channel}${query}`, { ...session, body });
        expect([status, json.code]).toEqual([403, "forbidden"]);
      }
      expect((await api.ask("PATCH", `/channels/${channel}`, { ...session, body: { name: "New" } })).status).toBe(200);
    },
  );
});

test("a dry run stores nothing, even if it involves the database", async () => {
  const { session } = await addMember(api.db, { workspaceId, role: "editor", channelIds: [mine] });
  const body = { sku: "DRY-1", ...product, brand: "Mine" };
  const { status, json } = await api.ask("POST", "/products?validate_only=true", { ...session, body });
  expect([status, json.sku]).toEqual([200, "DRY-1"]);
  expect((await api.ask("GET", "/products/DRY-1", session)).status).toBe(404);
  const { rows } = await api.db.system.query("SELECT 1 FROM events WHERE data LIKE '%DRY-1%'");
  expect(rows).toEqual([]);
});
