import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type IdentityProvider, startIdentityProvider } from "@skucast/auth-server/testing/identity-provider";
import { singleSignOnCallbackPath } from "@skucast/contracts/single-sign-on/single-sign-on";
import { eventually } from "@skucast/testkit/eventually";
import { mailedSignUpLink, mailTo } from "@skucast/testkit/read-mail";
import { type MailServer, startMailServer } from "@skucast/testkit/start-mail-server";
import type { Page } from "playwright-core";
import { deploymentWithBrowser, type Owner } from "./testing/deployment-with-browser.js";
import type { Person } from "./testing/person.js";
import { publishRecords } from "./testing/published-records.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsOf } from "./testing/violations-of.js";

const DOMAIN = "acme.example";
const EMAIL = `bo@${DOMAIN}`;
const SECRET = "the client's secret";
const folder = mkdtempSync(join(tmpdir(), "skucast-single-sign-on-"));
const records = publishRecords(folder);
let idp: IdentityProvider;
let mails: MailServer;
let workspaceId = "";

const site = deploymentWithBrowser(
  async () => {
    mails = await startMailServer();
    idp = await startIdentityProvider({
      clientId: "skucast",
      clientSecret: SECRET,
      redirectUri: () => site.deployment.baseUrl + singleSignOnCallbackPath(workspaceId),
    });
    const ca = join(folder, "ca.pem");
    writeFileSync(ca, idp.ca);
    const smtp = { SKUCAST_SMTP_URL: mails.url };
    return { ...records.env, ...smtp, NODE_EXTRA_CA_CERTS: ca, SKUCAST_ALLOW_TARGETS: "127.0.0.0/8" };
  },
  (email) => mailedSignUpLink(mails, email),
);
let owner: Owner;
let bo: Person;

beforeAll(async () => {
  owner = await site.newOwner();
  bo = await site.newPerson({ ignoreHTTPSErrors: true });
  const { json } = await sendAsPage(owner.page, "GET", "/me");
  workspaceId = (json.workspace as { readonly id: string }).id;
});
afterAll(async () => {
  await idp.close();
  await mails.close();
  rmSync(folder, { recursive: true });
});

const FORM_MS = 5_000;

/** Opens the settings with the form of single sign-on. The cards above it grow as they load, so that a click may miss. */
async function openSettings({ page, open }: Owner): Promise<void> {
  await open("/settings");
  const setUp = page.getByRole("button", { name: "Set up or change single sign-on" });
  const save = page.getByRole("button", { name: "Save single sign-on" });
  await setUp.or(save).waitFor();
  await eventually(async () => {
    if ((await setUp.count()) > 0) await setUp.click({ timeout: FORM_MS });
    await save.waitFor({ timeout: FORM_MS });
    return true;
  });
}

/** Goes from the sign-in page to the provider and back. */
async function continueWithSingleSignOn(page: Page, claims: Readonly<Record<string, unknown>>): Promise<void> {
  idp.person = { sub: "bo", email: EMAIL, email_verified: true, name: "Bo Example", ...claims };
  await page.goto(`${site.deployment.baseUrl}/sign-in?return_to=%2Fproducts`);
  await page.getByRole("link", { name: "Continue with single sign-on" }).click();
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Goes to the provider, and returns the URL to which it would send the browser back. */
async function answerOfProvider(page: Page): Promise<string> {
  const isProvider = (url: URL) => url.origin === idp.issuer;
  const asked = page.waitForRequest((request) => isProvider(new URL(request.url())));
  await page.route(isProvider, (route) => route.fulfill({ body: "The browser stays here." }));
  await continueWithSingleSignOn(page, { groups: ["catalog-admins"] });
  const path = await idp.visit((await asked).url());
  await page.getByText("The browser stays here.").waitFor();
  await page.unroute(isProvider);
  return site.deployment.baseUrl + path;
}

const roleOf = async (page: Page) => (await sendAsPage(page, "GET", "/me")).json.role;

test("an owner proves a domain by its DNS record, and no earlier", async () => {
  const { page, open } = owner;
  await open("/settings");
  await page.getByLabel("Domain", { exact: true }).fill(DOMAIN);
  await page.getByRole("button", { name: "Add domain" }).click();
  await page.getByText(`_skucast.${DOMAIN}`, { exact: true }).waitFor();
  await page.getByRole("button", { name: `Verify ${DOMAIN}` }).click();
  await page.getByRole("alert").filter({ hasText: "TXT" }).waitFor();
  const { json } = await sendAsPage(page, "GET", "/domains");
  const [domain] = json.data as { readonly dns_record: { readonly name: string; readonly value: string } }[];
  const { name = "", value = "" } = domain?.dns_record ?? {};
  expect(await page.getByText(value, { exact: true }).first().isVisible()).toBe(true);
  records.publishTxt(name, value);
  await page.getByRole("button", { name: `Verify ${DOMAIN}` }).click();
  await page.getByText(`${DOMAIN} verified.`).waitFor();
  await page.getByText(`${DOMAIN}: verified on`).waitFor();
});

test("the provider is saved, and cannot be required before it has signed in anyone", async () => {
  const { page, open } = owner;
  const card = page.getByRole("region", { name: "Single sign-on", exact: true });
  await open("/settings");
  await card.getByText("Off", { exact: true }).waitFor();
  await openSettings(owner);
  await page.getByText(site.deployment.baseUrl + singleSignOnCallbackPath(workspaceId)).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel("Issuer").fill(idp.issuer);
  // Any other change on the page loads its data again. What was typed stays.
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Workspace renamed.").waitFor();
  expect(await page.getByLabel("Issuer").inputValue()).toBe(idp.issuer);
  await page.getByLabel("Client ID").fill("skucast");
  await page.getByLabel("Client secret").fill(SECRET);
  await page.getByLabel("Mail domains").fill(DOMAIN);
  await page.getByLabel("Role claim").fill("groups");
  await page.getByLabel("Roles by claim value").fill("catalog-admins = admin\ncatalog-editors = editor");
  await page.getByLabel("Require single sign-on").check();
  await page.getByRole("button", { name: "Save single sign-on" }).click();
  await page.getByRole("alert").filter({ hasText: "Sign in once with these settings" }).waitFor();
  await page.getByLabel("Require single sign-on").uncheck();
  await page.getByRole("button", { name: "Save single sign-on" }).click();
  await page.getByText("Single sign-on saved.").waitFor();
  expect(await page.getByLabel("Client secret").inputValue()).toBe("");

  await open("/settings");
  await card.getByText("On", { exact: true }).waitFor();
  await card.getByText(idp.issuer).waitFor();
  await card.getByText("No single sign-on with these settings has succeeded yet.").waitFor();
  expect(await card.getByLabel("Issuer").count()).toBe(0);
});

test("a person becomes a member with the first sign-in, with the role of the claim, and follows it afterwards", async () => {
  const { page } = bo;
  await continueWithSingleSignOn(page, { groups: ["catalog-editors"] });
  await page.waitForURL((url) => url.origin === site.deployment.baseUrl && url.pathname === "/products");
  await page.getByRole("link", { name: "Add product" }).first().waitFor();
  expect(await roleOf(page)).toBe("editor");
  await owner.open("/members");
  await owner.page.getByRole("row", { name: /Bo Example.*Editor/ }).waitFor();
  await page.goto(`${site.deployment.baseUrl}/account`);
  await page.getByText("You signed in with single sign-on").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await continueWithSingleSignOn(page, { groups: ["catalog-admins"] });
  await page.waitForURL((url) => url.origin === site.deployment.baseUrl && url.pathname === "/products");
  expect(await roleOf(page)).toBe("admin");
});

test("the provider cannot sign in the owner's account, which is not in the domain, nor one whose address is unproven", async () => {
  const visitor = await site.newPerson({ ignoreHTTPSErrors: true });
  await continueWithSingleSignOn(visitor.page, { sub: "owner", email: owner.email });
  await visitor.page.getByText("not in a domain that the workspace has proven").waitFor();
  expect(new URL(visitor.page.url()).pathname).toBe(singleSignOnCallbackPath(workspaceId));
  await continueWithSingleSignOn(visitor.page, { sub: "new", email: `eve@${DOMAIN}`, email_verified: false });
  await visitor.page.getByText("has not verified your email address").waitFor();
  expect((await visitor.page.context().cookies()).map(({ name }) => name)).not.toContain("skc_session");
  await visitor.leave();
});

test("an answer of the provider that is wrong, expired, used or another person's gets a plain page", async () => {
  const visitor = await site.newPerson({ ignoreHTTPSErrors: true });
  const other = await site.newPerson({ ignoreHTTPSErrors: true });
  const { page } = visitor;
  const open = async (tab: Page, url: string) => {
    const answer = await tab.goto(url);
    expect([answer?.status(), answer?.headers()["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
    await tab.getByText("This sign-in expired, was used already").waitFor();
    expect([await tab.locator("form").count(), await tab.locator("h1").count()]).toEqual([0, 1]);
    expect((await tab.context().cookies()).map(({ name }) => name)).not.toContain("skc_session");
  };
  const started = await answerOfProvider(page);
  await open(other.page, started);
  // A state is used up by any browser that comes back with it.
  await open(page, started);
  const wrong = new URL(started);
  wrong.searchParams.set("state", "A".repeat(43));
  await open(page, wrong.href);
  const late = await answerOfProvider(page);
  await site.deployment.query("UPDATE single_sign_on_attempts SET expires_at = now() - interval '1 second'");
  await open(page, late);
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(await answerOfProvider(page));
  await page.waitForURL((url) => url.origin === site.deployment.baseUrl && url.pathname === "/products");
  await visitor.leave();
  await other.leave();
});

test("the owner of an account connects it with the provider, signed in, and is mailed", async () => {
  const member = await site.newPerson({ ignoreHTTPSErrors: true });
  const email = `cy@${DOMAIN}`;
  await member.signUp("Theirs");
  await site.deployment.query(`UPDATE users SET email = '${email}' WHERE email = '${member.email}'`);
  const { page } = member;
  idp.person = { sub: "cy", email, email_verified: true, groups: ["catalog-editors"] };
  await page.goto(`${site.deployment.baseUrl}/sign-in/sso?return_to=%2Fproducts`);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((url) => url.origin === site.deployment.baseUrl && url.pathname === "/products");
  await mailTo(mails, email, "Single sign-on was connected with your account");
  await member.leave();
});

test("when it is required, a member with a password is sent to the provider, and the owner is not locked out", async () => {
  const guest = await site.newPerson();
  const invitation = await sendAsPage(owner.page, "POST", "/invitations", { email: guest.email, role: "viewer" });
  await guest.signUp("Theirs");
  await guest.page.goto(String(invitation.json.url));
  await guest.page.getByRole("button", { name: "Accept" }).click();
  await guest.page.getByRole("button", { name: "Workspace: Shop" }).waitFor();
  const { page } = owner;
  await openSettings(owner);
  await page.getByText("The last single sign-on succeeded on").waitFor();
  await page.getByLabel("Require single sign-on").check();
  await page.getByRole("button", { name: "Save single sign-on" }).click();
  await page.getByText("Single sign-on saved.").waitFor();
  await guest.page.goto(`${site.deployment.baseUrl}/products`);
  await guest.page.getByRole("heading", { name: "This workspace requires single sign-on" }).waitFor();
  expect(await violationsOf(guest.page)).toEqual([]);
  await bo.page.goto(`${site.deployment.baseUrl}/products`);
  await bo.page.getByRole("link", { name: "Add product" }).first().waitFor();
  // The owner's own credentials still work, even when the provider is down.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${site.deployment.baseUrl}/sign-in?return_to=%2Fsettings`);
  await owner.signIn();
  await page.getByRole("button", { name: "Set up or change single sign-on" }).waitFor();
  await guest.leave();
});

test("removing it ends the sessions that the provider started, and the audit log names every step", async () => {
  const { page } = owner;
  await openSettings(owner);
  await page.getByRole("button", { name: "Remove single sign-on" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Remove single sign-on" }).click();
  await page.getByText("Single sign-on removed.").waitFor();
  await bo.page.goto(`${site.deployment.baseUrl}/products`);
  await bo.page.waitForURL((url) => url.pathname === "/sign-in");
  const { json } = await sendAsPage(page, "GET", "/audit-log?limit=200");
  const actions = (json.data as { readonly action: string }[]).map(({ action }) => action);
  const expected = ["domain.created", "domain.verified", "single_sign_on.updated", "member.joined", "member.updated"];
  expect(actions).toEqual(expect.arrayContaining([...expected, "single_sign_on.deleted"]));
  expect(await owner.faults()).toEqual([]);
});
