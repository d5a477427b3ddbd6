import { beforeAll, expect, test } from "@jest/globals";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { openUntilQuiet } from "./testing/open-until-quiet.js";
import type { Person } from "./testing/person.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsOf } from "./testing/violations-of.js";

const MARKET = { country: "US", currency: "USD", language: "en" };
const site = deploymentWithBrowser();
let owner: Person;

beforeAll(async () => {
  owner = await site.browser.newPerson(site.deployment.baseUrl);
  await owner.signUp("Lamps");
});

const product = (sku: string, brand: string) => ({
  sku,
  title: `${brand} ${sku}`,
  brand,
  price_amount: 5,
  price_currency: "USD",
  availability: "in_stock",
});

async function newChannel(name: string, brand: string): Promise<string> {
  const selection = { filters: { brand: [brand] }, include_skus: [], exclude_skus: [] };
  const { status, json } = await sendAsPage(owner.page, "POST", "/channels", { name, market: MARKET, selection });
  expect(status).toBe(201);
  return json.id;
}

/** A member whom the owner invited with the form and who accepted with the link. */
async function newMember(role: "viewer" | "editor", channelName?: string): Promise<Person> {
  const guest = await site.browser.newPerson(site.deployment.baseUrl);
  const { page } = owner;
  await page.goto(`${site.deployment.baseUrl}/members`);
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByRole("textbox", { name: "Email address" }).fill(guest.email);
  await page.getByRole("combobox", { name: "Role" }).selectOption(role);
  if (channelName !== undefined) await page.getByRole("checkbox", { name: channelName }).check();
  await page.getByRole("button", { name: "Send invitation" }).click();
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

test("a viewer can view everything except management, and sees no action that they may not perform", async () => {
  const { page, leave } = await newMember("viewer");
  const open = async (path: string) => void (await page.goto(site.deployment.baseUrl + path));
  for (const [path, offered] of [
    ["/products", "Add product"],
    ["/channels", "Create channel"],
    ["/feeds", "Create feed"],
    ["/destinations", "Add destination"],
    ["/webhooks", "Create endpoint"],
    ["/api-keys", "Create API key"],
    ["/members", "Invite member"],
  ] as const) {
    await openUntilQuiet({ page, open }, path);
    expect([path, await page.getByText(offered, { exact: true }).count()]).toEqual([path, 0]);
  }
  await page.goto(`${site.deployment.baseUrl}/settings`);
  await page.getByText("Only owners and admins can change the name").waitFor();
  expect(await page.getByRole("button", { name: "Save name" }).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  expect((await sendAsPage(page, "POST", "/products", product("MINE", "Mine"))).status).toBe(403);
  expect((await sendAsPage(page, "PATCH", "/workspace", { name: "Mine" })).status).toBe(403);
  await leave();
});

test("a member restricted to a channel sees only this channel and its products", async () => {
  const { page: own } = owner;
  await own.goto(`${site.deployment.baseUrl}/products`);
  expect((await sendAsPage(own, "POST", "/products", product("OAK-1", "Oak"))).status).toBe(201);
  expect((await sendAsPage(own, "POST", "/products", product("ASH-1", "Ash"))).status).toBe(201);
  await newChannel("Oak lamps", "Oak");
  const hidden = await newChannel("Ash lamps", "Ash");
  const { page, leave } = await newMember("editor", "Oak lamps");
  await page.goto(`${site.deployment.baseUrl}/channels`);
  await page.getByRole("link", { name: "Oak lamps" }).waitFor();
  expect(await page.getByText("Ash lamps").count()).toBe(0);
  await page.goto(`${site.deployment.baseUrl}/products`);
  await page.getByRole("link", { name: "OAK-1" }).waitFor();
  expect(await page.getByText("ASH-1").count()).toBe(0);
  await page.goto(`${site.deployment.baseUrl}/channels/${hidden}`);
  await page.getByText(/There is no channel/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect((await sendAsPage(page, "PATCH", "/products/ASH-1", { title: "Theirs" })).status).toBe(404);
  await leave();
});
