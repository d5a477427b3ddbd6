import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { violationsOf } from "./testing/violations-of.js";

const TESTED_TOO_RECENTLY = {
  status: 429,
  contentType: "application/problem+json",
  headers: { "Retry-After": "5" },
  body: JSON.stringify({ code: "rate_limited", detail: "It was tested seconds ago." }),
};
const site = deploymentWithBrowser();
let page: Page;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  ({ page, faults } = await site.demoOwner());
  const product = { title: "Red tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
  const more = { description: "Soft.", url: "https://shop.example/t", image_url: "https://shop.example/t.jpg" };
  await site.deployment.api().call("POST", "/products", { sku: "TEE-1", ...product, ...more, brand: "Acme" });
});

test("a channel is created, its rules are previewed before they are saved, and it is published in the directory", async () => {
  await page.goto(`${site.deployment.baseUrl}/channels`);
  await page.getByRole("button", { name: "Create channel" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Shop window");
  await page.getByRole("combobox", { name: "Profile" }).selectOption("generic");
  await page.getByRole("combobox", { name: "Country" }).fill("Nowhere");
  await page.getByRole("button", { name: "Create channel" }).click();
  await page.getByText(/^Must be .*country/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Country" }).fill("US");
  await page.getByRole("button", { name: "Create channel" }).click();
  await page.getByRole("heading", { name: "Shop window", level: 1 }).waitFor();
  const openTab = (name: string) =>
    page.getByRole("navigation", { name: "Parts of the channel" }).getByRole("link", { name }).click();
  await openTab("Rules and preview");
  await page
    .getByRole("table", { name: /as they would be written/ })
    .getByText("Red tee")
    .waitFor();

  await page.getByRole("button", { name: "Edit as JSON" }).click();
  const rules = page.getByRole("textbox", { name: "Rules as JSON" });
  await rules.fill('[{"type": "template", "field": "title", "template": "Sale: {title}"}]');
  await page.getByText("Sale: Red tee").waitFor();
  await page.getByText(/Rule 1 \(template\): changed 1 of 1/).waitFor();
  await openTab("Settings");
  await page.getByRole("textbox", { name: "Never include (SKUs)" }).fill("TEE-1");
  await page.getByText("the channel never includes its SKU").waitFor();
  await page.getByRole("textbox", { name: "Never include (SKUs)" }).fill("");
  await openTab("Rules and preview");
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  await rules.fill('[{"type": "template", "field": "nowhere", "template": "x"}]');
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText(/^\/rules\/0/).waitFor();
  await rules.fill('[{"type": "template", "field": "title", "template": "Sale: {title}"}]');
  await page.getByText("Sale: Red tee").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Channel saved.").waitFor();
  await openTab("Settings");
  await page.getByRole("button", { name: "Publish in the directory" }).click();
  await page.getByRole("button", { name: "Publish channel" }).click();
  await page.getByText(/Anyone can find this channel/).waitFor();
  const { data } = await site.deployment.api().call("GET", "/channels");
  expect(data).toContainEqual(
    expect.objectContaining({ name: "Shop window", in_public_directory: true, rules: [expect.anything()] }),
  );
  await openTab("Overview");
  await page.getByRole("region", { name: "Issues" }).waitFor();
  await page.goto(`${site.deployment.baseUrl}/products/TEE-1`);
  await page
    .getByRole("table", { name: /in each channel/ })
    .getByRole("row", { name: /Shop window/ })
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await faults()).toEqual([]);
});

test("a destination is set up by confirming its host key and testing it, and a feed is delivered to it", async () => {
  const { partner } = JSON.parse(readFileSync(join(site.deployment.dataDir, "demo.json"), "utf8"));
  const { data } = await site.deployment.api().call("GET", "/destinations");
  const [{ host, port }] = data as [{ host: string; port: number }];
  await page.goto(`${site.deployment.baseUrl}/destinations`);
  await page.getByRole("link", { name: "Add destination" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Second server");
  await page.getByRole("textbox", { name: "Host" }).fill(host);
  await page.getByRole("textbox", { name: "Port" }).fill(String(port));
  await page.getByRole("textbox", { name: "User name" }).fill(partner.username);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("combobox", { name: "Login" }).selectOption("password");
  await page.getByRole("textbox", { name: "Password" }).fill(partner.password);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Next" }).click();
  const confirm = page.getByRole("button", { name: /^Confirm key SHA256:/ }).first();
  await confirm.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.route("**/test", (route) => route.fulfill(TESTED_TOO_RECENTLY), { times: 1 });
  await confirm.click();
  await page.getByText(/next test starts in \d seconds?/).waitFor();
  await page.getByText("The test passed. Files can now be sent to this destination.").waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await page.goto(`${site.deployment.baseUrl}/feeds`);
  await page.getByRole("button", { name: "Create feed" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Window file");
  await page.getByRole("textbox", { name: "File name" }).fill("window.csv");
  await page.getByRole("checkbox", { name: /^Second server/ }).check();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Create feed" }).click();
  await page.getByRole("heading", { name: "Window file" }).waitFor();
  await page.getByText(/Every day at 02:00/).waitFor();
  await page.getByRole("button", { name: "Run now" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/runs/"));
  await page
    .getByRole("status")
    .getByText(/^Succeeded/)
    .waitFor();
  await page.getByRole("row", { name: /Second server Delivered/ }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Download/ }).click(),
  ]);
  const downloaded = readFileSync(await download.path(), "utf8");
  expect(downloaded).toContain("TEE-1");
  await page.getByRole("link", { name: "View feed" }).click();
  await page.getByRole("row", { name: /Succeeded/ }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Pause feed" }).click();
  await page.getByText("The feed is paused").waitFor();
  expect(await faults()).toEqual([]);
});

test("Home shows the last runs and the remaining setup steps, and says when it is out of date", async () => {
  await page.goto(`${site.deployment.baseUrl}/`);
  await page.getByRole("row", { name: /Window file Succeeded/ }).waitFor();
  await page
    .getByRole("region", { name: /^Webhook deliveries/ })
    .getByRole("img")
    .waitFor();
  expect(await page.getByRole("region", { name: "Get started" }).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.context().setOffline(false);
  await page.getByText("You are offline").waitFor({ state: "detached" });

  const newcomer = await site.browser.newPerson(site.deployment.baseUrl);
  await newcomer.signUp();
  await newcomer.page.goto(`${site.deployment.baseUrl}/`);
  const steps = newcomer.page.getByRole("region", { name: "Get started" });
  await steps.getByRole("link", { name: "Add a product" }).waitFor();
  expect(await violationsOf(newcomer.page)).toEqual([]);
  await newcomer.page.getByRole("link", { name: "Connect an AI client" }).click();
  await newcomer.page
    .getByText(`claude mcp add --transport http skucast ${site.deployment.baseUrl}/mcp`, { exact: true })
    .waitFor();
  expect(await violationsOf(newcomer.page)).toEqual([]);
  await newcomer.leave();
});
