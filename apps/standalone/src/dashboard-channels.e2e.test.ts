import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const site = deploymentWithBrowser();
let page: Page;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  ({ page, faults } = await site.demoOwner());
  const tee = { price_amount: 19.9, price_currency: "USD", availability: "in_stock", description: "Soft." };
  const links = { url: "https://shop.example/t", image_url: "https://shop.example/t.jpg" };
  const items = [
    { ...tee, ...links, sku: "TEE-1", title: "Red tee", brand: "Acme", color: "rot" },
    { ...tee, ...links, sku: "TEE-2", title: "Plain tee", color: "blau" },
  ];
  await site.deployment.api().call("POST", "/products/batch", { items });
  const { id } = await site.deployment.api().call("POST", "/channels", {
    name: "Chat",
    profile: "openai_products",
    defaults: { seller_name: "Acme Store" },
    market: { country: "US", currency: "USD", language: "en" },
  });
  await page.goto(`${site.deployment.baseUrl}/channels/${id}`);
});

test("the list shows which channels have errors, and no channel is reported as correct before all products are checked", async () => {
  const channelUrl = page.url();
  await page.goto(`${site.deployment.baseUrl}/channels`);
  await page.getByRole("row", { name: /^Chat .*Active.* with errors/ }).waitFor();
  await page.route("**/issues*", (route) =>
    route.fulfill({
      json: {
        data: [],
        next_cursor: null,
        is_complete: false,
        summary: { products: 0, invalid: 0, counts: [], causes: [], is_exact: true },
      },
    }),
  );
  await page.goto(channelUrl);
  const issues = page.getByRole("region", { name: "Issues" });
  await issues.getByText("still being checked").waitFor();
  expect(await issues.getByText(/No issues|0 products/).count()).toBe(0);
  await page.unroute("**/issues*");
  await issues.getByRole("table", { name: "Causes of issues in this channel" }).waitFor();
  await openTab("Issues");
  await issues.getByRole("table", { name: "Issues of products in this channel" }).waitFor();
});

const openTab = (name: string) =>
  page.getByRole("navigation", { name: "Parts of the channel" }).getByRole("link", { name }).click();

const cards = () => page.getByRole("region", { name: "Rules" }).locator(".rules").first().locator(":scope > li");
async function addRule(kind: string): Promise<void> {
  await page.getByRole("button", { name: "Add rule" }).last().click();
  await page.getByRole("menuitem", { name: kind }).click();
}

test("rules are edited as forms, reordered, previewed while typing, and saved unchanged", async () => {
  await openTab("Rules and preview");
  await addRule("Lookup table");
  await addRule("Template");
  const lookup = cards().nth(0);
  const template = cards().nth(1);
  await lookup.getByRole("textbox", { name: "Table" }).fill("rot = red\nblau = blue");
  await template.getByRole("textbox", { name: "Text" }).fill("{title}, {color}");
  await page.getByText("Red tee, red", { exact: true }).waitFor();
  await lookup.getByText("Changes 2 of 2 rows.").waitFor();
  await page.getByRole("button", { name: "Move rule 2 up" }).click();
  await page.getByText("Red tee, rot", { exact: true }).waitFor();
  expect(await cards().nth(1).getByRole("textbox", { name: "Table" }).inputValue()).toBe("rot = red\nblau = blue");
  await page.getByRole("button", { name: "Move rule 1 down" }).click();

  await addRule("Condition");
  const branch = cards().nth(2);
  await branch.getByRole("combobox", { name: "Condition" }).selectOption("missing");
  await branch.getByRole("textbox", { name: "Column" }).fill("product.brand");
  await branch.getByRole("textbox", { name: "Value" }).fill("Own brand");
  await page.getByText("Own brand", { exact: true }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);

  await addRule("Limit length");
  await cards().nth(3).getByRole("textbox", { name: "Maximum characters" }).fill("many");
  await page.getByRole("button", { name: "Save changes" }).click();
  await cards()
    .nth(3)
    .getByText(/^Must be/)
    .waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Remove rule 4" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Channel saved.").waitFor();
  const { rules } = await site.deployment.api().call("GET", new URL(page.url()).pathname);
  expect(rules).toEqual([
    { type: "lookup", field: "color", table: { rot: "red", blau: "blue" } },
    { type: "template", field: "title", template: "{title}, {color}" },
    {
      type: "if",
      when: [{ field: "product.brand", op: "missing" }],
      rules: [{ type: "constant", field: "brand", value: "Own brand" }],
    },
  ]);
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  expect(JSON.parse(await page.getByRole("textbox", { name: "Rules as JSON" }).inputValue())).toEqual(rules);
  await page.getByRole("button", { name: "Edit as a form" }).click();
  await page.getByRole("button", { name: "Remove rule 3" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Channel saved.").last().waitFor();
  expect(await faults()).toEqual([]);
});

test("an issue is fixed on the channel's page and disappears from the list", async () => {
  await openTab("Issues");
  const issues = page.getByRole("table", { name: "Issues of products in this channel" });
  await issues.getByRole("row", { name: /TEE-2 Error Brand: .* brand missing_value/ }).waitFor();
  await page.getByRole("button", { name: "Fix brand of TEE-2" }).click();
  const dialog = page.getByRole("dialog");
  const brand = dialog.getByRole("textbox", { name: "Brand" });
  await brand.fill("unknown");
  await dialog.getByRole("button", { name: "Save product" }).click();
  await dialog
    .getByRole("alert")
    .getByText(/^Product saved, but an issue remains/)
    .waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await brand.fill("Acme");
  await dialog.getByRole("button", { name: "Save product" }).click();
  await page.getByText("TEE-2 is fixed in this channel.").waitFor();
  await issues.getByRole("row", { name: /TEE-2 Error Brand/ }).waitFor({ state: "detached" });
  expect((await site.deployment.api().call("GET", "/products/TEE-2")).brand).toBe("Acme");
  expect(await violationsEverywhere(page)).toEqual([]);
  expect(await faults()).toEqual([]);
});

test("unsaved changes survive pausing the channel and other tabs of the page, and do not overwrite changes that someone else has saved", async () => {
  const path = new URL(page.url()).pathname;
  await openTab("Settings");
  const brand = page.getByRole("textbox", { name: "Brand", exact: true });
  await page.getByText("Channel saved.").first().waitFor({ state: "detached" }); // notices of the previous test
  await brand.fill("Typed");
  await page.getByRole("button", { name: "Pause channel" }).click();
  await page.getByRole("button", { name: "Resume channel" }).waitFor();
  await openTab("Overview");
  await page.getByText("Unsaved changes").waitFor();
  await openTab("Settings");
  expect(await brand.inputValue()).toBe("Typed");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Channel saved.").waitFor();
  expect((await sendAsPage(page, "GET", path)).json.defaults).toMatchObject({ brand: "Typed" });

  await brand.fill("Mine");
  expect((await sendAsPage(page, "PATCH", path, { defaults: { brand: "Theirs" } })).status).toBe(200);
  await page.getByRole("button", { name: "Resume channel" }).click();
  await page.getByRole("button", { name: "Pause channel" }).waitFor();
  expect(await brand.inputValue()).toBe("Mine");
  const conflict = page.getByRole("region", { name: "Someone else has changed the same fields." });
  await conflict.getByText("Brand: Mine").waitFor();
  await conflict.getByText("Brand: Theirs").waitFor();
  expect(await brand.inputValue()).toBe("Mine");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.locator("[data-conflicts]:focus").waitFor();
  await conflict.getByRole("button", { name: /^Use the other/ }).click();
  expect(await brand.inputValue()).toBe("Theirs");
  expect((await sendAsPage(page, "GET", path)).json.defaults).toMatchObject({ brand: "Theirs" });
});

test("a profile is described in a form: each value that it offers is accepted, and the sample follows", async () => {
  const owner = await site.newOwner();
  const { page } = owner;
  const tee = {
    price_amount: 1234.5,
    price_currency: "USD",
    availability: "in_stock",
    custom_attributes: { care: "cold" },
  };
  expect((await sendAsPage(page, "POST", "/products", { ...tee, sku: "TEE-1", title: "Red tee" })).status).toBe(201);
  await page.goto(`${site.deployment.baseUrl}/channel-profiles/new`);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("custom_form");
  await page.getByText("TEE-1;Red tee;1234,50").waitFor();
  await page.getByRole("combobox", { name: "Delimiter" }).selectOption("|");
  await page.getByRole("combobox", { name: "Decimal separator" }).selectOption(".");
  await page.getByText("TEE-1|Red tee|1234.50").waitFor();

  const add = page.getByRole("button", { name: "Add column" });
  const values = page.getByRole("combobox", { name: "Value", exact: true });
  await add.click();
  await page.getByRole("heading", { name: "4." }).waitFor();
  await values.last().selectOption(":attribute");
  await page.getByRole("textbox", { name: "Custom attribute" }).fill("care");
  const names = page.getByRole("textbox", { name: "Name in the file" });
  await page.getByRole("alert").getByText("1 error:").waitFor();
  await names.last().fill("Care");
  await page.getByText("TEE-1|Red tee|1234.50|cold").waitFor();
  await page.getByRole("button", { name: "Move column 4 up" }).click();
  await page.getByText("SKU|Title|Care|Price").waitFor();
  await page.getByRole("button", { name: "Remove column 4" }).click();
  await add.click();
  await values.last().selectOption(":constant");
  await names.last().fill("Shop");
  await page.getByRole("textbox", { name: "Fixed value" }).fill("Acme");
  await page.getByText("TEE-1|Red tee|cold|Acme").waitFor();

  const offered = await values
    .last()
    .evaluate((select: { options: Iterable<{ value: string }> }) =>
      [...select.options]
        .map(({ value }) => value)
        .filter((value) => !value.startsWith(":") && !["sku", "title"].includes(value)),
    );
  for (const value of offered) {
    await add.click();
    await values.last().selectOption(value);
  }
  await page.getByText("|Price|Currency|").waitFor();
  await page.getByText("No errors found.").waitFor();
  await page.getByRole("button", { name: "Create profile" }).click();
  await page.getByRole("heading", { name: "My marketplace", level: 1 }).waitFor();
  const { json } = await sendAsPage(page, "GET", "/channel-profiles/custom_form");
  expect(json.columns).toHaveLength(4 + offered.length);
  expect((json.columns as unknown[]).slice(0, 4)).toMatchObject([
    { header: "SKU", from: "sku", required: true },
    { header: "Title", max: 80 },
    { header: "Care", from: "custom_attributes.care" },
    { header: "Shop", constant: "Acme" },
  ]);
  expect(await owner.faults()).toEqual([]);
  await owner.leave();
});

test("a profile is described with its errors at their lines and a live sample, and a channel uses it", async () => {
  const owner = await site.newOwner();
  const { page } = owner;
  const editor = () => page.getByRole("textbox", { name: "Definition as JSON" });
  const tee = { price_amount: 1234.5, price_currency: "USD", availability: "in_stock" };
  expect((await sendAsPage(page, "POST", "/products", { ...tee, sku: "TEE-1", title: "Red tee" })).status).toBe(201);
  await page.goto(`${site.deployment.baseUrl}/channels`);
  await page.getByRole("link", { name: "Channel profiles" }).click();
  await page.getByRole("row", { name: /Google Merchant Center.*Built in/ }).waitFor();
  await page.getByRole("link", { name: "Create profile" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("custom_market");

  await page.getByRole("button", { name: "Edit as JSON" }).click();
  const good = await editor().inputValue();
  const wrong = good.replace('"from": "title"', '"from": "titel"').replace('"type": "money"', '"type": "boolean"');
  await editor().fill(wrong);
  const errors = page.getByRole("alert");
  await errors.getByText("2 errors:").waitFor();
  await errors.getByText(/did you mean title/).waitFor();
  await errors.getByRole("button", { name: /^Line/ }).first().click();
  const selected = () =>
    editor().evaluate((area: { value: string; selectionStart: number; selectionEnd: number }) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
  expect(await selected()).toBe('"titel"');

  await editor().fill(good);
  await page.getByText("TEE-1;Red tee;1234,50").waitFor();
  await editor().fill(good.replace('"SKU"', '"Item number"'));
  await page.getByText("Item number;Title;Price").waitFor();
  await page.getByRole("button", { name: "Create profile" }).click();
  await page.getByRole("heading", { name: "My marketplace", level: 1 }).waitFor();

  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Our marketplace");
  await page.getByText("TEE-1;Red tee;1234,50").waitFor();
  await page.getByRole("button", { name: "Save as new version" }).click();
  await page.getByText("Saved as custom_market@2.").waitFor();

  await page.goto(`${site.deployment.baseUrl}/channels`);
  await page.getByRole("button", { name: "Create channel" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Market");
  await page.getByRole("combobox", { name: "Profile" }).selectOption("custom_market@1");
  const country = page.getByRole("combobox", { name: "Country" });
  await country.fill("de");
  await country.blur();
  expect(await country.inputValue()).toBe("Germany (DE)");
  await page.getByRole("button", { name: "Create channel" }).last().click();
  await page.getByRole("heading", { name: "Market", level: 1 }).waitFor();
  const { json } = await sendAsPage(page, "GET", "/channels");
  expect(json.data).toMatchObject([{ profile: "custom_market@1" }]);
  expect(await owner.faults()).toEqual([]);
  await owner.leave();
});
