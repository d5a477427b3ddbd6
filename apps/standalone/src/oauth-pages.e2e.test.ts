import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { oauthWire } from "./testing/oauth-wire.js";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import { createHouseOnTestDatabase, type House } from "./testing/run-house.js";
import { violationsOf } from "./testing/violations-of.js";

const CALLBACK = "http://localhost:43211/callback";

let house: House;
let browser: TestBrowser;

beforeAll(async () => {
  house = await createHouseOnTestDatabase();
  [browser] = await Promise.all([openBrowser(), house.start()]);
});
afterAll(async () => {
  await browser.close();
  await house.remove();
});

async function newRequest(clientName = "Test"): Promise<URL> {
  const wire = oauthWire(house.baseUrl);
  const { json } = await wire.register({ client_name: clientName, redirect_uris: [CALLBACK] });
  return wire.begin({ clientId: json.client_id, redirectUri: CALLBACK }).url;
}

describe.each(["light", "dark"] as const)("axe-core finds nothing wrong in %s colours with", (colorScheme) => {
  test("sign-up, sign-in, and both with faults", async () => {
    const { page, leave } = await browser.newPerson(house.baseUrl, { colorScheme });
    for (const path of ["/sign-up", "/sign-in"]) {
      await page.goto(house.baseUrl + path);
      expect([path, await violationsOf(page)]).toEqual([path, []]);
      // Without the browser's own checks, the server's answer with its faults is shown.
      await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
      await page.locator('form button[type="submit"]').click();
      await page.getByRole("alert").waitFor();
      expect([`${path} with faults`, await violationsOf(page)]).toEqual([`${path} with faults`, []]);
    }
    await leave();
  });

  test("the account, a new workspace, signing out", async () => {
    const person = await browser.newPerson(house.baseUrl, { colorScheme });
    await person.signUp();
    for (const path of ["/account", "/account/workspaces/new", "/sign-out"]) {
      await person.page.goto(house.baseUrl + path);
      expect([path, await violationsOf(person.page)]).toEqual([path, []]);
    }
    await person.leave();
  });

  test("the apps on the page of the account, and what follows disconnecting one by keyboard", async () => {
    const person = await browser.newPerson(house.baseUrl, { colorScheme });
    const { page } = person;
    await person.signUp();
    await page.goto(`${house.baseUrl}/account`);
    const section = page.getByRole("region", { name: "Connected apps" });
    expect(await section.innerText()).toContain(`${house.baseUrl}/mcp`);
    for (const name of ["Lamp Writer", "Chair Writer"]) {
      await person.answer(String(await newRequest(name)), { scopes: ["products:read"] });
    }
    await page.goto(`${house.baseUrl}/account`);
    expect(await section.getByText("See your products").count()).toBe(2);
    expect(await violationsOf(page)).toEqual([]);
    await section.getByRole("group").first().locator("summary").press("Enter");
    expect(await violationsOf(page)).toEqual([]);
    await section
      .getByRole("button", { name: /^Disconnect localhost/ })
      .first()
      .press("Enter");
    await page.getByRole("status").waitFor();
    expect(await section.getByText("See your products").count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    await person.leave();
  });

  test("the question whether an app may connect", async () => {
    const person = await browser.newPerson(house.baseUrl, { colorScheme });
    await person.signUp();
    await person.page.goto(String(await newRequest()));
    expect(await person.page.getByRole("button", { name: "Allow" }).count()).toBe(1);
    expect(await violationsOf(person.page)).toEqual([]);
    await person.leave();
  });

  test("pages of errors", async () => {
    const { page, leave } = await browser.newPerson(house.baseUrl, { colorScheme });
    const unknown = new URL(`${house.baseUrl}/oauth/authorize?client_id=nobody&redirect_uri=${CALLBACK}`);
    for (const url of [unknown.href, `${house.baseUrl}/account/nowhere`, `${house.baseUrl}/invitations/none`]) {
      const response = await page.goto(url);
      expect(response?.status()).toBeGreaterThanOrEqual(400);
      expect(response?.headers()["content-type"]).toContain("text/html");
      expect([url, await violationsOf(page)]).toEqual([url, []]);
    }
    await leave();
  });
});

test("a request that fails before anybody was asked leads nowhere by itself, and back to the app by a link", async () => {
  const { page, leave } = await browser.newPerson(house.baseUrl);
  const wire = oauthWire(house.baseUrl);
  const { json } = await wire.register({ client_name: "Test", redirect_uris: [CALLBACK] });
  const { url, state } = wire.begin({ clientId: json.client_id, redirectUri: CALLBACK });
  url.searchParams.set("prompt", "none");
  expect((await page.goto(url.href))?.status()).toBe(400);
  expect([page.url(), await violationsOf(page)]).toEqual([url.href, []]);
  const link = page.getByRole("link", { name: `Go back to ${new URL(CALLBACK).host}` });
  const [sent] = await Promise.all([
    page.waitForRequest((request) => !request.url().startsWith(`${house.baseUrl}/`)),
    link.click({ noWaitAfter: true }),
  ]);
  const away = new URL(sent.url());
  expect(`${away.origin}${away.pathname}`).toBe(CALLBACK);
  expect(Object.fromEntries(away.searchParams)).toMatchObject({ error: "login_required", state, iss: house.baseUrl });
  expect(await sent.headerValue("referer")).toBeNull();
  await leave();
});

test("without JavaScript a person opens an account, comes back to what the app asked, narrows it and allows it", async () => {
  const person = await browser.newPerson(house.baseUrl, { javaScriptEnabled: false });
  await person.signUp();
  await person.page.context().clearCookies();
  const wire = oauthWire(house.baseUrl);
  const { json } = await wire.register({ client_name: "Test", redirect_uris: [CALLBACK] });
  const pending = wire.begin({ clientId: json.client_id, redirectUri: CALLBACK, resource: `${house.baseUrl}/mcp` });
  await person.page.goto(String(pending.url));
  expect(new URL(person.page.url()).pathname).toBe("/sign-in");
  await person.signIn();
  await person.page.waitForURL((url) => url.pathname.startsWith("/connect/"));
  const callback = await person.answer(person.page.url(), { scopes: ["feeds:read"] });
  expect((await wire.redeem(pending, callback)).scope).toBe("feeds:read");
  await person.leave();
});

test("the page shows whom it answers and no script or style of others; no page may be framed", async () => {
  const person = await browser.newPerson(house.baseUrl);
  await person.signUp();
  const others: string[] = [];
  person.page.on("request", (request) => {
    if (!request.url().startsWith(`${house.baseUrl}/`)) others.push(request.url());
  });
  const response = await person.page.goto(String(await newRequest('Claude <img src="https://evil.example/x">')));
  expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(await person.page.locator("main, body").first().innerText()).toContain("localhost");
  expect(await person.page.locator("img").count()).toBe(0);
  expect(others).toEqual([]);
  await person.leave();
});
