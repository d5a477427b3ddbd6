import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { eventually } from "@skucast/testkit/eventually";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { oauthWire } from "./testing/oauth-wire.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const CALLBACK = "http://localhost:43211/callback";
const run = promisify(execFile);
const site = deploymentWithBrowser();

/** The status of a request that a merchant's script sends with curl. */
async function statusByCurl(secret: string): Promise<string> {
  const header = `Authorization: Bearer ${secret}`;
  const args = [
    "-sS",
    "-o",
    "/dev/null",
    "-w",
    "%{http_code}",
    "-H",
    header,
    `${site.deployment.baseUrl}${API_BASE_PATH}/products`,
  ];
  return (await run("curl", args, { timeout: 120_000 })).stdout;
}

test("a new key is limited to reading, to one year and to one channel, and the list shows these limits", async () => {
  const { page, open, faults, leave } = await site.newOwner();
  const made = await page.evaluate(async (path) => {
    const market = { country: "US", currency: "USD", language: "en" };
    const body = JSON.stringify({ name: "Web shop", profile: "generic", market });
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return answer.status;
  }, `${API_BASE_PATH}/channels`);
  expect(made).toBe(201);
  await open("/api-keys");
  await page.getByRole("button", { name: "Create API key" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Price monitor");
  await page.getByRole("combobox", { name: "Access" }).selectOption({ label: "Selected permissions" });
  await page.getByRole("button", { name: "Create key" }).click();
  expect(await page.getByRole("combobox", { name: "Access" }).getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Read products").check();
  await page.getByLabel("Expires", { exact: true }).selectOption({ label: "In 1 year" });
  await page.getByLabel("Web shop").check();
  await page.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("textbox", { name: "Secret" });
  await shown.waitFor();
  expect(await statusByCurl(await shown.inputValue())).toBe("200");
  await page.getByRole("button", { name: "I have stored it" }).click();
  const row = page.getByRole("row", { name: /Price monitor/ });
  await row.waitFor();
  const text = await row.innerText();
  for (const limit of ["products:read", "in 1 channel"]) expect(text).toContain(limit);
  expect(await row.getByText("Never", { exact: true }).count()).toBe(0);
  expect(await faults()).toEqual([]);
  await leave();
});

test("a new key works with curl until it is deleted, and its secret is shown only once", async () => {
  const { page, open, faults, leave } = await site.newOwner();
  await open("/api-keys");
  await page.getByRole("button", { name: "Create API key" }).first().click();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText("Must be filled in").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Till");
  await page.keyboard.press("Enter");
  const shown = page.getByRole("textbox", { name: "Secret" });
  await shown.waitFor();
  const secret = await shown.inputValue();
  expect(secret).toMatch(/^skc_sk_/);
  expect(await statusByCurl(secret)).toBe("200");
  await page.keyboard.press("Escape");
  expect(await shown.isVisible()).toBe(true);
  await page.getByRole("button", { name: "I have stored it" }).click();
  const row = page.getByRole("row", { name: /Till/ });
  await row.waitFor();
  expect(await page.content()).not.toContain(secret);
  expect(await row.innerText()).toContain(secret.slice(-4));

  await row.getByRole("button", { name: "Delete Till" }).click();
  const question = page.getByRole("alertdialog");
  expect(await question.innerText()).toContain("lose access within seconds");
  await question.getByRole("button", { name: "Delete key" }).click();
  await page.getByText("Key Till deleted.").waitFor();
  await eventually(async () => (await statusByCurl(secret)) === "401");
  expect(await faults()).toEqual([]);
  await leave();
});

test("a new user creates a first API key on the API reference page with only the browser session", async () => {
  const { page, email, leave } = await site.newOwner();
  // The page renders only the operations in view, and a link scrolls to one and opens it.
  await page.goto(`${site.deployment.baseUrl}${API_BASE_PATH}/docs#/API_keys/createApiKey`);
  const operation = page.locator("#operations-API_keys-createApiKey");
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.locator("textarea").fill('{"name": "First"}');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    operation.getByRole("button", { name: "Execute" }).click(),
  ]);
  expect(answer.status()).toBe(201);
  const { secret } = await answer.json();
  const { json } = await oauthWire(site.deployment.baseUrl).rest(secret, "/members");
  expect(json.data).toMatchObject([{ email }]);
  await leave();
});

test("a connected app is listed by its host, and its tokens stop working when it is disconnected", async () => {
  const person = await site.browser.newPerson(site.deployment.baseUrl);
  const { page } = person;
  await person.signUp();
  const wire = oauthWire(site.deployment.baseUrl);
  const { json } = await wire.register({ client_name: "Lamp Writer", redirect_uris: [CALLBACK] });
  const pending = wire.begin({ clientId: json.client_id, redirectUri: CALLBACK });
  const tokens = await wire.redeem(pending, await person.answer(pending.url));
  expect((await wire.rest(tokens.access_token, "/products")).status).toBe(200);
  await page.goto(`${site.deployment.baseUrl}/api-keys`);
  await page.getByRole("link", { name: "Connected apps" }).click();
  const row = page.getByRole("row", { name: /localhost/ });
  expect(await row.innerText()).toContain("Lamp Writer");
  await row.getByRole("button", { name: "Disconnect localhost" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect app" }).press("Enter");
  await page.getByText("No connected apps").waitFor();
  expect((await wire.rest(tokens.access_token, "/products")).status).toBe(401);
  expect((await wire.refresh(json.client_id, tokens.refresh_token)).status).toBe(400);
  await person.leave();
});

test("a signed-out user returns to the requested page after signing in, and to the sign-in page after signing out", async () => {
  const person = await site.browser.newPerson(site.deployment.baseUrl);
  const { page } = person;
  await person.signUp();
  // No open page may redirect to sign-in by itself.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${site.deployment.baseUrl}/api-keys/connected-apps`);
  await page.waitForURL((url) => url.pathname === "/sign-in");
  await person.signIn();
  await page.waitForURL((url) => url.pathname === "/api-keys/connected-apps");
  await page.getByRole("button", { name: /Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/sign-in");
  await person.leave();
});

test("switching the workspace changes it in every tab", async () => {
  const person = await site.browser.newPerson(site.deployment.baseUrl);
  const { page } = person;
  await person.signUp("Lamps");
  await page.goto(`${site.deployment.baseUrl}/account/workspaces/new`);
  await page.getByLabel("Workspace name").fill("Chairs");
  await page.getByRole("button", { name: /Create/ }).click();
  await page.goto(`${site.deployment.baseUrl}/api-keys`);
  await page.getByRole("button", { name: "Workspace: Chairs" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${site.deployment.baseUrl}/api-keys`);
  await other.getByRole("button", { name: "Workspace: Chairs" }).click();
  await other.getByRole("menuitem", { name: "Lamps" }).click();
  await other.getByRole("button", { name: "Workspace: Lamps" }).waitFor();
  await page.bringToFront();
  // Not every browser reports visibility to a background page. A page that was notified is already reloading and does
  // not respond.
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))').catch(() => {});
  await page.getByRole("button", { name: "Workspace: Lamps" }).waitFor();
  await person.leave();
});

test("axe-core finds no violations on API keys, its dialogs and connected apps", async () => {
  const { page, open, leave } = await site.newOwner();
  await open("/api-keys/connected-apps");
  await page.getByText("No connected apps").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await open("/api-keys");
  await page.getByRole("button", { name: "Create API key" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Till");
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Secret" }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: "Delete Till" }).click();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await violationsEverywhere(page)).toEqual([]);
  await leave();
});

test("the dashboard handles only its own paths, and unknown paths return 404", async () => {
  const kinds: [string, number][] = [
    [`${API_BASE_PATH}/openapi.json`, 200],
    [`${API_BASE_PATH}/nothing`, 404],
    ["/.well-known/oauth-authorization-server", 200],
    ["/.well-known/nothing", 404],
    ["/oauth/nothing", 404],
    ["/mcp/nothing", 404],
    ["/healthz", 200],
    ["/nothing", 404],
    ["/assets/nothing.js", 404],
  ];
  for (const [path, status] of kinds) {
    const answer = await fetch(site.deployment.baseUrl + path, { redirect: "manual" });
    expect([path, answer.status]).toEqual([path, status]);
    expect([path, answer.headers.get("content-type")]).not.toEqual([path, expect.stringContaining("text/html")]);
  }
  // The only script of the sign-in page is the one for passkeys, named by its hash.
  expect((await fetch(`${site.deployment.baseUrl}/sign-in`)).headers.get("content-security-policy")).toMatch(
    /script-src 'sha256-[^;' ]+';/,
  );
});
