import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { singleSignOnCallbackPath } from "@skucast/contracts/single-sign-on/single-sign-on";
import { hashToken } from "@skucast/credentials/token";
import { findSession } from "@skucast/db/credentials/find-session";
import { authorizePath, createApp, pathOf } from "../testing/app-client.js";
import { type Browser, type BrowserPage, hiddenFields } from "../testing/browser.js";
import { type IdentityProvider, startIdentityProvider } from "../testing/identity-provider.js";
import { type AuthFixture, openAuthFixture, type Person, PUBLIC_URL } from "../testing/open-auth.js";
import {
  authorizationUrlOn,
  CLIENT_ID,
  CLIENT_SECRET,
  insertMember,
  insertSingleSignOn,
  setEmail,
  startAt,
} from "../testing/single-sign-on-fixture.js";

const DOMAIN = "acme.example";
const HOUR_MS = 3_600_000;

let idp: IdentityProvider;
let auth: AuthFixture;
let owner: Person;
let newest = 0;

const roleMapping = [
  { value: "catalog-admins", role: "admin" },
  { value: "catalog-editors", role: "editor" },
];

beforeAll(async () => {
  idp = await startIdentityProvider({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri: () => `${PUBLIC_URL}${singleSignOnCallbackPath(owner.workspaceId)}`,
  });
  auth = await openAuthFixture({
    allowTargets: "127.0.0.0/8",
    resolve: async () => [{ address: "127.0.0.1" }],
    providersCa: idp.ca,
  });
  owner = await auth.createPerson();
  const claims = { roleClaim: "groups", roleMapping };
  await insertSingleSignOn(auth, owner.workspaceId, { issuer: idp.issuer, domain: DOMAIN, ...claims });
});
afterAll(async () => {
  await auth.close();
  await idp.close();
});

const newEmail = (): string => {
  newest += 1;
  return `person${newest}@${DOMAIN}`;
};

interface Claimed {
  readonly email: string;
  readonly sub?: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Signs in with the provider, from the form to the answer of the callback. */
async function signOn(browser: Browser, { email, sub = `sub of ${email}`, more = {} }: Claimed): Promise<BrowserPage> {
  idp.person = { sub, email, email_verified: true, name: "Bo Example", ...more };
  const url = authorizationUrlOn(await startAt(browser, email, "/products"));
  return browser.get(await idp.visit(url.href));
}

const cookieOf = (browser: Browser): string => browser.cookies.get("__Host-skc_session") ?? "";
const sessionOf = (browser: Browser) => findSession(auth.db, hashToken(cookieOf(browser)), "primary");

async function auditOf(workspaceId: string, action: string) {
  const { rows } = await auth.superuser.query<{ object_id: string; details: Record<string, unknown> }>(
    "SELECT object_id, details FROM audit_entries WHERE workspace_id = $1 AND action = $2 ORDER BY id",
    [workspaceId, action],
  );
  return rows;
}

async function roleOf(email: string): Promise<string | undefined> {
  const { rows } = await auth.superuser.query<{ role: string }>(
    "SELECT m.role FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = $1 AND m.workspace_id = $2",
    [email, owner.workspaceId],
  );
  return rows[0]?.role;
}

describe("the first single sign-on", () => {
  test("creates the account and the member, and starts a session of that workspace", async () => {
    const email = newEmail();
    const browser = auth.visitor();
    const end = await signOn(browser, { email });
    expect([end.status, end.location]).toEqual([303, "/products"]);
    const session = await sessionOf(browser);
    expect(session).toMatchObject({ workspaceId: owner.workspaceId, role: "viewer", lacksSingleSignOn: false });
    const { rows } = await auth.superuser.query(
      "SELECT name, password_hash, email_verified_at IS NOT NULL AS verified FROM users WHERE email = $1",
      [email],
    );
    expect(rows).toEqual([{ name: "Bo Example", password_hash: "", verified: true }]);
    const joined = await auditOf(owner.workspaceId, "member.joined");
    expect(joined.at(-1)).toEqual({
      object_id: session?.userId,
      details: { role: "viewer", issuer: idp.issuer },
    });
  });

  test("is the same account the next time, whatever address the provider names", async () => {
    const email = newEmail();
    await signOn(auth.visitor(), { email, sub: "renamed" });
    const browser = auth.visitor();
    await signOn(browser, { email: newEmail(), sub: "renamed" });
    const { rows } = await auth.superuser.query("SELECT id FROM users WHERE email = $1", [email]);
    expect((await sessionOf(browser))?.userId).toBe(rows[0].id);
  });

  test("takes the role from the claim at every sign-in, and never makes or changes an owner", async () => {
    const email = newEmail();
    const roles: (string | undefined)[] = [];
    for (const groups of [
      ["x", "catalog-editors"],
      ["catalog-editors", "catalog-admins"],
      "catalog-editors",
      ["owner"],
    ]) {
      await signOn(auth.visitor(), { email, more: { groups } });
      roles.push(await roleOf(email));
    }
    expect(roles).toEqual(["editor", "admin", "editor", "viewer"]);
    await auth.superuser.query(
      "UPDATE memberships SET role = 'owner' WHERE user_id = (SELECT id FROM users WHERE email = $1)",
      [email],
    );
    await signOn(auth.visitor(), { email, more: { groups: ["catalog-editors"] } });
    expect(await roleOf(email)).toBe("owner");
  });

  test("does not bring back a member who was removed", async () => {
    const email = newEmail();
    await signOn(auth.visitor(), { email });
    await auth.superuser.query("DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE email = $1)", [
      email,
    ]);
    const browser = auth.visitor();
    const end = await signOn(browser, { email });
    expect(end.status).toBe(403);
    expect(end.text).toContain("no longer a member");
    expect(cookieOf(browser)).toBe("");
  });
});

test("a member who was removed does not come back as another subject of the provider, without an invitation", async () => {
  const person = await auth.createPerson();
  const email = newEmail();
  await setEmail(auth, person, email);
  await auth.superuser.query(
    `INSERT INTO audit_entries (workspace_id, id, at, actor, action, object_id, details)
     VALUES ($1, $2, now(), '{}', 'member.removed', $3, '{}')`,
    [owner.workspaceId, newId("aud"), person.userId],
  );
  const end = await signOn(person.browser, { email });
  expect([end.status, end.text.includes("no longer a member")]).toEqual([403, true]);
  expect(await roleOf(email)).toBeUndefined();
  await auth.superuser.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'editor')", [
    owner.workspaceId,
    person.userId,
  ]);
  expect((await signOn(person.browser, { email })).status).toBe(303);
});

test("no one joins a workspace that is being deleted, and its members still sign in", async () => {
  const member = newEmail();
  await signOn(auth.visitor(), { email: member });
  const setDeletion = (deletesAt: string | null) =>
    auth.superuser.query("UPDATE workspaces SET deletes_at = $2, deletion_requested_at = $2 WHERE id = $1", [
      owner.workspaceId,
      deletesAt,
    ]);
  await setDeletion("2100-01-01");
  const email = newEmail();
  const end = await signOn(auth.visitor(), { email });
  expect([end.status, end.text.includes("is being deleted")]).toEqual([409, true]);
  expect((await auth.superuser.query("SELECT FROM users WHERE email = $1", [email])).rowCount).toBe(0);
  expect((await signOn(auth.visitor(), { email: member })).status).toBe(303);
  await setDeletion(null);
  expect((await signOn(auth.visitor(), { email })).status).toBe(303);
});

test("an invitation to another workspace shows a session of single sign-on how to accept it, and no button that fails", async () => {
  const email = newEmail();
  const browser = auth.visitor();
  await signOn(browser, { email });
  const other = await auth.createPerson();
  const token = newId("inv");
  await auth.superuser.query(
    `INSERT INTO invitations (workspace_id, id, email, role, token_hash, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, 'viewer', $4, 'x', now(), now() + interval '7 days')`,
    [other.workspaceId, newId("inv"), email, hashToken(token)],
  );
  const { status, text } = await browser.get(`/invitations/${token}`);
  expect([status, text.includes("Accept")]).toEqual([200, false]);
  expect(text).toContain("You signed in with single sign-on");
  expect(text).toContain(`href="/sign-out?return_to=${encodeURIComponent(`/invitations/${token}`)}"`);
});

test("a code that another person got from the provider is refused in this browser's sign-in", async () => {
  const victim = auth.visitor();
  const attacker = auth.visitor();
  idp.person = { sub: "attacker", email: newEmail(), email_verified: true };
  const callback = new URL(await idp.visit(authorizationUrlOn(await startAt(attacker, newEmail())).href), PUBLIC_URL);
  const own = authorizationUrlOn(await startAt(victim, newEmail()));
  callback.searchParams.set("state", own.searchParams.get("state") ?? "");
  expect((await victim.get(callback.pathname + callback.search)).status).toBe(403);
  expect(cookieOf(victim)).toBe("");
});

describe("an address that has an account", () => {
  /** The attack: a provider vouches for someone whose account reaches more than the provider's workspace. */
  test("is not taken over by the provider", async () => {
    const victim = await auth.createPerson();
    const email = newEmail();
    await setEmail(auth, victim, email);
    const browser = auth.visitor();
    const end = await signOn(browser, { email });
    expect(end.status).toBe(403);
    expect(end.text).toContain("sign in to it once with its password or a passkey");
    expect([cookieOf(browser), await roleOf(email)]).toEqual(["", undefined]);
    const { rows } = await auth.superuser.query("SELECT FROM single_sign_on_identities WHERE user_id = $1", [
      victim.userId,
    ]);
    expect(rows).toEqual([]);
  });

  test("is connected by its owner, signed in with their own credentials, who gets a mail", async () => {
    const person = await auth.createPerson();
    const email = newEmail();
    await setEmail(auth, person, email);
    const end = await signOn(person.browser, { email });
    expect(end.status).toBe(303);
    expect(await sessionOf(person.browser)).toMatchObject({ userId: person.userId, workspaceId: owner.workspaceId });
    const linked = (await auditOf(owner.workspaceId, "single_sign_on.linked")).map(({ details }) => details);
    expect(linked).toContainEqual({ user_id: person.userId });
    const { rows } = await auth.superuser.query("SELECT kind FROM account_mails WHERE recipient = $1", [email]);
    expect(rows).toContainEqual({ kind: "credentials_changed" });
  });

  test("is not connected by a person who signs in with another account in between", async () => {
    const victim = await auth.createPerson();
    const other = await auth.createPerson();
    const email = newEmail();
    await setEmail(auth, victim, email);
    idp.person = { sub: "of the victim", email, email_verified: true };
    const callback = await idp.visit(authorizationUrlOn(await startAt(victim.browser, email)).href);
    victim.browser.cookies.set("__Host-skc_session", other.sessionSecret);
    expect((await victim.browser.get(callback)).status).toBe(403);
  });

  test.each([
    ["a confirmed member of this workspace only", "editor", {}, 303],
    ["an owner, who decides about the provider", "owner", {}, 403],
    ["a member of another workspace as well", "editor", { alsoIn: true }, 403],
    ["a member whose address was never confirmed", "editor", { unconfirmed: true }, 403],
  ] as const)("of %s", async (_who, role, { alsoIn, unconfirmed }: { alsoIn?: true; unconfirmed?: true }, status) => {
    const email = newEmail();
    const userId = await insertMember(auth, { workspaceId: owner.workspaceId, email, role });
    if (alsoIn) await auth.join({ ...owner, userId }, "viewer", "Another");
    if (unconfirmed) await auth.superuser.query("UPDATE users SET email_verified_at = NULL WHERE id = $1", [userId]);
    expect((await signOn(auth.visitor(), { email })).status).toBe(status);
  });
});

describe("a session of single sign-on", () => {
  let browser: Browser;
  let other: string;
  let person: Person;

  beforeAll(async () => {
    person = await auth.createPerson("editor");
    other = person.workspaceId;
    await setEmail(auth, person, newEmail());
    const { rows } = await auth.superuser.query("SELECT email FROM users WHERE id = $1", [person.userId]);
    browser = person.browser;
    expect((await signOn(browser, { email: rows[0].email })).status).toBe(303);
  });

  test("shows an account page without the account, and refuses every form of it", async () => {
    const page = await browser.get("/account");
    expect([page.status, page.text.includes("<form")]).toEqual([200, false]);
    for (const path of [
      "/account/passkeys/new",
      "/account/delete",
      "/account/workspaces/new",
      "/account/authenticator",
      "/account/history",
    ])
      expect([path, (await browser.get(path)).status]).toEqual([path, 403]);
    for (const path of [
      "/account/password",
      "/account/email",
      "/account/workspaces/switch",
      "/account/sessions/end",
      "/account/data",
    ])
      expect([path, (await browser.post(path, { workspace: other })).status]).toEqual([path, 403]);
    expect((await sessionOf(browser))?.workspaceId).toBe(owner.workspaceId);
  });

  test("reaches no other workspace, even if it is made its current one", async () => {
    const id = (await sessionOf(browser))?.id;
    await auth.superuser.query("UPDATE sessions SET current_workspace_id = $2 WHERE id = $1", [id, other]);
    expect(await sessionOf(browser)).toMatchObject({ workspaceId: other, role: null });
    await auth.superuser.query("UPDATE sessions SET current_workspace_id = $2 WHERE id = $1", [id, owner.workspaceId]);
  });

  test("connects apps to its workspace only, after a recent sign-in at the provider", async () => {
    const id = (await sessionOf(browser))?.id;
    const proveAt = (at: Date) =>
      auth.superuser.query("UPDATE sessions SET authenticated_at = $2 WHERE id = $1", [id, at]);
    const start = await browser.get(authorizePath(await createApp(auth), { verifier: "v".repeat(43) }));
    const path = pathOf(start.location);
    expect((await browser.get(path)).location).toBe(`/account/confirm?return_to=${encodeURIComponent(path)}`);
    await proveAt(auth.now());
    const page = await browser.get(path);
    await proveAt(new Date(0));
    expect(page.text).toContain(owner.workspaceId);
    expect(page.text).not.toContain(other);
  });

  test("is confirmed by the provider that started it, not by a password", async () => {
    const before = await sessionOf(browser);
    expect(before?.authenticatedAt.getTime()).toBe(0);
    const page = await browser.get("/account/confirm?return_to=%2Fmembers");
    expect(page.text).not.toContain("present_password");
    expect((await browser.post("/account/confirm", { present_password: "x" })).status).toBe(403);
    const fields = hiddenFields(page.text, "/sign-in/sso");
    const url = authorizationUrlOn(await browser.post("/sign-in/sso", fields));
    expect([url.searchParams.get("prompt"), url.searchParams.get("max_age")]).toEqual(["login", "0"]);
    const end = await browser.get(await idp.visit(url.href));
    expect(end.location).toBe("/members");
    const after = await sessionOf(browser);
    expect(after?.id).not.toBe(before?.id);
    expect(after?.authenticatedAt.getTime()).toBeGreaterThan(Date.now() - HOUR_MS);
  });

  test("is not known on the device for a password, and ends twelve hours after it started, even in use", async () => {
    const visitor = auth.visitor();
    await signOn(visitor, { email: newEmail() });
    expect(visitor.cookies.has("__Host-skc_device")).toBe(false);
    const { rows } = await auth.superuser.query<{ hours: string }>(
      "SELECT extract(epoch FROM expires_at - created_at) / 3600 AS hours FROM sessions WHERE secret_hash = $1",
      [hashToken(cookieOf(visitor))],
    );
    expect(Number(rows[0]?.hours)).toBe(12);
    auth.passTime(11 * HOUR_MS);
    expect((await visitor.get("/account")).status).toBe(200);
    auth.passTime(2 * HOUR_MS);
    expect((await visitor.get("/account")).location).toContain("/sign-in");
    auth.passTime(-13 * HOUR_MS);
  });
});

describe("a workspace that requires single sign-on", () => {
  test("admits owners with their own credentials, and other members only with single sign-on", async () => {
    const member = await auth.createPerson();
    await auth.superuser.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'admin')", [
      owner.workspaceId,
      member.userId,
    ]);
    await auth.superuser.query("UPDATE sessions SET current_workspace_id = $2 WHERE user_id = $1", [
      member.userId,
      owner.workspaceId,
    ]);
    await auth.superuser.query("UPDATE single_sign_on SET is_required = true WHERE workspace_id = $1", [
      owner.workspaceId,
    ]);
    expect(await sessionOf(owner.browser)).toMatchObject({ role: "owner", lacksSingleSignOn: false });
    expect(await sessionOf(member.browser)).toMatchObject({ role: "admin", lacksSingleSignOn: true });
    const start = await member.browser.get(authorizePath(await createApp(auth), { verifier: "v".repeat(43) }));
    const page = await member.browser.get(pathOf(start.location));
    expect(page.text).not.toContain(owner.workspaceId);
    const email = newEmail();
    await setEmail(auth, member, email);
    expect((await signOn(member.browser, { email })).status).toBe(303);
    expect(await sessionOf(member.browser)).toMatchObject({ lacksSingleSignOn: false });
    await auth.superuser.query("UPDATE single_sign_on SET is_required = false");
  });
});

describe("the form", () => {
  test("answers alike for a domain without single sign-on, with and without an account", async () => {
    const known = await auth.createPerson();
    const pages: string[] = [];
    for (const email of [known.email, "unknown@example.com", `x@sub.${DOMAIN}`]) {
      const page = await startAt(auth.visitor(), email);
      expect(page.status).toBe(422);
      pages.push(page.text.replaceAll(email, "").replace(/name="form_token" value="[^"]*"/, ""));
    }
    expect(new Set(pages).size).toBe(1);
  });

  test("is on the sign-in page, and answers alike for every address of a known domain", async () => {
    expect((await auth.visitor().get("/sign-in?return_to=%2Ffeeds")).text).toContain(
      'href="/sign-in/sso?return_to=%2Ffeeds"',
    );
    const known = newEmail();
    await signOn(auth.visitor(), { email: known });
    for (const email of [known, newEmail()]) {
      const url = authorizationUrlOn(await startAt(auth.visitor(), email));
      expect(url.searchParams.get("login_hint")).toBe(email);
      expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    }
  });
});
