import { beforeAll, expect, test } from "@jest/globals";
import { houseWithBrowser, type Owner } from "./testing/house-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const PRODUCTS = 450;
/** Too cheap for the sale price that all of them are to have. */
const CHEAP = 3;
const MARKET = { country: "US", currency: "USD", language: "en" };
const site = houseWithBrowser();
let owner: Owner;

beforeAll(async () => {
  owner = await site.newOwner();
  const items = Array.from({ length: PRODUCTS }, (_, i) => ({
    sku: `S-${String(i).padStart(3, "0")}`,
    title: `Shirt ${i}`,
    price_currency: "USD",
    availability: "in_stock",
    price_amount: i < CHEAP ? 5 : 20,
  }));
  expect((await sendAsPage(owner.page, "POST", "/products/batch", { items })).status).toBe(200);
  expect((await sendAsPage(owner.page, "POST", "/channels", { name: "Shop window", market: MARKET })).status).toBe(201);
});

/** Opens the list with this search and chooses all that fit, also those that were not fetched yet. */
async function chooseAll(search: string, chosen: string): Promise<void> {
  const { page } = owner;
  await owner.open(`/products${search}`);
  await page.getByRole("checkbox", { name: "Select all shown products" }).check();
  await page.getByRole("button", { name: "Select all matching products" }).click();
  await page.getByRole("region", { name: chosen }).waitFor();
}

test("all that fit are changed while one leaves, and those that were refused are told with the reason", async () => {
  const { page, faults } = owner;
  await chooseAll("", "450 products selected");
  await page.getByRole("button", { name: "Change field" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 450 products" });
  await dialog.getByRole("combobox", { name: "Field" }).selectOption("Sale price");
  await dialog.getByRole("textbox", { name: "Sale price" }).fill("cheap");
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
  // The rows are asked for once the import has ended.
  const refused = page.getByRole("row", { name: /S-00\d/ });
  await refused.nth(CHEAP - 1).waitFor();
  expect(await refused.count()).toBe(CHEAP);
  await page.goto(`${site.house.baseUrl}/products/S-449`);
  expect(await page.getByRole("textbox", { name: "Sale price" }).inputValue()).toBe("10");
  expect(await faults()).toEqual([]);
});

test("some that are chosen are changed before one's eyes, and an empty value takes theirs away", async () => {
  const { page, open } = owner;
  await open("/products");
  await page.getByRole("checkbox", { name: "Select S-004" }).check();
  await page.getByRole("checkbox", { name: "Select S-005" }).check();
  await page.getByRole("button", { name: "Change field" }).click();
  await page.getByRole("combobox", { name: "Field" }).selectOption("Sale price");
  await page.getByRole("button", { name: "Change 2 products" }).click();
  const change = page.getByRole("region", { name: "Product change" });
  await change.getByText("2 products changed.").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await change.getByRole("button", { name: "Dismiss" }).click();
  await open("/products/S-004");
  expect(await page.getByRole("textbox", { name: "Sale price" }).inputValue()).toBe("");
});

test("products are kept out of a channel, and put back as its filters say", async () => {
  const { page, open } = owner;
  const place = async (choice: string, told: string) => {
    await open("/products");
    await page.getByRole("checkbox", { name: "Select S-006" }).check();
    await page.getByRole("button", { name: "Include in channel" }).click();
    await page.getByRole("combobox", { name: "Products are" }).selectOption(choice);
    expect(await violationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(told).waitFor();
    await open("/products/S-006");
  };
  await place("Never included", "1 product now never included in Shop window.");
  await page.getByRole("row", { name: /Shop window Excluded exclude_skus/ }).waitFor();
  await place("Included if they match the filters", "1 product now included in Shop window if they match its filters.");
  await page.getByRole("row", { name: /Shop window In the next file/ }).waitFor();
});

test("a deletion says what it will do, goes on at other places, and what is deleted is gone", async () => {
  const { page, faults } = owner;
  await chooseAll("?q=Shirt", "450 products selected");
  await page.getByRole("button", { name: "Delete 450 products" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 450 products?" });
  await question.getByText("removed from every channel with its next file").waitFor();
  await question.getByRole("button", { name: "Delete 450 products" }).click();
  await page.getByRole("link", { name: "Home" }).click();
  const note = page.getByRole("region", { name: "Product deletion" });
  await note.getByText("450 products deleted.").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await note.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("link", { name: "Products", exact: true }).click();
  await page.getByText("No products yet").waitFor();
  expect(await faults()).toEqual([]);
});
