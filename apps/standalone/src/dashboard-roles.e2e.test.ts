import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import type { Page } from "playwright-core";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import type { Person } from "./testing/person.js";
import { createHouse, type House } from "./testing/run-house.js";
import { violationsOf } from "./testing/violations-of.js";

const MARKET = { country: "US", currency: "USD", language: "en" };
let house: House;
let browser: TestBrowser;
let owner: Person;

beforeAll(async () => {
  house = await createHouse();
  [browser] = await Promise.all([openBrowser(), house.start()]);
  owner = await browser.newPerson(house.baseUrl);
  await owner.signUp("Lamps");
});
afterAll(async () => {
  await browser.close();
  await house.remove();
});

interface Sent {
  readonly status: number;
  readonly json: { readonly id: string };
}

/** Sends a request as the page itself would; answers status and body. */
const send = (page: Page, method: string, path: string, body: object): Promise<Sent> =>
  page.evaluate(
    async ([sentMethod, url, text]) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(String(url), { method: String(sentMethod), headers, body: String(text) });
      return { status: answer.status, json: JSON.parse(await answer.text()) };
    },
    [method, API_BASE_PATH + path, JSON.stringify(body)],
  );

const product = (sku: string, brand: string) => ({
  ...{ sku, title: `${brand} ${sku}`, brand, price_amount: 5, price_currency: "USD", availability: "in_stock" },
});

async function newChannel(name: string, brand: string): Promise<string> {
  const selection = { filters: { brand: [brand] }, include_skus: [], exclude_skus: [] };
  const { status, json } = await send(owner.page, "POST", "/channels", { name, market: MARKET, selection });
  expect(status).toBe(201);
  return json.id;
}

/** Someone whom the owner has invited by the form, and who has come in by the link. */
async function newMember(role: "viewer" | "editor", channelName?: string): Promise<Person> {
  const guest = await browser.newPerson(house.baseUrl);
  const { page } = owner;
  await page.goto(`${house.baseUrl}/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("textbox", { name: "E-mail address" }).fill(guest.email);
  await page.getByRole("combobox", { name: "Role" }).selectOption(role);
  if (channelName !== undefined) await page.getByRole("checkbox", { name: channelName }).check();
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = page.getByRole("textbox", { name: "Link" });
  await link.waitFor();
  const url = await link.inputValue();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await guest.signUp("Theirs");
  await guest.page.goto(url);
  await guest.page.getByRole("button", { name: /Accept|Join/ }).click();
  await guest.page.waitForURL((at) => at.pathname === "/");
  await guest.page.getByRole("button", { name: "Workspace: Lamps" }).waitFor();
  return guest;
}

test("a viewer sees everything but what managers do, and is offered nothing that they may not do", async () => {
  const { page, leave } = await newMember("viewer");
  for (const [path, offered] of [
    ["/products", "New product"],
    ["/channels", "New channel"],
    ["/feeds", "New feed"],
    ["/destinations", "New destination"],
    ["/webhooks", "New endpoint"],
    ["/api-keys", "New key"],
    ["/members", "Invite"],
  ] as const) {
    await page.goto(house.baseUrl + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator(".waiting").first().waitFor({ state: "detached" });
    expect([path, await page.getByText(offered, { exact: true }).count()]).toEqual([path, 0]);
  }
  await page.goto(`${house.baseUrl}/settings`);
  await page.getByText("Owners and admins change it").waitFor();
  expect(await page.getByRole("button", { name: "Save the name" }).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  expect((await send(page, "POST", "/products", product("MINE", "Mine"))).status).toBe(403);
  expect((await send(page, "PATCH", "/workspace", { name: "Mine" })).status).toBe(403);
  await leave();
});

test("a member who is restricted to a channel sees it, its products and nothing of the others", async () => {
  const { page: own } = owner;
  await own.goto(`${house.baseUrl}/products`);
  expect((await send(own, "POST", "/products", product("OAK-1", "Oak"))).status).toBe(201);
  expect((await send(own, "POST", "/products", product("ASH-1", "Ash"))).status).toBe(201);
  await newChannel("Oak lamps", "Oak");
  const hidden = await newChannel("Ash lamps", "Ash");
  const { page, leave } = await newMember("editor", "Oak lamps");
  await page.goto(`${house.baseUrl}/channels`);
  await page.getByRole("link", { name: "Oak lamps" }).waitFor();
  expect(await page.getByText("Ash lamps").count()).toBe(0);
  await page.goto(`${house.baseUrl}/products`);
  await page.getByRole("link", { name: "OAK-1" }).waitFor();
  expect(await page.getByText("ASH-1").count()).toBe(0);
  await page.goto(`${house.baseUrl}/channels/${hidden}`);
  await page.getByText(/There is no channel/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect((await send(page, "PATCH", "/products/ASH-1", { title: "Theirs" })).status).toBe(404);
  await leave();
});
