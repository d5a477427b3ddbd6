import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { openBrowser, type TestBrowser } from "./testing/open-browser.js";
import { createHouse, type House } from "./testing/run-house.js";
import { violationsOf } from "./testing/violations-of.js";
import { watchPage } from "./testing/watch-page.js";

const TIMEOUT_MS = 45_000;
let house: House;
let browser: TestBrowser;
let page: Page;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  house = await createHouse();
  [browser] = await Promise.all([openBrowser(), house.start()]);
  ({ page } = await browser.newPerson(house.baseUrl));
  page.setDefaultTimeout(TIMEOUT_MS);
  const { user } = house.demo();
  await page.goto(`${house.baseUrl}/sign-in`);
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  faults = watchPage(page, house.baseUrl);
  const product = { title: "Red tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
  const more = { description: "Soft.", url: "https://shop.example/t", image_url: "https://shop.example/t.jpg" };
  await house.api().call("POST", "/products", { sku: "TEE-1", ...product, ...more, brand: "Acme" });
});
afterAll(async () => {
  await browser.close();
  await house.remove();
});

test("a channel is made, its rules are tried in the preview before they are saved, and it is put into the directory", async () => {
  await page.goto(`${house.baseUrl}/channels`);
  await page.getByRole("button", { name: "New channel" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Shop window");
  await page.getByRole("combobox", { name: "Profile" }).selectOption("generic");
  await page.getByRole("textbox", { name: "Country" }).fill("Germany");
  await page.getByRole("button", { name: "Create channel" }).click();
  await page.getByText(/^Country: /).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Country" }).fill("US");
  await page.getByRole("button", { name: "Create channel" }).click();
  await page.getByRole("heading", { name: "Shop window", level: 1 }).waitFor();
  await page
    .getByRole("table", { name: /as they would be written/ })
    .getByText("Red tee")
    .waitFor();

  await page.getByRole("button", { name: "Edit as JSON" }).click();
  const rules = page.getByRole("textbox", { name: "Rules as JSON" });
  await rules.fill('[{"type": "template", "field": "title", "template": "Sale: {title}"}]');
  await page.getByText("Sale: Red tee").waitFor();
  await page.getByText(/Rule 1 \(template\): changed 1 of 1/).waitFor();
  await page.getByRole("textbox", { name: "Never in (SKUs)" }).fill("TEE-1");
  await page.getByText("exclude_skus").waitFor();
  await page.getByRole("textbox", { name: "Never in (SKUs)" }).fill("");
  await rules.fill('[{"type": "template", "field": "nowhere", "template": "x"}]');
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText(/Rules as JSON: \/rules\/0/).waitFor();
  await rules.fill('[{"type": "template", "field": "title", "template": "Sale: {title}"}]');
  await page.getByText("Sale: Red tee").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("The channel is saved.").waitFor();
  await page.getByRole("button", { name: "Put it into the public directory" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText(/Anyone can find this channel/).waitFor();
  const { data } = await house.api().call("GET", "/channels");
  expect(data).toContainEqual(
    expect.objectContaining({ name: "Shop window", in_public_directory: true, rules: [expect.anything()] }),
  );
  await page.getByRole("region", { name: "Issues" }).waitFor();
  await page.goto(`${house.baseUrl}/products/TEE-1`);
  await page
    .getByRole("table", { name: /in each channel/ })
    .getByRole("row", { name: /Shop window/ })
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await faults()).toEqual([]);
});

test("a destination is set up by looking at the server's key, pinning it and trying it, and a feed is delivered there", async () => {
  const { partner } = JSON.parse(readFileSync(join(house.dataDir, "demo.json"), "utf8"));
  const { data } = await house.api().call("GET", "/destinations");
  const [{ host, port }] = data as [{ host: string; port: number }];
  await page.goto(`${house.baseUrl}/destinations`);
  await page.getByRole("button", { name: "New destination" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Second door");
  await page.getByRole("textbox", { name: "Host" }).fill(host);
  await page.getByRole("textbox", { name: "Port" }).fill(String(port));
  await page.getByRole("textbox", { name: "User name" }).fill(partner.username);
  await page.getByRole("combobox", { name: "Login" }).selectOption("password");
  await page.getByRole("textbox", { name: "Password" }).fill(partner.password);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Create destination" }).click();
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByText("Something does not work yet.").waitFor();
  await page
    .getByRole("button", { name: /^Pin SHA256:/ })
    .first()
    .click();
  await page.getByText("Everything works.").waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await page.goto(`${house.baseUrl}/feeds`);
  await page.getByRole("button", { name: "New feed" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Window file");
  await page.getByRole("textbox", { name: "File name" }).fill("window.csv");
  await page.getByRole("checkbox", { name: /^Second door/ }).check();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Create feed" }).click();
  await page.getByRole("heading", { name: "Window file" }).waitFor();
  await page.getByText(/every night at 02:00/).waitFor();
  await page.getByRole("button", { name: "Run now" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/runs/"));
  await page
    .getByRole("status")
    .getByText(/^succeeded/)
    .waitFor();
  await page.getByRole("row", { name: /Second door delivered/ }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Download/ }).click(),
  ]);
  const downloaded = readFileSync(await download.path(), "utf8");
  expect(downloaded).toContain("TEE-1");
  await page.getByRole("link", { name: "To the feed" }).click();
  await page.getByRole("row", { name: /succeeded/ }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await page.getByText("The feed is paused").waitFor();
  expect(await faults()).toEqual([]);
});

test("the start shows how feeds last went and what is still to be set up, and says when it is not up to date", async () => {
  await page.goto(`${house.baseUrl}/`);
  await page.getByRole("row", { name: /Window file succeeded/ }).waitFor();
  await page
    .getByRole("region", { name: /^Webhook deliveries/ })
    .getByRole("img")
    .waitFor();
  expect(await page.getByRole("region", { name: "First steps" }).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.context().setOffline(true);
  await page.getByText("This page is not up to date").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.context().setOffline(false);
  await page.getByText("This page is not up to date").waitFor({ state: "detached" });

  const newcomer = await browser.newPerson(house.baseUrl);
  await newcomer.signUp();
  await newcomer.page.goto(`${house.baseUrl}/`);
  const steps = newcomer.page.getByRole("region", { name: "First steps" });
  await steps.getByRole("link", { name: "Send a product" }).waitFor();
  expect(await violationsOf(newcomer.page)).toEqual([]);
  await newcomer.page.getByRole("link", { name: "Connect an AI client" }).click();
  await newcomer.page
    .getByText(`claude mcp add --transport http skucast ${house.baseUrl}/mcp`, { exact: true })
    .waitFor();
  expect(await violationsOf(newcomer.page)).toEqual([]);
  await newcomer.leave();
});
