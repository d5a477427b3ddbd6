import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, PUBLIC_URL, type TestPerson } from "./testing/people.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL, SKUCAST_SMTP_URL: "smtp://127.0.0.1:1" });
});
afterAll(() => api.close());

const SETTINGS = {
  issuer: "https://login.example.com",
  client_id: "c",
  client_secret: "s",
  domains: ["a.example"],
};

/** Everything by which a person lets others in, or keeps access that outlasts their session. */
const LETTING_IN: readonly (readonly [method: string, path: string, body: object])[] = [
  ["POST", "/invitations", { email: "bob@example.com", role: "admin" }],
  ["POST", "/api-keys", { name: "k" }],
  ["POST", `/feeds/${newId("feed")}/pull-credentials`, { type: "https_pull", name: "p" }],
  ["PUT", "/workspace/single-sign-on", SETTINGS],
];

const ask = ({ session }: TestPerson, [method, path, body]: (typeof LETTING_IN)[number]) =>
  api.ask(method, path, { ...session, body });
const confirm = (userId: string) =>
  api.db.system.query("UPDATE users SET email_verified_at = now() WHERE id = $1", [userId]);

describe("where the deployment sends mail, a person whose address is not confirmed", () => {
  test.each(LETTING_IN)("cannot let others in: %s %s", async (...request) => {
    const owner = await addMember(api.db, { workspaceId: api.workspace.id, role: "owner" });
    const { status, json } = await ask(owner, request);
    expect([status, json.code]).toEqual([403, "confirmed_address_required"]);
    expect(json.detail).toContain("Confirm your email address first");
    await confirm(owner.userId);
    expect((await ask(owner, request)).json.code).not.toBe("confirmed_address_required");
  });

  test("can still work, and a key of the workspace can invite", async () => {
    const owner = await addMember(api.db, { workspaceId: api.workspace.id, role: "owner" });
    expect((await api.ask("GET", "/products", owner.session)).status).toBe(200);
    const body = { email: "carol@example.com", role: "viewer" };
    expect((await api.ask("POST", "/invitations", { body })).status).toBe(201);
  });

  test("causes no mail with a refused invitation", async () => {
    const owner = await addMember(api.db, { workspaceId: api.workspace.id, role: "owner" });
    const body = { email: "dora@example.com", role: "viewer" };
    await api.ask("POST", "/invitations", { ...owner.session, body });
    const { rowCount } = await api.db.system.query("SELECT FROM account_mails WHERE recipient = $1", [body.email]);
    expect(rowCount).toBe(0);
  });
});
