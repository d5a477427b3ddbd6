import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL, type TestPerson } from "./testing/people.js";

/*
 * What a connected app or an API key that expires sets up reaches out of the workspace, or lets others in. It must not
 * outlive the app's connection or the key.
 */

let api: ApiFixture;
let owner: TestPerson;
let feedId: string;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  owner = await addMember(api.db, { workspaceId: api.workspace.id, role: "owner" });
  const market = { country: "US", currency: "USD", language: "en" };
  const { json: channel } = await api.ask("POST", "/channels", { body: { name: "C", profile: "generic", market } });
  const deliveries = [{ type: "https_pull" }];
  feedId = (await api.ask("POST", "/feeds", { body: { channel_id: channel.id, name: "F", deliveries } })).json.id;
});
afterAll(() => api.close());

/** A public address, which is never connected to. */
const HOST = "93.184.215.14";
const CREATIONS = {
  "/webhook-endpoints": { url: `https://${HOST}/hook` },
  "/destinations": {
    name: "D",
    host: HOST,
    username: "u",
    auth: { type: "password", password: "p" },
    host_keys: [`SHA256:${"A".repeat(43)}`],
  },
  "/sources": { name: "S", url: `https://${HOST}/products.csv`, schedule: { every_minutes: 60 } },
} as const;
type Path = keyof typeof CREATIONS;

async function create(path: string, body: unknown, by: Partial<Credentials>) {
  const answer = await api.ask("POST", path, { body, ...by });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}
const createPull = (by: Partial<Credentials>) =>
  create(`/feeds/${feedId}/pull-credentials`, { type: "https_pull", name: "P" }, by);

async function expiringKey(): Promise<{ id: string; token: string }> {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const { id, secret } = await create("/api-keys", { name: "expiring", expires_at }, {});
  return { id, token: secret };
}
const expire = (id: string) =>
  api.db.system.query("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);

/** A newly connected app of the owner, and how it is disconnected. */
async function connectApp(): Promise<TestPerson & { disconnect: () => Promise<unknown> }> {
  const person = await addMember(api.db, { workspaceId: api.workspace.id, role: "admin" });
  const disconnect = () => api.ask("DELETE", `/connected-apps/${person.grantId}`, owner.session);
  return { ...person, disconnect };
}

const get = async (path: string) => (await api.ask("GET", path)).json;
/** One round of ending what is bound to an ended holder has certainly passed once this one has ended. */
async function roundPassed(): Promise<void> {
  const key = await expiringKey();
  const { id } = await createPull({ token: key.token });
  await expire(key.id);
  await eventually(async () => (await get(`/pull-credentials/${id}`)).status === "revoked");
}

describe("bound_to", () => {
  test.each(Object.keys(CREATIONS) as Path[])("of %s is the app or expiring key that created it", async (path) => {
    const app = await connectApp();
    const key = await expiringKey();
    expect((await create(path, CREATIONS[path], app.app)).bound_to).toBe(app.grantId);
    expect((await create(path, CREATIONS[path], { token: key.token })).bound_to).toBe(key.id);
    expect((await create(path, CREATIONS[path], owner.session)).bound_to).toBeNull();
    expect((await create(path, CREATIONS[path], {})).bound_to).toBeNull();
  });

  test.each([
    ["/webhook-endpoints", { url: `https://${HOST}/other` }, { description: "renamed" }],
    ["/sources", { url: `https://${HOST}/other.csv` }, { name: "renamed" }],
    ["/destinations", { host: "93.184.215.15", auth: { type: "password", password: "q" } }, { name: "renamed" }],
  ] as const)("of %s follows who redirects it, and not who changes anything else", async (path, redirect, rename) => {
    const app = await connectApp();
    const { id } = await create(path, CREATIONS[path], {});
    const patch = async (body: unknown, by: Partial<Credentials> = {}) =>
      (await api.ask("PATCH", `${path}/${id}`, { body, ...by })).json.bound_to;
    expect(await patch(rename, app.app)).toBeNull();
    expect(await patch(redirect, app.app)).toBe(app.grantId);
    expect(await patch(Object.fromEntries(Object.keys(rename).map((name) => [name, "again"])))).toBe(app.grantId);
    const takeOver = path === "/destinations" ? { bound_to: null } : { status: "active" };
    expect(await patch(takeOver, app.app)).toBe(app.grantId);
    expect(await patch(takeOver)).toBeNull();
  });

  test("of an endpoint follows who rotates its secret, because they can sign with it", async () => {
    const app = await connectApp();
    const { id } = await create("/webhook-endpoints", CREATIONS["/webhook-endpoints"], {});
    const rotated = await api.ask("POST", `/webhook-endpoints/${id}/rotate-secret`, { body: {}, ...app.app });
    expect(rotated.json.bound_to).toBe(app.grantId);
  });
});

describe("when the app is disconnected or the key ends", () => {
  test.each(["app", "key"])("pull credentials are revoked, with audit entries (%s)", async (kind) => {
    const app = await connectApp();
    const key = await expiringKey();
    const by = kind === "app" ? app.app : { token: key.token };
    const holder = kind === "app" ? app.grantId : key.id;
    const pull = await createPull(by);
    const lasting = await createPull({});
    await (kind === "app" ? app.disconnect() : expire(key.id));
    await eventually(async () => (await get(`/pull-credentials/${pull.id}`)).status === "revoked");
    const [entry] = (await get(`/audit-log?object_id=${pull.id}`)).data;
    expect(entry).toMatchObject({
      actor: { type: "system" },
      details: { reason: "access_ended", bound_to: holder },
    });
    expect((await get(`/pull-credentials/${lasting.id}`)).status).toBe("active");
  });

  test("what belongs to an app that was connected again stays", async () => {
    const again = await connectApp();
    const kept = await createPull(again.app);
    await api.db.system.query(
      `INSERT INTO oauth_grants (workspace_id, id, user_id, client_id, client_name, redirect_host, scope, created_at, expires_at)
       SELECT workspace_id, id || 'b', user_id, client_id, client_name, redirect_host, scope, created_at, expires_at
       FROM oauth_grants WHERE id = $1`,
      [again.grantId],
    );
    await again.disconnect();
    await roundPassed();
    expect((await get(`/pull-credentials/${kept.id}`)).status).toBe("active");
  });
});
