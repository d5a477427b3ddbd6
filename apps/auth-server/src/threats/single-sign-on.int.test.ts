import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { singleSignOnCallbackPath } from "@skucast/contracts/single-sign-on/single-sign-on";
import type { Browser } from "../testing/browser.js";
import { type ForgedProvider, type ForgedToken, startForgedProvider } from "../testing/forged-provider.js";
import { type AuthFixture, openAuthFixture, type Person } from "../testing/open-auth.js";
import { authorizationUrlOn, CLIENT_ID, insertSingleSignOn, startAt } from "../testing/single-sign-on-fixture.js";

/*
 * An identity provider that is hostile, or an attacker between it and us. Each answer has one thing wrong. The first test
 * shows that the answer is accepted when nothing is.
 */

const DOMAIN = "acme.example";
const EMAIL = `bo@${DOMAIN}`;
const MINUTE_MS = 60_000;

let idp: ForgedProvider;
let auth: AuthFixture;
let owner: Person;
let attacker: Person;

beforeAll(async () => {
  idp = await startForgedProvider();
  auth = await openAuthFixture({
    allowTargets: "127.0.0.0/8",
    resolve: async (name) => [{ address: name.startsWith("inside") ? "10.0.0.1" : "127.0.0.1" }],
    providersCa: idp.ca,
  });
  [owner, attacker] = [await auth.createPerson(), await auth.createPerson()];
  await insertSingleSignOn(auth, owner.workspaceId, { issuer: idp.issuer, domain: DOMAIN });
  // The attacker's workspace trusts the same provider, for another domain.
  await insertSingleSignOn(auth, attacker.workspaceId, { issuer: idp.issuer, domain: "evil.example" });
});
afterAll(async () => {
  await auth.close();
  await idp.close();
});
beforeEach(() => idp.describe({}));

interface Started {
  readonly browser: Browser;
  readonly state: string;
  readonly nonce: string;
}

async function start(browser = auth.visitor(), email = EMAIL, returnTo = ""): Promise<Started> {
  const { searchParams } = authorizationUrlOn(await startAt(browser, email, returnTo));
  return { browser, state: searchParams.get("state") ?? "", nonce: searchParams.get("nonce") ?? "" };
}

const claimsFor = ({ nonce }: Started, more: object = {}): Record<string, unknown> => {
  const now = Math.floor(Date.now() / 1_000);
  const person = { sub: "bo", email: EMAIL, email_verified: true };
  return { iss: idp.issuer, aud: CLIENT_ID, iat: now, exp: now + 300, nonce, ...person, ...more };
};

/** Comes back from the provider, with the parameters that a right answer has and changes of them. */
function comeBack(
  { browser, state }: Started,
  { params = {}, workspaceId = owner.workspaceId }: { params?: Record<string, string>; workspaceId?: string } = {},
) {
  const query = new URLSearchParams({ code: "code", state, iss: idp.issuer, ...params });
  return browser.get(`${singleSignOnCallbackPath(workspaceId)}?${query}`);
}

const isSignedIn = ({ browser }: Started): boolean => browser.cookies.has("__Host-skc_session");

async function expectRefusal(started: Started, token: ForgedToken, status = 403): Promise<void> {
  idp.issue(token);
  const end = await comeBack(started);
  expect([end.status, isSignedIn(started)]).toEqual([status, false]);
}

test("an answer with nothing wrong signs in", async () => {
  const started = await start();
  idp.issue({ claims: claimsFor(started) });
  expect([(await comeBack(started)).status, isSignedIn(started)]).toEqual([303, true]);
});

describe("an ID token", () => {
  test.each<[string, object, Omit<ForgedToken, "claims">]>([
    ["without a signature (alg none)", {}, { header: { alg: "none" }, signature: "none" }],
    ["that says HS256", {}, { header: { alg: "HS256" } }],
    ["signed with another key", {}, { signature: "foreign" }],
    ["with its signature cut off", {}, { signature: "none" }],
    ["of another issuer", { iss: "https://evil.example" }, {}],
    ["for another client", { aud: "other" }, {}],
    ["for this client, authorized for another", { azp: "other" }, {}],
    ["for several clients, authorized for another", { aud: [CLIENT_ID, "other"], azp: "other" }, {}],
    ["with the nonce of another sign-in", { nonce: "n".repeat(43) }, {}],
    ["without a nonce", { nonce: undefined }, {}],
    ["that expired", { iat: 1_700_000_000, exp: 1_700_000_300 }, {}],
    ["without a subject", { sub: undefined }, {}],
    ["without an address", { email: undefined }, {}],
    ["whose address is not verified", { email_verified: false }, {}],
    ["that says nothing about the address", { email_verified: undefined }, {}],
    ["whose address is verified as a string", { email_verified: "true" }, {}],
    ["with an address of another domain", { email: "bo@other.example" }, {}],
    ["with an address of a subdomain", { email: `bo@sub.${DOMAIN}` }, {}],
    ["with an address that only ends like the domain", { email: `bo@not${DOMAIN}` }, {}],
    ["with two addresses in one", { email: `bo@other.example@${DOMAIN}` }, {}],
    ["with an address that is a list", { email: [EMAIL] }, {}],
  ])("%s is refused", async (_what, changed, token) => {
    const started = await start();
    await expectRefusal(started, { claims: claimsFor(started, changed), ...token });
  });

  test("is not completed by another person's UserInfo", async () => {
    idp.describe({ userinfo_endpoint: `${idp.issuer}/userinfo` });
    const started = await start();
    idp.inform({ sub: "someone else", email: EMAIL, email_verified: true });
    await expectRefusal(started, { claims: claimsFor(started, { email: undefined, email_verified: undefined }) });
  });
});

describe("a state", () => {
  test("works once", async () => {
    const started = await start();
    idp.issue({ claims: claimsFor(started) });
    expect((await comeBack(started)).status).toBe(303);
    started.browser.cookies.delete("__Host-skc_session");
    const again = await comeBack(started);
    expect([again.status, isSignedIn(started)]).toEqual([403, false]);
    expect(again.text).toContain("used already");
  });

  test("is used up by an answer that was refused", async () => {
    const started = await start();
    await expectRefusal(started, { claims: claimsFor(started, { nonce: "wrong" }) });
    await expectRefusal(started, { claims: claimsFor(started) });
  });

  test("does not work in another browser, so no one can be signed in to an attacker's account", async () => {
    const started = await start();
    idp.issue({ claims: claimsFor(started) });
    const victim = { ...started, browser: auth.visitor() };
    expect([(await comeBack(victim)).status, isSignedIn(victim)]).toEqual([403, false]);
  });

  test("expires after ten minutes", async () => {
    const started = await start();
    auth.passTime(10 * MINUTE_MS);
    await expectRefusal(started, { claims: claimsFor(started) });
    auth.passTime(-10 * MINUTE_MS);
  });

  test.each(["", "x", "A".repeat(43), `${"A".repeat(42)}'`])("%j was never issued", async (state) => {
    const started = { ...(await start()), state };
    await expectRefusal(started, { claims: claimsFor(started) });
  });
});

describe("mix-up", () => {
  test("an answer at the redirect URI of another workspace is refused", async () => {
    const started = await start();
    idp.issue({ claims: claimsFor(started) });
    const end = await comeBack(started, { workspaceId: attacker.workspaceId });
    expect([end.status, isSignedIn(started)]).toEqual([403, false]);
  });

  test("an attacker's workspace cannot use its own sign-in for an address of a domain that is not its own", async () => {
    const started = await start(auth.visitor(), "x@evil.example");
    idp.issue({ claims: claimsFor(started) });
    const end = await comeBack(started, { workspaceId: attacker.workspaceId });
    expect([end.status, isSignedIn(started)]).toEqual([403, false]);
  });

  test.each(["https://evil.example", ""])("an answer that names %j as its issuer is refused", async (iss) => {
    const asked = idp.asked.filter((path) => path === "/token").length;
    const started = await start();
    idp.issue({ claims: claimsFor(started) });
    const end = await comeBack(started, { params: { iss } });
    expect([end.status, isSignedIn(started)]).toEqual([403, false]);
    expect(idp.asked.filter((path) => path === "/token").length).toBe(asked);
  });

  test("changed settings end the sign-ins that have started", async () => {
    const started = await start();
    await auth.superuser.query("UPDATE single_sign_on SET client_id = 'new' WHERE workspace_id = $1", [
      owner.workspaceId,
    ]);
    await expectRefusal(started, { claims: claimsFor(started) }, 409);
    await auth.superuser.query("UPDATE single_sign_on SET client_id = $2 WHERE workspace_id = $1", [
      owner.workspaceId,
      CLIENT_ID,
    ]);
  });

  test("an error of the provider is not shown, so that it cannot say anything in our name", async () => {
    const started = await start();
    const end = await comeBack(started, { params: { error: "access_denied", error_description: "Call 555-0100" } });
    expect([end.status, end.text.includes("555")]).toEqual([403, false]);
  });
});

describe("the way back", () => {
  test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "does not lead to %s",
    async (returnTo) => {
      const started = await start(auth.visitor(), EMAIL, returnTo);
      idp.issue({ claims: claimsFor(started) });
      expect((await comeBack(started)).location).toBe("/");
    },
  );
});

describe("the provider's metadata", () => {
  test.each<[string, Record<string, unknown>]>([
    ["names another issuer", { issuer: "https://evil.example" }],
    ["sends browsers to a script", { authorization_endpoint: "javascript:alert(document.domain)" }],
    ["sends browsers to plain http", { authorization_endpoint: "http://idp.example/authorize" }],
  ])("that %s is refused when a sign-in starts", async (_what, metadata) => {
    idp.describe(metadata);
    const page = await startAt(auth.visitor(), EMAIL);
    expect([page.status, page.text.includes("<script")]).toEqual([503, false]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["reads keys over plain http", { jwks_uri: "http://idp.example/keys" }],
    ["names an internal host for keys", { jwks_uri: "https://inside.example/keys" }],
    ["names an internal address for tokens", { token_endpoint: "https://10.0.0.1/token" }],
    ["names a cloud's metadata service", { token_endpoint: "https://169.254.169.254/token" }],
  ])("that %s is refused when a sign-in ends", async (_what, metadata) => {
    idp.describe(metadata);
    const started = await start();
    await expectRefusal(started, { claims: claimsFor(started) });
  });

  test("is not read beyond its size limit, nor behind a redirect", async () => {
    const path = "/.well-known/openid-configuration";
    const headers = { "content-type": "application/json" };
    idp.serve(path, { headers, body: `{"issuer":"${idp.issuer}","x":"${"x".repeat(300_000)}"}` });
    expect((await startAt(auth.visitor(), EMAIL)).status).toBe(503);
    idp.serve(path, { status: 302, headers: { location: `${idp.issuer}/elsewhere` } });
    expect((await startAt(auth.visitor(), EMAIL)).status).toBe(503);
    expect(idp.asked).not.toContain("/elsewhere");
  });
});

/** Sends a byte now and then until the client has had enough, so that no part of the wait is long. */
function trickle(res: ServerResponse): void {
  const timer = setInterval(() => res.write(" "), 200);
  res.once("close", () => clearInterval(timer));
}

/** Sends as fast as the client reads, without an end. */
function flood(res: ServerResponse): void {
  const block = Buffer.alloc(65_536, " ");
  const write = () => {
    while (!res.destroyed && res.write(block));
  };
  res.on("drain", write);
  write();
}

describe("the provider's answer to a code", () => {
  const json = { "content-type": "application/json" };

  afterEach(() => idp.describe({}));

  test.each(["/token", "/keys"])("at %s is not followed to another place", async (path) => {
    idp.describe({ token_endpoint: `${idp.issuer}/moved${path}`, jwks_uri: `${idp.issuer}/moved${path}` });
    for (const location of ["http://169.254.169.254/latest", `${idp.issuer}/elsewhere`]) {
      idp.serve(`/moved${path}`, { status: 307, headers: { location } });
      const started = await start();
      await expectRefusal(started, { claims: claimsFor(started) });
    }
    expect(idp.asked).not.toContain("/elsewhere");
  });

  test.each([
    ["never ends", flood],
    ["comes byte by byte", trickle],
  ])("that %s ends the sign-in, and other people are served meanwhile", async (_what, write) => {
    idp.describe({ token_endpoint: `${idp.issuer}/slow` });
    idp.serve("/slow", { headers: json, write });
    const started = await start();
    const end = comeBack(started);
    expect((await auth.visitor().get("/sign-in")).status).toBe(200);
    expect([(await end).status, isSignedIn(started)]).toEqual([403, false]);
  });

  test("is worth one sign-in: the same code with the state of another one is refused", async () => {
    const first = await start();
    const second = await start();
    idp.issue({ claims: claimsFor(first) });
    expect((await comeBack(first)).status).toBe(303);
    const end = await comeBack(second);
    expect([end.status, isSignedIn(second)]).toEqual([403, false]);
  });
});

describe("a role", () => {
  const roleOf = async (email: string) =>
    (
      await auth.superuser.query<{ role: string }>(
        "SELECT m.role FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = $1",
        [email],
      )
    ).rows[0]?.role;

  test.each<[string, object]>([
    ["an owner's name", { groups: ["owner"], role: "owner" }],
    ["another claim than the mapped one", { roles: ["staff-admins"] }],
    ["a value in other letters", { groups: ["STAFF-ADMINS", " staff-admins", "staff-admins\u0000"] }],
    ["a list in a list", { groups: [["staff-admins"]] }],
    ["an object that looks like a list", { groups: { 0: "staff-admins", length: 1, includes: true } }],
    ["a longer value that contains a mapped one", { groups: "staff-admins staff" }],
  ])("is not raised by %s", async (what, claims) => {
    await auth.superuser.query(
      "UPDATE single_sign_on SET role_claim = 'groups', role_mapping = $2, default_role = 'viewer' WHERE workspace_id = $1",
      [owner.workspaceId, JSON.stringify([{ value: "staff-admins", role: "admin" }])],
    );
    const email = `${what.replaceAll(/\W/g, "-")}@${DOMAIN}`;
    const started = await start(auth.visitor(), email);
    idp.issue({ claims: claimsFor(started, { sub: what, email, ...claims }) });
    expect([(await comeBack(started)).status, await roleOf(email)]).toEqual([303, "viewer"]);
  });
});

describe("the form", () => {
  test("cannot be sent by another site", async () => {
    const fields = { email: EMAIL };
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    const page = await auth.visitor().fill("/sign-in/sso", { action: "/sign-in/sso", fields, headers });
    expect(page.status).toBe(403);
  });

  test("starts a limited number of sign-ins from one network", async () => {
    const browser = auth.visitor();
    let status = 200;
    for (let starts = 0; starts <= 100 && status !== 429; starts += 1) {
      const headers = { "X-Forwarded-For": "203.0.113.77" };
      const fields = { email: "x@unknown.example" };
      ({ status } = await browser.fill("/sign-in/sso", { action: "/sign-in/sso", fields, headers }));
    }
    expect(status).toBe(429);
  });

  test("stores no secret in clear text", async () => {
    const started = await start();
    const { rows } = await auth.superuser.query("SELECT * FROM single_sign_on_attempts");
    const stored = JSON.stringify(rows);
    for (const secret of [started.state, started.nonce]) expect(stored).not.toContain(secret);
  });
});
