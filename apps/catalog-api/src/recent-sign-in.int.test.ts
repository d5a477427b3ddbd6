import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Route } from "@skucast/contracts/define-route";
import { ROUTES } from "@skucast/contracts/routes";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL, signIn, type TestPerson } from "./testing/people.js";
import { ALL_ROUTES, askRoute } from "./testing/walk-routes.js";

let api: ApiFixture;
/** An owner who signed in a day ago, and one who has just signed in. */
let stale: TestPerson;
let recent: TestPerson;

beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  const person = await insertPerson(api.db, "owner");
  recent = await signIn(api.db, person);
  stale = await addMember(api.db, { workspaceId: person.workspaceId, role: "owner" });
  const longAgo = "UPDATE sessions SET authenticated_at = now() - interval '1 day' WHERE user_id = $1";
  await api.superuser.query(longAgo, [stale.userId]);
});
afterAll(() => api.close());

const byRule = (rule: Route["recentSignIn"]) =>
  ALL_ROUTES.filter(({ id, recentSignIn }) => recentSignIn === rule && id !== "watchChanges").map(
    (route) => [route.id, route] as const,
  );

test.each(byRule("always"))("%s always needs a recent sign-in, before it looks for anything", async (_, route) => {
  const { status, json } = await askRoute(api, route, stale.session);
  expect([status, json?.code]).toEqual([403, "reauthentication_required"]);
  expect((await askRoute(api, route, recent.app)).json?.code).not.toBe("reauthentication_required");
});

test("a repeated request gets its stored answer, with the secret of a key, after a recent sign-in only", async () => {
  const person = await insertPerson(api.db, "owner");
  const old = await signIn(api.db, person);
  await api.superuser.query("UPDATE sessions SET authenticated_at = now() - interval '1 day' WHERE user_id = $1", [
    person.userId,
  ]);
  const { session } = await signIn(api.db, person);
  const createKey = ({ token, headers }: Credentials) =>
    api.ask("POST", "/api-keys", {
      token,
      headers: { ...headers, "Idempotency-Key": person.userId },
      body: { name: "K" },
    });
  const created = await createKey(session);
  expect([created.status, created.json.secret]).toEqual([201, expect.stringMatching(/./)]);
  expect((await createKey(session)).json).toEqual(created.json);
  const later = await createKey(old.session);
  expect([later.status, later.json.code]).toEqual([403, "reauthentication_required"]);
});

test.each(byRule(undefined))("%s needs no recent sign-in", async (_, route) => {
  expect((await askRoute(api, route, stale.session)).json?.code).not.toBe("reauthentication_required");
});

describe("only a part of the requests needs a recent sign-in:", () => {
  const create = async (path: string, body: object): Promise<string> => {
    const { status, json } = await api.ask("POST", path, { ...recent.session, body });
    expect([path, status]).toEqual([path, 201]);
    return json.id;
  };
  const SOURCE = { name: "S", url: "https://shop.example/x.csv", auth: { type: "bearer", token: "t" } };
  const DESTINATION = { name: "D", host: "sftp.example", username: "u", auth: { type: "public_key" } };
  const ENDPOINT = { url: "https://hooks.example/x" };

  /** By route: the resource, what needs a recent sign-in, and what does not. */
  const CASES: Readonly<Record<string, { path: () => Promise<string>; sensitive: readonly object[]; free?: object }>> =
    {
      updateSource: {
        path: async () => `/sources/${await create("/sources", SOURCE)}`,
        sensitive: [
          { auth: { token: "other" } },
          { url: "https://shop.example/y.csv" },
          { url: "https://evil.example/x.csv", auth: { type: "none" } },
        ],
        free: { name: "New", status: "paused", schedule: { every_minutes: 60 } },
      },
      updateDestination: {
        path: async () => `/destinations/${await create("/destinations", DESTINATION)}`,
        sensitive: [{ auth: { type: "password", password: "p" } }, { host: "other.example" }],
        free: { name: "New" },
      },
      updateWebhookEndpoint: {
        path: async () => `/webhook-endpoints/${await create("/webhook-endpoints", ENDPOINT)}`,
        sensitive: [{ url: "https://evil.example/" }, { headers: [{ name: "x-token", value: "v" }] }],
        free: { status: "paused" },
      },
      deleteWebhookEndpoint: {
        path: async () =>
          `/webhook-endpoints/${await create("/webhook-endpoints", { ...ENDPOINT, event_types: ["audit_entry.created"] })}`,
        sensitive: [{}],
      },
      updateWorkspace: {
        path: async () => "/workspace",
        sensitive: [{ requires_second_factor: true }],
        free: { name: "New" },
      },
      removeMember: {
        path: async () => {
          const { workspaceId } = recent;
          return `/members/${(await addMember(api.db, { workspaceId, role: "viewer" })).userId}`;
        },
        sensitive: [{}],
      },
    };

  test("every route of which the operation decides is tested here", () => {
    expect(Object.keys(CASES).toSorted()).toEqual(
      byRule("by_change")
        .map(([id]) => id)
        .toSorted(),
    );
  });

  test.each(Object.entries(CASES))("%s", async (id, { path, sensitive, free }) => {
    const { method } = ROUTES[id as keyof typeof ROUTES];
    const at = await path();
    const send = async (by: TestPerson, body: object) =>
      (await api.ask(method, at, { ...by.session, ...(method === "PATCH" && { body }) })).json?.code;
    for (const body of sensitive) expect([body, await send(stale, body)]).toEqual([body, "reauthentication_required"]);
    if (free) expect(await send(stale, free)).toBeUndefined();
    for (const body of sensitive) expect(await send(recent, body)).not.toBe("reauthentication_required");
  });
});

test("a member who leaves needs no recent sign-in", async () => {
  const leaving = await addMember(api.db, { workspaceId: recent.workspaceId, role: "viewer" });
  const longAgo = "UPDATE sessions SET authenticated_at = now() - interval '1 day' WHERE user_id = $1";
  await api.superuser.query(longAgo, [leaving.userId]);
  expect((await api.ask("DELETE", `/members/${leaving.userId}`, leaving.session)).status).toBe(204);
});
