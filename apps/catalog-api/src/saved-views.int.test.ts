import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL, signIn, type TestPerson } from "./testing/people.js";

const VIEW = {
  list: "products",
  name: "Drafts",
  filter: { status: "draft", q: "tee & mug" },
  columns: ["sku", "size"],
};
let api: ApiFixture;
let owner: TestPerson;
beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  owner = await signIn(api.db, await insertPerson(api.db, "owner"));
});
afterAll(() => api.close());

const newMember = (role: "editor" | "viewer" = "editor") => addMember(api.db, { workspaceId: owner.workspaceId, role });
const save = (who: Credentials, view: object = VIEW, query = "") =>
  api.ask("POST", `/me/saved-views${query}`, { ...who, body: view });
const list = async (who: Credentials, query = "") => (await api.ask("GET", `/me/saved-views${query}`, who)).json.data;
const remove = (who: Credentials, id: string) => api.ask("DELETE", `/me/saved-views/${id}`, who);

test("a person saves, replaces and deletes views, which no other member sees, not even an owner", async () => {
  const { session } = await newMember("viewer");
  const other = await newMember();
  const saved = await save(session);
  expect([saved.status, saved.json]).toEqual([200, expect.objectContaining(VIEW)]);
  const replaced = await save(session, { ...VIEW, filter: {}, columns: [] });
  expect(replaced.json).toMatchObject({ id: saved.json.id, filter: {}, columns: [] });
  await save(session, { ...VIEW, name: "Others" });
  expect((await list(session)).map(({ name }: { name: string }) => name)).toEqual(["Drafts", "Others"]);
  for (const who of [other.session, owner.session]) {
    expect(await list(who)).toEqual([]);
    expect((await remove(who, saved.json.id)).json.code).toBe("not_found");
  }
  expect((await remove(session, saved.json.id)).status).toBe(204);
  expect((await remove(session, saved.json.id)).json.code).toBe("not_found");
  expect((await list(session, "?list=products")).map(({ name }: { name: string }) => name)).toEqual(["Others"]);
});

test("views are listed in pages", async () => {
  const { session } = await newMember();
  for (const name of ["A", "B", "C"]) await save(session, { ...VIEW, name });
  const first = (await api.ask("GET", "/me/saved-views?limit=2", session)).json;
  expect([first.data.length, first.has_more]).toEqual([2, true]);
  expect(await list(session, `?limit=2&cursor=${first.next_cursor}`)).toMatchObject([{ name: "C" }]);
});

test("validate_only stores nothing", async () => {
  const { session } = await newMember();
  expect((await save(session, VIEW, "?validate_only=true")).status).toBe(200);
  expect(await list(session)).toEqual([]);
});

test("a person saves only so many views of a list, and can still replace them", async () => {
  const { session } = await newMember();
  const names = Array.from({ length: LIMITS.savedViewsPerList + 2 }, (_, i) => `View ${i}`);
  const statuses = await Promise.all(names.map(async (name) => (await save(session, { ...VIEW, name })).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(LIMITS.savedViewsPerList);
  const [first] = await list(session);
  expect((await save(session, { ...VIEW, name: first.name, columns: ["title"] })).status).toBe(200);
  expect((await save(session, { ...VIEW, name: "One more" })).json.code).toBe("limit_reached");
});

test.each([
  ["/list", { list: "orders" }],
  ["/name", { name: " " }],
  ["/name", { name: "x".repeat(LIMITS.savedViewNameLengthMax + 1) }],
  ["/filter/q", { filter: { q: "x".repeat(LIMITS.savedViewFilterLengthMax + 1) } }],
  ["/filter", { filter: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f_${"x".repeat(i)}`, "1"])) }],
  ["/columns/0", { columns: ["<b>"] }],
  ["/columns", { columns: Array.from({ length: LIMITS.savedViewColumnsMax + 1 }, (_, i) => `c${i}`) }],
])("a view with an invalid value at %s is rejected", async (pointer, change) => {
  const { status, json } = await save(owner.session, { ...VIEW, ...change });
  expect([status, json.errors[0].pointer]).toEqual([422, pointer]);
});

test("views are a person's: keys and connected apps are rejected", async () => {
  const { app } = await newMember();
  const { token } = await api.newWorkspace();
  for (const who of [app, { token }]) {
    expect((await save(who)).json.code).toBe("forbidden");
    expect((await api.ask("GET", "/me/saved-views", who)).json.code).toBe("forbidden");
  }
});

test("the views of a member who leaves are deleted", async () => {
  const { session, userId } = await newMember();
  await save(session);
  expect((await api.ask("DELETE", `/members/${userId}`, owner.session)).status).toBe(204);
  const { rows } = await api.superuser.query("SELECT FROM saved_views WHERE user_id = $1", [userId]);
  expect(rows).toEqual([]);
});
