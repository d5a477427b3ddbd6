import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Route } from "@skucast/contracts/define-route";
import { MANAGE_WORKSPACE, SCOPES } from "@skucast/contracts/scopes";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL, signIn, type TestPerson } from "./testing/people.js";
import { ALL_ROUTES, askRoute, type PathValues } from "./testing/walk-routes.js";

let api: ApiFixture;
let owner: TestPerson;
let callers: Readonly<Record<string, Credentials>>;
/** One resource for each path parameter. */
let existing: PathValues;

const market = { country: "DE", currency: "EUR", language: "de" };

async function create(path: string, body: object): Promise<string> {
  const { status, json } = await api.ask("POST", path, { ...owner.session, body });
  if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
  return json.id;
}

async function fill(): Promise<PathValues> {
  const product = { title: "Tee", price_amount: 5, price_currency: "EUR", availability: "in_stock" };
  await create("/products", { sku: "A-1", ...product });
  const channel_id = await create("/channels", { name: "C", market });
  const feed = { channel_id, name: "F", schedule: null, deliveries: [{ type: "https_pull" }] };
  const feed_id = await create("/feeds", feed);
  const columns = [{ name: "id", type: "text", from: "sku", required: true }];
  await create("/channel-profiles", { name: "custom_p", title: "P", formats: ["csv"], columns });
  const auth = { type: "public_key" };
  await create("/domains", { domain: "shop.example" });
  const { userId, workspaceId } = owner;
  const member = await addMember(api.db, { workspaceId, role: "viewer" });
  expect(member.userId).not.toBe(userId);
  return {
    sku: "A-1",
    profile_id: "custom_p",
    domain: "shop.example",
    channel_id,
    feed_id,
    user_id: member.userId,
    connected_app_id: member.grantId,
    source_id: await create("/sources", { name: "S", url: "https://shop.example/x.csv" }),
    lookup_table_id: await create("/lookup-tables", { name: "L" }),
    run_id: await create(`/feeds/${feed_id}/runs`, {}),
    pull_credential_id: await create(`/feeds/${feed_id}/pull-credentials`, { type: "https_pull", name: "K" }),
    destination_id: await create("/destinations", { name: "D", host: "sftp.example", username: "u", auth }),
    endpoint_id: await create("/webhook-endpoints", { url: "https://hooks.example/x" }),
    invitation_id: await create("/invitations", { email: "ada@example.com", role: "owner" }),
    api_key_id: await create("/api-keys", { name: "K" }),
  };
}

async function newKey(scopes: readonly string[]): Promise<Credentials> {
  const { json } = await api.ask("POST", "/api-keys", { ...owner.session, body: { name: "K", scopes } });
  return { token: json.secret };
}

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  const person = await insertPerson(api.db, "owner");
  owner = await signIn(api.db, person);
  existing = await fill();
  const { workspaceId } = person;
  const newMember = (role: "admin" | "editor" | "viewer") => addMember(api.db, { workspaceId, role });
  const viewer = await newMember("viewer");
  callers = {
    "a viewer": viewer.session,
    "an editor": (await newMember("editor")).session,
    "an admin": (await newMember("admin")).session,
    "an app of an owner": owner.app,
    "an app of a viewer": viewer.app,
    "a key for products": await newKey(["products:read", "products:write"]),
    "a key that reads": await newKey(SCOPES.filter((scope) => scope.endsWith(":read"))),
    "a key that manages": await newKey([...SCOPES, MANAGE_WORKSPACE]),
  };
});
afterAll(() => api.close());

const READS = SCOPES.filter((scope) => scope.endsWith(":read"));
/** The permissions of each caller. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  "a viewer": READS,
  "an editor": SCOPES,
  "an admin": [...SCOPES, MANAGE_WORKSPACE],
  "an app of an owner": SCOPES,
  "an app of a viewer": READS,
  "a key for products": ["products:read", "products:write"],
  "a key that reads": READS,
  "a key that manages": [...SCOPES, MANAGE_WORKSPACE],
};

/** What only a signed-in owner may do. */
const OWNERS_ONLY = [
  "putSingleSignOn",
  "requestWorkspaceDeletion",
  "cancelWorkspaceDeletion",
  "transferOwnership",
  "startWorkspaceExport",
  "getWorkspaceArchive",
  "startWorkspaceImport",
];

const isDenied = ({ id, scope }: Route, caller: string): boolean =>
  (scope !== null && scope !== "public" && MAY[caller]?.includes(scope) !== true) || OWNERS_ONLY.includes(id);

describe.each(Object.keys(MAY))("%s", (caller) => {
  const denied = ALL_ROUTES.filter((route) => isDenied(route, caller));

  test("gets 403 for everything that they may not do, whether the resource exists or not", async () => {
    const by = callers[caller] ?? owner.app;
    const wrong: unknown[] = [];
    for (const route of denied) {
      for (const values of [{}, existing]) {
        const { status, json } = await askRoute(api, route, by, values);
        if (status !== 403) wrong.push([route.id, values === existing ? "existing" : "missing", status, json?.code]);
      }
    }
    expect(wrong).toEqual([]);
    expect(denied.length).toBeGreaterThanOrEqual(OWNERS_ONLY.length);
  });
});

test("single sign-on tells an admin nothing about its domains", async () => {
  const settings = { issuer: "https://login.example", client_id: "c", client_secret: "s", domains: ["none.example"] };
  for (const body of [settings, { ...settings, issuer: "https://127.0.0.1" }, { ...settings, required: true }]) {
    const asked = { ...callers["an admin"], body };
    const { status, json } = await api.ask("PUT", "/workspace/single-sign-on", asked);
    expect([status, json.code]).toEqual([403, "forbidden"]);
  }
});
