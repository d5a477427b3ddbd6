import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Locator } from "playwright-core";
import { deploymentWithBrowser, type Owner } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const PRODUCTS = 450;
/** Products whose price is below the sale price that all products are to get. */
const LOW_PRICED = 3;
const MARKET = { country: "US", currency: "USD", language: "en" };
const WHEEL_PX = 3_000;
const WHEEL_TURNS_MAX = 400;
/** A channel's page without its issues is about 3,500 pixels high. */
const PAGE_PX_MAX = 8_000;
const site = deploymentWithBrowser();
let owner: Owner;

beforeAll(async () => {
  owner = await site.newOwner();
  const items = Array.from({ length: PRODUCTS }, (_, i) => ({
    sku: `S-${String(i).padStart(3, "0")}`,
    title: `Shirt ${i}`,
    price_currency: "USD",
    availability: "in_stock",
    price_amount: i < LOW_PRICED ? 5 : 20,
  }));
  expect((await sendAsPage(owner.page, "POST", "/products/batch", { items })).status).toBe(200);
  expect((await sendAsPage(owner.page, "POST", "/channels", { name: "Shop window", market: MARKET })).status).toBe(201);
});

/** Opens the list with this search and selects all matching products, including those not yet loaded. */
async function selectAll(search: string, selected: string): Promise<void> {
  const { page } = owner;
  await owner.open(`/products${search}`);
  // Products that load after the click are not selected, so the box may be half checked at once.
  await page.getByRole("checkbox", { name: "Select all shown products" }).click();
  await page.getByRole("button", { name: "Select all matching products" }).click();
  await page.getByRole("region", { name: selected }).waitFor();
}

test("all matching products are changed while the user is on another page, and rejected ones are listed with the reason", async () => {
  const { page, faults } = owner;
  await selectAll("", "450 products selected");
  await page.getByRole("button", { name: "Change field" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 450 products" });
  await dialog.getByRole("combobox", { name: "Field" }).selectOption("Sale price");
  await dialog.getByRole("textbox", { name: "Sale price" }).fill("ten");
  await dialog.getByRole("button", { name: "Change 450 products" }).click();
  await dialog.getByText(/^Must be /).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Sale price" }).fill("10");
  await dialog.getByRole("button", { name: "Change 450 products" }).click();
  await page.getByRole("region", { name: "Product change" }).waitFor();
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: "Imports" }).click();
  await page.getByRole("link", { name: "Sale price: 10" }).click();
  await page.getByRole("status").getByText("Succeeded with rejected rows").waitFor();
  // The rows are loaded when the import has ended.
  const refused = page.getByRole("region", { name: "Errors and warnings" }).getByRole("row", { name: /S-00\d/ });
  await refused.nth(LOW_PRICED - 1).waitFor();
  expect(await refused.count()).toBe(LOW_PRICED);
  await page.goto(`${site.deployment.baseUrl}/products/S-449`);
  expect(await page.getByRole("textbox", { name: "Sale price" }).inputValue()).toBe("10");
  expect(await faults()).toEqual([]);
});

test("products that load after all shown were selected leave the checkbox half checked", async () => {
  const { page, open } = owner;
  const later = "**/products?*cursor=*";
  const gate = Promise.withResolvers<void>();
  await page.route(later, (route) => gate.promise.then(() => route.continue()));
  await open("/products");
  const all = page.getByRole("checkbox", { name: "Select all shown products" });
  await all.check();
  await page.getByRole("region", { name: /^\d+ products selected/ }).waitFor();
  gate.resolve();
  await all.and(page.locator(":indeterminate")).waitFor();
  await page.unroute(later);
  await page.getByRole("button", { name: "Clear selection" }).click();
  expect(await all.isChecked()).toBe(false);
});

test("selected products are changed with visible progress, and an empty value clears the field", async () => {
  const { page, open } = owner;
  await open("/products");
  await page.getByRole("checkbox", { name: "Select S-004" }).check();
  await page.getByRole("checkbox", { name: "Select S-005" }).check();
  await page.getByRole("button", { name: "Change field" }).click();
  const effect = page.getByText(/products? would change/);
  await page.getByRole("combobox", { name: "Field" }).selectOption("Price");
  await page.getByRole("textbox", { name: "Price" }).fill("1");
  await effect.waitFor();
  await page.getByRole("textbox", { name: "Price" }).fill("");
  await effect.waitFor({ state: "detached" });
  await page.getByRole("combobox", { name: "Field" }).selectOption("Sale price");
  await effect.waitFor();
  await page.getByRole("button", { name: "Change 2 products" }).click();
  const change = page.getByRole("region", { name: "Product change" });
  await change.getByText("2 products changed.").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await change.getByRole("button", { name: "Dismiss" }).click();
  await open("/products/S-004");
  expect(await page.getByRole("textbox", { name: "Sale price" }).inputValue()).toBe("");
});

test("products are excluded from a channel, and then included by its filters again", async () => {
  const { page, open } = owner;
  const setInclusion = async (choice: string, notice: string) => {
    await open("/products");
    await page.getByRole("checkbox", { name: "Select S-006" }).check();
    await page.getByRole("button", { name: "Include in channel" }).click();
    await page.getByRole("combobox", { name: "Products are" }).selectOption(choice);
    expect(await violationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(notice).waitFor();
    await open("/products/S-006");
  };
  await setInclusion("Never included", "1 product now never included in Shop window.");
  await page
    .getByRole("row", {
      name: /Shop window Excluded It is not in Shop window, because the channel never includes its SKU/,
    })
    .waitFor();
  await setInclusion(
    "Included if they match the filters",
    "1 product now included in Shop window if they match its filters.",
  );
  await page.getByRole("row", { name: /Shop window In the next file/ }).waitFor();
});

test("a bulk deletion states its effect, continues on other pages, and deletes the products", async () => {
  const { page, faults } = owner;
  await selectAll("?q=Shirt", "450 products selected");
  await page.getByRole("button", { name: "Delete 450 products" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 450 products?" });
  await question.getByText("removed from every channel with its next file").waitFor();
  await question.getByText("Show the 450 products").click();
  await question.getByText("and 250 more").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await question.getByRole("button", { name: "Delete 450 products" }).click();
  await page.getByRole("link", { name: "Home" }).click();
  const note = page.getByRole("region", { name: "Product deletion" });
  await note.getByText("450 products deleted.").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await note.getByRole("button", { name: "Undo" }).click();
  await page.getByText("450 products restored.").waitFor();
  expect((await sendAsPage(page, "GET", "/products/S-004")).json).toMatchObject({ title: "Shirt 4", price_amount: 20 });
  expect(await faults()).toEqual([]);
});

test("a deleted product is restored from its notice, and later from the list of deleted ones", async () => {
  const { page, open } = owner;
  const deleteIt = async () => {
    await open("/products/S-001");
    await page.getByRole("button", { name: "Delete product" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete product" }).click();
    await page.getByText("S-001 deleted.").waitFor();
  };
  await deleteIt();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForURL((url) => url.pathname === "/products/S-001");
  await page.getByRole("heading", { name: "Shirt 1" }).waitFor();
  await deleteIt();
  await open("/products");
  await page.getByRole("button", { name: "Recently deleted" }).click();
  const dialog = page.getByRole("dialog", { name: "Recently deleted products" });
  await dialog.getByRole("button", { name: "Restore S-001" }).first().waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Restore S-001" }).first().click();
  await page.getByText("1 product restored.").waitFor();
  expect((await sendAsPage(page, "GET", "/products/S-001")).status).toBe(200);
});

describe("with 2,005 products", () => {
  const TOTAL = 2_005;
  const BATCH = 1_000;
  const skuOf = (i: number): string => `${i % 5 === 0 ? "LINEN" : "LIN-"}${String(i).padStart(4, "0")}`;
  let shop: Owner;
  let channelId: string;

  beforeAll(async () => {
    shop = await site.newOwner();
    const items = Array.from({ length: TOTAL }, (_, i) => ({
      sku: skuOf(i),
      title: `Linen shirt ${i}`,
      price_currency: "USD",
      availability: "in_stock",
      price_amount: 20,
    }));
    for (let start = 0; start < TOTAL; start += BATCH) {
      const part = { items: items.slice(start, start + BATCH) };
      expect((await sendAsPage(shop.page, "POST", "/products/batch", part)).status).toBe(200);
    }
    const market = { country: "DE", currency: "EUR", language: "de" };
    const channel = { name: "Germany", profile: "google_merchant", market };
    const { json } = await sendAsPage(shop.page, "POST", "/channels", channel);
    channelId = json.id;
  });

  /** Turns the wheel until a row is shown, and fails if the table ever shows no row. */
  async function wheelTo(table: Locator, name: string): Promise<void> {
    const row = table.getByRole("link", { name, exact: true }).first();
    for (let turns = 0; turns < WHEEL_TURNS_MAX && (await row.count()) === 0; turns += 1) {
      await shop.page.mouse.wheel(0, WHEEL_PX);
      await shop.page.evaluate("new Promise(requestAnimationFrame)");
      await shop.page.locator(".loading").first().waitFor({ state: "detached" });
      await table.locator("tbody th").first().waitFor();
    }
    await row.waitFor();
  }

  test("the issues of a channel are scrolled to the last one by wheel", async () => {
    const { page, open } = shop;
    await open(`/channels/${channelId}?tab=issues`);
    const table = page.getByRole("table", { name: "Issues of products in this channel" });
    await page.getByRole("combobox", { name: "Issue type" }).selectOption("currency_mismatch");
    await table.getByRole("link", { name: "LIN-0001" }).first().waitFor();
    await table.hover();
    await wheelTo(table, "LINEN2000");
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThan(PAGE_PX_MAX);
  });

  test("the products are counted, searched with their punctuation, selected as a range, and keep their columns", async () => {
    const { page, open } = shop;
    await open("/products");
    await page.getByText("2,005 products").waitFor();
    const table = page.getByRole("table", { name: "Products by SKU" });
    const heads = table.locator("thead th");
    const widths = async () =>
      Promise.all((await heads.all()).map(async (head) => Math.round((await head.boundingBox())?.width ?? 0)));
    await table.getByRole("link", { name: "LIN-0001" }).waitFor();
    const before = await widths();
    await table.hover();
    await wheelTo(table, "LINEN2000");
    expect(await widths()).toEqual(before);
    expect((await heads.first().boundingBox())?.y).toBeGreaterThanOrEqual(0);

    const handle = table.getByRole("separator", { name: "Width of the column SKU" });
    await handle.focus();
    await page.keyboard.press("ArrowRight");
    const wider = await widths();
    expect(wider).not.toEqual(before);
    await page.reload();
    await table.getByRole("link", { name: "LIN-0001" }).waitFor();
    expect(await widths()).toEqual(wider);

    await page.getByRole("searchbox", { name: "Search" }).fill("LIN-");
    await page.getByText("1,604 products").waitFor();
    await page.getByRole("checkbox", { name: "Select LIN-0001" }).click();
    await page.getByRole("checkbox", { name: "Select LIN-0006" }).click({ modifiers: ["Shift"] });
    await page.getByRole("region", { name: "5 products selected" }).waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "SKU (exact)" }).click();
    await page.getByRole("searchbox", { name: "SKU (exact)" }).fill("LIN-0003");
    await page.keyboard.press("Enter");
    await page.getByText("1 product", { exact: true }).waitFor();
    expect(await violationsEverywhere(page)).toEqual([]);
  });

  test("Home says what needs a person, and the search opens pages and products by keyboard alone", async () => {
    const { page, open, faults } = shop;
    await open("/");
    const attention = page.getByRole("region", { name: "Needs your attention" });
    await attention.getByText("2,005 products with errors left out of the files of Germany.").waitFor();
    expect(await violationsEverywhere(page)).toEqual([]);
    await attention.getByRole("link", { name: /^Fix products/ }).click();
    await page.getByRole("heading", { name: "Germany", level: 1 }).waitFor();

    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Ctrl K").waitFor();
    expect(await violationsEverywhere(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("/");
    const search = page.getByRole("dialog", { name: "Search" });
    await search.getByRole("option", { name: /^Products/ }).waitFor();
    expect(await violationsEverywhere(page)).toEqual([]);
    await page.keyboard.type("lin-0001");
    await search.getByRole("option", { name: /LIN-0001/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/products/LIN-0001");

    await page.getByRole("textbox", { name: "Title" }).focus();
    await page.keyboard.press("Control+k");
    await search.getByRole("option", { name: /^Germany/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname !== "/products/LIN-0001");
    expect(await faults()).toEqual([]);
  });
});
