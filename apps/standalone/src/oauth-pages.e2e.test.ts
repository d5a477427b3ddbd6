import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { signUpLinkInOutbox } from "@skucast/auth-server/testing/sign-up-with-forms";
import type { Page } from "playwright-core";
import { oauthWire } from "./testing/oauth-wire.js";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import { createDeploymentOnTestDatabase, type DeploymentOnTestDatabase } from "./testing/run-deployment.js";
import { violationsOf } from "./testing/violations-of.js";

const CALLBACK = "http://localhost:43211/callback";

let deployment: DeploymentOnTestDatabase;
let browser: TestBrowser;

beforeAll(async () => {
  deployment = await createDeploymentOnTestDatabase();
  [browser] = await Promise.all([openBrowser(), deployment.start()]);
});
afterAll(async () => {
  await browser.close();
  await deployment.remove();
});

async function newRequest(clientName = "Test"): Promise<URL> {
  const wire = oauthWire(deployment.baseUrl);
  const { json } = await wire.register({ client_name: clientName, redirect_uris: [CALLBACK] });
  return wire.begin({ clientId: json.client_id, redirectUri: CALLBACK }).url;
}

describe.each(["light", "dark"] as const)("axe-core finds nothing wrong in %s mode on", (colorScheme) => {
  test("sign-up, sign-in, and both with validation errors", async () => {
    const { page, leave } = await browser.newPerson(deployment.baseUrl, { colorScheme });
    for (const path of ["/sign-up", "/sign-in"]) {
      await page.goto(deployment.baseUrl + path);
      expect([path, await violationsOf(page)]).toEqual([path, []]);
      // Without the browser's validation, the page shows the validation errors of the server.
      await page
        .locator("form")
        .first()
        .evaluate((form) => form.setAttribute("novalidate", ""));
      await page.locator('form button[type="submit"]').first().click();
      await page.getByRole("alert").first().waitFor();
      expect([`${path} with faults`, await violationsOf(page)]).toEqual([`${path} with faults`, []]);
    }
    await leave();
  });

  test("the account, a new workspace, signing out", async () => {
    const person = await browser.newPerson(deployment.baseUrl, { colorScheme });
    await person.signUp();
    for (const path of ["/account", "/account/workspaces/new", "/sign-out"]) {
      await person.page.goto(deployment.baseUrl + path);
      expect([path, await violationsOf(person.page)]).toEqual([path, []]);
    }
    await person.leave();
  });

  test("the connected apps of the account, and disconnecting one by keyboard", async () => {
    const person = await browser.newPerson(deployment.baseUrl, { colorScheme });
    const { page } = person;
    await person.signUp();
    await page.goto(`${deployment.baseUrl}/account`);
    const section = page.getByRole("region", { name: "Connected apps" });
    expect(await section.innerText()).toContain(`${deployment.baseUrl}/mcp`);
    for (const name of ["Lamp Writer", "Chair Writer"]) {
      await person.answer(String(await newRequest(name)), { scopes: ["products:read"] });
    }
    await page.goto(`${deployment.baseUrl}/account`);
    expect(await section.getByText("View your products").count()).toBe(2);
    expect(await violationsOf(page)).toEqual([]);
    await section.getByRole("group").first().locator("summary").press("Enter");
    expect(await violationsOf(page)).toEqual([]);
    await section
      .getByRole("button", { name: /^Disconnect localhost/ })
      .first()
      .press("Enter");
    await page.getByRole("status").waitFor();
    expect(await section.getByText("View your products").count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    await person.leave();
  });

  test("the consent page", async () => {
    const person = await browser.newPerson(deployment.baseUrl, { colorScheme });
    await person.signUp();
    await person.page.goto(String(await newRequest()));
    expect(await person.page.getByRole("button", { name: "Allow" }).count()).toBe(1);
    expect(await violationsOf(person.page)).toEqual([]);
    await person.leave();
  });

  test("error pages", async () => {
    const { page, leave } = await browser.newPerson(deployment.baseUrl, { colorScheme });
    const unknown = new URL(`${deployment.baseUrl}/oauth/authorize?client_id=unknown&redirect_uri=${CALLBACK}`);
    for (const url of [
      unknown.href,
      `${deployment.baseUrl}/account/nowhere`,
      `${deployment.baseUrl}/invitations/none`,
    ]) {
      const response = await page.goto(url);
      expect(response?.status()).toBeGreaterThanOrEqual(400);
      expect(response?.headers()["content-type"]).toContain("text/html");
      expect([url, await violationsOf(page)]).toEqual([url, []]);
    }
    await leave();
  });
});

test("a request that fails before consent does not redirect by itself; a link leads back to the app", async () => {
  const { page, leave } = await browser.newPerson(deployment.baseUrl);
  const wire = oauthWire(deployment.baseUrl);
  const { json } = await wire.register({ client_name: "Test", redirect_uris: [CALLBACK] });
  const { url, state } = wire.begin({ clientId: json.client_id, redirectUri: CALLBACK });
  url.searchParams.set("prompt", "none");
  expect((await page.goto(url.href))?.status()).toBe(400);
  expect([page.url(), await violationsOf(page)]).toEqual([url.href, []]);
  const link = page.getByRole("link", { name: `Go back to ${new URL(CALLBACK).host}` });
  const [sent] = await Promise.all([
    page.waitForRequest((request) => !request.url().startsWith(`${deployment.baseUrl}/`)),
    link.click({ noWaitAfter: true }),
  ]);
  const away = new URL(sent.url());
  expect(`${away.origin}${away.pathname}`).toBe(CALLBACK);
  expect(Object.fromEntries(away.searchParams)).toMatchObject({
    error: "login_required",
    state,
    iss: deployment.baseUrl,
  });
  expect(await sent.headerValue("referer")).toBeNull();
  await leave();
});

test("a consent page that is unknown, of another browser, answered or expired is a plain page", async () => {
  const { baseUrl } = deployment;
  const person = await browser.newPerson(baseUrl);
  const other = await browser.newPerson(baseUrl);
  const { page } = person;
  await person.signUp();
  await other.signUp();
  const expectPlain = async (tab: Page, url: string) => {
    const answer = await tab.goto(url);
    const found = [url, answer?.status(), answer?.headers()["content-type"]];
    expect(found).toEqual([url, 404, "text/html; charset=utf-8"]);
    await tab.getByText("This request expired or was started in another browser.").waitFor();
    expect([await tab.locator("form").count(), await tab.locator("h1").count()]).toEqual([0, 1]);
  };
  await page.goto(String(await newRequest()));
  const open = page.url();
  await expectPlain(page, `${baseUrl}/connect/${"A".repeat(43)}`);
  await expectPlain(other.page, open);
  await person.answer(open, { decision: "Deny" });
  await expectPlain(page, open);
  await page.goto(String(await newRequest()));
  const late = page.url();
  await deployment.query("UPDATE oauth_artifacts SET expires_at = now() - interval '1 second'");
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("This request expired").waitFor();
  await expectPlain(page, late);
  expect(await violationsOf(page)).toEqual([]);
  await person.leave();
  await other.leave();
});

test("without JavaScript a user signs up, returns to the consent page, narrows the scopes and allows them", async () => {
  const person = await browser.newPerson(deployment.baseUrl, { javaScriptEnabled: false });
  await person.signUp();
  await person.page.context().clearCookies();
  const wire = oauthWire(deployment.baseUrl);
  const { json } = await wire.register({ client_name: "Test", redirect_uris: [CALLBACK] });
  const pending = wire.begin({
    clientId: json.client_id,
    redirectUri: CALLBACK,
    resource: `${deployment.baseUrl}/mcp`,
  });
  await person.page.goto(String(pending.url));
  expect(new URL(person.page.url()).pathname).toBe("/sign-in");
  await person.signIn();
  await person.page.waitForURL((url) => url.pathname.startsWith("/connect/"));
  const callback = await person.answer(person.page.url(), { scopes: ["feeds:read"] });
  expect((await wire.redeem(pending, callback)).scope).toBe("feeds:read");
  await person.leave();
});

test("a person without an account signs up in the middle of connecting an app, and returns to its consent page", async () => {
  const { baseUrl } = deployment;
  const person = await browser.newPerson(baseUrl, { javaScriptEnabled: false });
  const { page, email, password } = person;
  const wire = oauthWire(baseUrl);
  const { json } = await wire.register({ client_name: "Test", redirect_uris: [CALLBACK] });
  const pending = wire.begin({ clientId: json.client_id, redirectUri: CALLBACK, resource: `${baseUrl}/mcp` });
  await page.goto(String(pending.url));
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  const link = await signUpLinkInOutbox(async (path) => (await page.request.get(baseUrl + path)).text(), email);
  await page.goto(baseUrl + link);
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Workspace name").fill("Shop");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/connect/"));
  const callback = await person.answer(page.url(), { scopes: ["feeds:read"] });
  expect((await wire.redeem(pending, callback)).scope).toBe("feeds:read");
  await person.leave();
});

test("the page names the app and loads no foreign script or style; no page may be framed", async () => {
  const person = await browser.newPerson(deployment.baseUrl);
  await person.signUp();
  const others: string[] = [];
  person.page.on("request", (request) => {
    if (!request.url().startsWith(`${deployment.baseUrl}/`)) others.push(request.url());
  });
  const response = await person.page.goto(String(await newRequest('Claude <img src="https://evil.example/x">')));
  expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(await person.page.locator("main, body").first().innerText()).toContain("localhost");
  expect(await person.page.locator("img").count()).toBe(0);
  expect(others).toEqual([]);
  await person.leave();
});
