import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const MARKET = { country: "US", currency: "USD", language: "en" };
const site = deploymentWithBrowser();
let page: Page;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  ({ page, faults } = await site.demoOwner());
  const product = { title: "Red tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
  const more = { description: "Soft.", url: "https://shop.example/t", image_url: "https://shop.example/t.jpg" };
  await site.deployment.api().call("POST", "/products", { sku: "TEE-1", ...product, ...more, brand: "Acme" });
  await site.deployment.api().call("POST", "/channels", {
    name: "Shop window",
    profile: "generic",
    market: MARKET,
  });
  await site.deployment.api().call("POST", "/channels", { name: "Chat", profile: "openai_products", market: MARKET });
});

test("a partner fetches a feed's file from a URL that is shown once, until it is revoked", async () => {
  await page.goto(`${site.deployment.baseUrl}/feeds`);
  await page.getByRole("button", { name: "Create feed" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Fetched file");
  await page.getByRole("combobox", { name: "Channel" }).selectOption("Shop window");
  await page.getByText("More options").click();
  await page.getByRole("textbox", { name: "Number of files" }).fill("many");
  await page.getByRole("checkbox", { name: /^Over HTTPS/ }).check();
  await page.getByRole("checkbox", { name: /^Over SFTP/ }).check();
  await page.getByRole("button", { name: "Create feed" }).click();
  await page.getByText(/^Must be a (whole )?number/).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Number of files" }).fill("1");
  await page.getByRole("button", { name: "Create feed" }).click();
  await page.getByRole("heading", { name: "Fetched file" }).waitFor();
  await page.getByText(/(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+ at 02:00; .*, …/).waitFor();
  const feedAt = page.url();
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByRole("row", { name: /Fetched over HTTPS Ready to fetch/ }).waitFor();

  await page.goto(feedAt);
  await page.getByText("No partner can fetch the files yet").waitFor();
  await page.getByRole("button", { name: "Create credential" }).click();
  await page.getByRole("button", { name: "Create credential" }).click();
  await page.getByText("Must be filled in").waitFor();
  await page.getByRole("textbox", { name: "Partner", exact: true }).fill("Price comparison");
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Create credential" }).click();
  const address = page.getByRole("textbox", { name: "URL" });
  const url = await address.inputValue();
  expect(await violationsEverywhere(page)).toEqual([]);
  expect(await (await fetch(url)).text()).toContain("TEE-1");
  await page.keyboard.press("Escape");
  expect(await address.isVisible()).toBe(true);
  await page.getByRole("button", { name: "I have stored it" }).click();
  expect(await page.content()).not.toContain(url);

  await page.getByRole("button", { name: "Create credential" }).click();
  await page.getByRole("textbox", { name: "Partner", exact: true }).fill("Marketplace");
  await page.getByRole("combobox", { name: "Protocol" }).selectOption("SFTP");
  await page.getByRole("textbox", { name: "The partner's public keys" }).fill("no key");
  await page.getByRole("button", { name: "Create credential" }).click();
  await page.getByText(/^Must be a line of authorized_keys/).waitFor();
  await page.getByRole("textbox", { name: "The partner's public keys" }).fill("");
  await page.getByRole("button", { name: "Create credential" }).click();
  expect(await page.getByRole("textbox", { name: "User name" }).inputValue()).toMatch(/^pull_/);
  expect((await page.getByRole("textbox", { name: "Password" }).inputValue()).length).toBeGreaterThan(20);
  await page.getByRole("button", { name: "I have stored it" }).click();

  await page.getByRole("button", { name: "Revoke Price comparison" }).click();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByRole("row", { name: /Price comparison HTTPS .*Revoked/ }).waitFor();
  expect((await fetch(url)).status).toBe(404);
  expect(await violationsEverywhere(page)).toEqual([]);
  expect(await faults()).toEqual([]);
});

test("guards are changed separately and turned off by clearing them", async () => {
  await page.getByRole("button", { name: "Edit guards" }).click();
  await page.getByRole("textbox", { name: /^Maximum rows lost/ }).fill("130");
  await page.getByRole("textbox", { name: "Minimum rows" }).fill("");
  await page.getByRole("button", { name: "Save guards" }).click();
  await page.getByText("Must be at most 100").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("textbox", { name: /^Maximum rows lost/ }).fill("60");
  await page.getByRole("button", { name: "Save guards" }).click();
  await page.getByText("Guards saved.").waitFor();
  const { data } = await site.deployment.api().call("GET", "/feeds");
  expect(data).toContainEqual(
    expect.objectContaining({
      name: "Fetched file",
      guards: expect.objectContaining({ min_items: null, max_drop_percent: 60, keep_columns: true }),
    }),
  );
  const shown = page.getByRole("region", { name: "Guards" }).getByRole("definition");
  await shown.filter({ hasText: "60" }).waitFor();
  expect((await shown.allInnerTexts()).slice(0, 2)).toEqual(["Off", "60"]);
  expect(await faults()).toEqual([]);
});

test("a feed can deliver only changes if its channel's profile can report removed products, and only to destinations", async () => {
  await page.goto(`${site.deployment.baseUrl}/feeds`);
  await page.getByRole("button", { name: "Create feed" }).click();
  const dialog = page.getByRole("dialog");
  const coverage = dialog.getByRole("combobox", { name: "File contents" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Changes");
  await dialog.getByRole("combobox", { name: "Channel" }).selectOption("Chat");
  await dialog.getByText("More options").click();
  await dialog.getByText("OpenAI Products cannot take files with only changes").waitFor();
  expect(await coverage.count()).toBe(0);
  await dialog.getByRole("combobox", { name: "Channel" }).selectOption("Shop window");
  await coverage.selectOption("delta");
  await dialog.getByText("A removed product is a row with deleted true.").waitFor();
  await dialog.getByRole("checkbox", { name: /^Over HTTPS/ }).check();
  await dialog.getByRole("button", { name: "Create feed" }).click();
  await dialog.getByText("Cannot be selected while the files contain only changes").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await dialog.getByRole("checkbox", { name: /^Over HTTPS/ }).uncheck();
  await dialog.getByRole("button", { name: "Create feed" }).click();
  await page.getByRole("heading", { name: "Changes" }).waitFor();
  await page.getByText("Only changes, with a row for each removed product").waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Run with every row" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/runs/"));
  await page
    .getByRole("status")
    .getByText(/^Succeeded/)
    .waitFor();
  await page.getByRole("region", { name: "Products" }).getByText("Every row").waitFor();
  expect(await faults()).toEqual([]);
});

test("a channel without a feed offers to create one, and then leads to it", async () => {
  await site.deployment.api().call("POST", "/channels", { name: "New market", profile: "generic", market: MARKET });
  await page.goto(`${site.deployment.baseUrl}/channels`);
  await page.getByRole("link", { name: "New market" }).click();
  await page.getByRole("button", { name: "Create feed" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Market file");
  await dialog.getByRole("checkbox", { name: /^Over HTTPS/ }).check();
  expect(await violationsEverywhere(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create feed" }).click();
  await page.getByRole("heading", { name: "Market file" }).waitFor();
  expect(await page.getByText("Download only").count()).toBe(0);
  await page.getByRole("link", { name: "New market" }).click();
  await page.getByRole("link", { name: "Feed: Market file" }).waitFor();
  expect(await page.getByRole("button", { name: "Create feed" }).count()).toBe(0);
  expect(await faults()).toEqual([]);
});
