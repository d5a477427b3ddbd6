import { describe, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsOf } from "./testing/violations-of.js";
import { type SentRequest, watchRounds } from "./testing/watch-rounds.js";

const FIRST_VIEW_BYTES_MAX = 250_000;
/** Less would mean that not everything was counted. */
const FIRST_VIEW_BYTES_MIN = 50_000;
/** What arrives before the first rows. At 50 kB/s it is the larger part of the time. */
const FIRST_ROWS_BYTES_MAX = 145_000;
const FIRST_ROWS_REQUESTS_MAX = 20;
const SLOW_LINE = { downloadThroughput: 50_000, uploadThroughput: 50_000 };
const FAST_LINE = { downloadThroughput: -1, uploadThroughput: -1 };
const site = deploymentWithBrowser();

/** A page with an open change stream, and a second page of the same user. */
async function openLive(path: string) {
  const person = await site.browser.newPerson(site.deployment.baseUrl);
  await person.signUp();
  const { page } = person;
  await Promise.all([
    page.waitForResponse((answer) => new URL(answer.url()).pathname === `${API_BASE_PATH}/live` && answer.ok()),
    page.goto(site.deployment.baseUrl + path),
  ]);
  return { ...person, elsewhere: await page.context().newPage() };
}

test("changes made elsewhere appear on an open page", async () => {
  const { page, elsewhere, leave } = await openLive("/api-keys");
  await page.getByText("No API keys yet").waitFor();
  await elsewhere.goto(`${site.deployment.baseUrl}/products`);
  expect((await sendAsPage(elsewhere, "POST", "/api-keys", { name: "Made elsewhere" })).status).toBe(201);
  await page.getByRole("row", { name: /Made elsewhere/ }).waitFor();
  await leave();
});

describe("a product that is added while the page loads appears", () => {
  const product = { sku: "EARLY", title: "Tee", price_amount: 1, price_currency: "USD", availability: "in_stock" };

  test.each([
    ["after the list was read and before changes are followed", `${API_BASE_PATH}/live?*`],
    ["before the code of the page has arrived", "/assets/products-page-*.js"],
  ])("%s", async (_when, delayed) => {
    const { page, elsewhere, leave } = await openLive("/products");
    await elsewhere.goto(`${site.deployment.baseUrl}/api-keys`);
    const held = Promise.withResolvers<void>();
    await page.route(`**${delayed}`, (route) => held.promise.then(() => route.continue()));
    const listed = page.waitForResponse((answer) => answer.url().includes(`${API_BASE_PATH}/products?limit=`));
    await Promise.all([listed, page.goto(`${site.deployment.baseUrl}/products`, { waitUntil: "commit" })]);
    if (delayed.includes("live")) await page.getByText("No products yet").waitFor();
    expect((await sendAsPage(elsewhere, "POST", "/products", product)).status).toBe(201);
    held.resolve();
    await page.getByRole("link", { name: "EARLY" }).waitFor();
    await leave();
  });
});

test("an accepted invitation appears on an open page", async () => {
  const { page, elsewhere, leave } = await openLive("/members");
  await elsewhere.goto(`${site.deployment.baseUrl}/products`);
  const guest = await site.browser.newPerson(site.deployment.baseUrl);
  await guest.signUp();
  const invitation = { email: guest.email, role: "viewer" };
  const { json } = await sendAsPage(elsewhere, "POST", "/invitations", invitation);
  await page.getByRole("button", { name: `Withdraw the invitation of ${guest.email}` }).waitFor();
  await guest.page.goto(String(json.url));
  await guest.page.getByRole("button", { name: /Accept|Join/ }).click();
  await page.getByRole("button", { name: `Withdraw the invitation of ${guest.email}` }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Remove / }).waitFor();
  await guest.leave();
  await leave();
});

test("a page whose session ends elsewhere redirects to sign-in, and returns afterwards", async () => {
  const person = await openLive("/webhooks");
  const { page, elsewhere, leave } = person;
  await elsewhere.goto(`${site.deployment.baseUrl}/sign-out`);
  await elsewhere.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/sign-in");
  await person.signIn();
  await page.waitForURL((url) => url.pathname === "/webhooks");
  await leave();
});

test("unsaved changes stay on a page whose session ends elsewhere, and can be saved after signing in again", async () => {
  const person = await openLive("/settings");
  const { page, elsewhere, leave } = person;
  await page.getByRole("textbox", { name: "Name" }).fill("Typed before");
  await elsewhere.goto(`${site.deployment.baseUrl}/sign-out`);
  await elsewhere.getByRole("button", { name: "Sign out" }).click();
  const note = page.getByRole("alert").filter({ hasText: "Your unsaved changes stay here" });
  await note.getByRole("link", { name: "Sign in in a new tab" }).waitFor();
  expect(await page.getByText("out of date").count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Sign in again in another tab, then come back").waitFor();
  expect(new URL(page.url()).pathname).toBe("/settings");
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Typed before");

  const signedIn = await note.getByRole("link").getAttribute("href");
  await elsewhere.goto(site.deployment.baseUrl + signedIn);
  await elsewhere.getByLabel("Email address").fill(person.email);
  await elsewhere.getByLabel("Password").fill(person.password);
  await elsewhere.getByRole("button", { name: "Sign in" }).click();
  await note.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Workspace renamed.").waitFor();
  await page.reload();
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Typed before");
  await leave();
});

test("a page that was not loaded before waits for the connection, and says so", async () => {
  const { page, leave } = await openLive("/api-keys");
  await page.getByText("No API keys yet").waitFor();
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Channels" }).click();
  await page.getByRole("navigation", { name: "Navigation" }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Channels", level: 1 }).waitFor();
  await page.getByText("You are offline.").waitFor({ state: "detached" });
  await leave();
});

test("the first view is at most 250 kB over the wire, and its outline needs no script", async () => {
  const { page, leave } = await openLive("/products");
  const devtools = await page.context().newCDPSession(page);
  let bytes = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.reload();
  await page.getByText("No products yet").waitFor();
  expect(bytes).toBeGreaterThan(FIRST_VIEW_BYTES_MIN);
  expect(bytes).toBeLessThan(FIRST_VIEW_BYTES_MAX);
  await page.route("**/*.js", (route) => route.abort());
  await page.reload();
  await page.locator("#dashboard .skeleton").first().waitFor();
  await leave();
});

test("on a slow line, the first rows need three round trips, and only what a screen shows", async () => {
  const { page, leave } = await openLive("/products");
  const items = Array.from({ length: 100 }, (_, i) => ({
    sku: `SLOW-${String(i).padStart(3, "0")}`,
    title: `Shirt ${i}`,
    price_amount: 20,
    price_currency: "USD",
    availability: "in_stock",
    image_url: `https://shop.example/pictures/shirt-${i}.jpg`,
  }));
  expect((await sendAsPage(page, "POST", "/products/batch", { items })).status).toBe(200);
  const { sent, roundOf } = await openOnSlowLine(page, "/products", "SLOW-000");
  expect([roundOf("/products"), roundOf("vendor"), roundOf(`${API_BASE_PATH}/me`)]).toEqual([1, 2, 3]);
  expect([roundOf(`${API_BASE_PATH}/products?limit=25`), roundOf("products-page")]).toEqual([3, 3]);
  // They are under way together with the code that shows them.
  const vendor = sent.find(({ url }) => url.includes("vendor"));
  for (const part of [`${API_BASE_PATH}/me`, `${API_BASE_PATH}/products?limit=25`, "products-page"]) {
    expect(vendor?.sentBefore).toContain(sent.find(({ url }) => url.includes(part))?.url);
  }
  expectFewBytes(sent);
  await leave();
});

test("on a slow line, the first rows of Home need three round trips, and no code of charts, forms or other pages", async () => {
  const { page, leave } = await openLive("/");
  const channel = {
    name: "Slow channel",
    profile: "generic",
    market: { country: "DE", currency: "EUR", language: "de" },
  };
  expect((await sendAsPage(page, "POST", "/channels", channel)).status).toBe(201);
  const { sent, roundOf } = await openOnSlowLine(page, "/", "Slow channel");
  expect([roundOf("vendor"), roundOf(`${API_BASE_PATH}/channels?limit=10`), roundOf("home-page")]).toEqual([2, 3, 3]);
  expectFewBytes(sent);
  await leave();
});

/** Opens a page with an empty cache on a slow line, until a link of its first rows appears. */
async function openOnSlowLine(page: Page, path: string, link: string) {
  const devtools = await page.context().newCDPSession(page);
  await page.goto("about:blank");
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 400, ...SLOW_LINE });
  const requestsUntilNow = watchRounds(devtools);
  await page.goto(site.deployment.baseUrl + path, { waitUntil: "commit" });
  await page.getByRole("link", { name: link }).first().waitFor();
  const sent = requestsUntilNow();
  await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 0, ...FAST_LINE });
  return { sent, roundOf: (part: string) => sent.find(({ url }) => url.includes(part))?.round };
}

/** Of the first three round trips, which have what the first rows need. */
function expectFewBytes(sent: readonly SentRequest[]): void {
  const needed = sent.filter(({ round }) => round <= 3);
  expect(needed.filter(({ url }) => url.endsWith(`${API_BASE_PATH}/me`))).toHaveLength(1);
  const bytes = needed.reduce((sum, request) => sum + request.bytes, 0);
  expect(bytes).toBeGreaterThan(FIRST_VIEW_BYTES_MIN);
  expect(bytes).toBeLessThan(FIRST_ROWS_BYTES_MAX);
  // A browser has six connections to a host: each further file waits for one of them, and then a round trip.
  expect(needed.length).toBeLessThanOrEqual(FIRST_ROWS_REQUESTS_MAX);
}

test("a disconnected page says that it is out of date, and updates when the connection is back", async () => {
  const { page, leave } = await openLive("/api-keys");
  await page.getByText("No API keys yet").waitFor();
  await site.deployment.kill();
  await page.getByText(/may be out of date|is out of date/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await site.deployment.start();
  expect((await sendAsPage(page, "POST", "/api-keys", { name: "After the restart" })).status).toBe(201);
  await page.getByRole("row", { name: /After the restart/ }).waitFor();
  await page.getByText(/may be out of date|is out of date/).waitFor({ state: "detached" });
  await leave();
});
