import { beforeAll, expect, test } from "@jest/globals";
import { deploymentWithBrowser, type Owner } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const PRODUCTS = 450;
/** Products whose price is below the sale price that all products are to get. */
const LOW_PRICED = 3;
const MARKET = { country: "US", currency: "USD", language: "en" };
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
  await page.getByRole("checkbox", { name: "Select all shown products" }).check();
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
  const refused = page.getByRole("row", { name: /S-00\d/ });
  await refused.nth(LOW_PRICED - 1).waitFor();
  expect(await refused.count()).toBe(LOW_PRICED);
  await page.goto(`${site.deployment.baseUrl}/products/S-449`);
  expect(await page.getByRole("textbox", { name: "Sale price" }).inputValue()).toBe("10");
  expect(await faults()).toEqual([]);
});

test("selected products are changed with visible progress, and an empty value clears the field", async () => {
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
  await page.getByRole("row", { name: /Shop window Excluded exclude_skus/ }).waitFor();
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
