import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { deploymentWithBrowser, type Owner } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const site = deploymentWithBrowser();
const MARKET = { country: "US", currency: "USD", language: "en" };
let owner: Owner;

beforeAll(async () => {
  owner = await site.newOwner();
  const shared = { price_currency: "USD", availability: "in_stock", description: "Linen", brand: "Acme" };
  const links = { url: "https://shop.example/p", image_url: "https://shop.example/p.jpg" };
  const variants = ["S", "M", "L"].map((size, i) => ({
    sku: `LIN-${size}`,
    title: `Linen shirt ${size}`,
    size,
    item_group_id: "linen",
    item_group_title: "Linen shirt",
    price_amount: 20 + i,
  }));
  const single = { sku: "MUG-1", title: "Mug Acme", price_amount: 9.99 };
  const draft = { sku: "OLD-1", title: "Old mug", price_amount: 5, status: "draft", brand: null };
  const items = [...variants, single, draft].map((item) => ({ ...shared, ...links, ...item }));
  const { json } = await sendAsPage(owner.page, "POST", "/products/batch", { items });
  expect(json).toMatchObject({ summary: { failed: 0 } });
});

const table = () => owner.page.getByRole("table", { name: "Products by SKU" });
/** The table shows these SKUs in this order. Its rows come after its count, from another request. */
const expectSkus = (skus: readonly string[]) =>
  eventually(async () => {
    expect(await table().locator("a.sku").allTextContents()).toEqual(skus);
    return true;
  });

test("variants are one item that expands, the list is sorted by its heads, and a view keeps what is shown", async () => {
  const { page, open, faults } = owner;
  await open("/products");
  await table().getByRole("link", { name: "MUG-1" }).waitFor();
  await expectSkus(["MUG-1", "OLD-1"]);
  await table().getByRole("cell", { name: "$20.00 – $22.00" }).waitFor();
  await table()
    .getByRole("row", { name: /3 variants .*In stock .*Active$/ })
    .waitFor();
  await table()
    .getByRole("button", { name: /^Show the variants of Linen shirt, 3 variants/ })
    .click();
  await table().getByRole("link", { name: "LIN-M" }).waitFor();
  await expectSkus(["LIN-L", "LIN-M", "LIN-S", "MUG-1", "OLD-1"]);
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("checkbox", { name: "Select the variants of Linen shirt" }).check();
  await page.getByRole("region", { name: "3 products selected" }).waitFor();
  await page.getByRole("button", { name: "Clear selection" }).click();

  await page.getByRole("checkbox", { name: "Group variants" }).uncheck();
  await page.getByRole("button", { name: "SKU", exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get("sort") === "-sku");
  await table().locator("tbody tr").first().getByRole("link", { name: "OLD-1" }).waitFor();
  await expectSkus(["OLD-1", "MUG-1", "LIN-S", "LIN-M", "LIN-L"]);
  await page.getByRole("columnheader", { name: "SKU" }).and(page.locator("[aria-sort=descending]")).waitFor();

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Size", exact: true }).click();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "SKU begins with" }).click();
  await page.getByRole("searchbox", { name: "SKU begins with" }).fill("LIN-");
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Apply filters" }).click();
  await page.getByText("3 products", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view …" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByRole("button", { name: "Save view" }).click();
  await dialog.getByText("Must be filled in").waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Linen");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await page.getByText("View Linen saved.").waitFor();

  await open("/products");
  await page.getByText("5 products", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Linen", exact: true }).click();
  await page.getByText("3 products", { exact: true }).waitFor();
  await table().locator("tbody tr").first().getByRole("link", { name: "LIN-S" }).waitFor();
  await expectSkus(["LIN-S", "LIN-M", "LIN-L"]);
  await table().getByRole("columnheader", { name: "Size" }).waitFor();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  const [head = "", ...lines] = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(head.split(",").slice(0, 4)).toEqual(["image_url", "sku", "title", "size"]);
  expect(lines.map((line) => line.split(",")[1])).toEqual(["LIN-S", "LIN-M", "LIN-L"]);
  expect(await faults()).toEqual([]);
});

test("views are kept with the account: those of this browser are moved there, and changed and deleted ones can be taken back", async () => {
  const { page, open, faults } = owner;
  const views = async () => (await sendAsPage(page, "GET", "/me/saved-views")).json.data as { name: string }[];
  const names = async () => (await views()).map(({ name }) => name);
  const { id } = (await sendAsPage(page, "GET", "/me")).json.workspace as { id: string };
  const former = [
    { name: "Linen", filter: { sku_prefix: "OTHER-" }, columns: ["sku"] },
    { name: "Mugs", filter: { q: "mug" }, columns: ["picture", "price"] },
  ];
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `skucast-views-${id}`,
    JSON.stringify(former),
  ] as const);
  await open("/products");
  await eventually(() => page.evaluate((key) => localStorage.getItem(key) === null, `skucast-views-${id}`));
  expect(await names()).toEqual(["Linen", "Mugs"]);

  // As in a browser that has stored nothing.
  await page.evaluate(() => localStorage.clear());
  await open("/products");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Linen", exact: true }).click();
  await page.getByText("3 products", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Linen", exact: true }).click();
  await page.getByRole("menuitem", { name: "Mugs", exact: true }).click();
  await page.getByText("2 products", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Status" }).click();
  await page.getByRole("combobox", { name: "Status" }).selectOption("active");
  await page.getByRole("button", { name: "Apply filters" }).click();
  await page.getByText("1 product", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Views" }).click();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Update view Mugs" }).click();
  await page.getByText("View Mugs saved.").waitFor();

  await page.getByRole("button", { name: "Mugs", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete view Mugs" }).click();
  await page.getByText("View Mugs deleted.").waitFor();
  expect(await names()).toEqual(["Linen"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("button", { name: "Mugs", exact: true }).waitFor();
  expect((await views()).find(({ name }) => name === "Mugs")).toMatchObject({
    filter: { q: "mug", status: "active" },
    columns: ["picture", "price"],
  });
  expect(await faults()).toEqual([]);
});

test("products are filtered by any field, also by custom attributes, with errors at their inputs, and the filters are kept in the URL", async () => {
  const { page, open, faults } = owner;
  for (const [sku, season] of [
    ["LIN-S", "summer"],
    ["MUG-1", "winter"],
  ] as const) {
    await sendAsPage(page, "PATCH", `/products/${sku}`, { custom_attributes: { season } });
  }
  await open("/products");
  await page.getByText("5 products", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Any other field" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter by any field" });
  await dialog.getByRole("button", { name: "Apply filters" }).click();
  await dialog.getByText("Must be filled in").first().waitFor();
  await dialog.getByRole("combobox", { name: "Name" }).fill("season");
  await dialog.getByRole("textbox", { name: "Value" }).fill("summer");
  await dialog.getByRole("button", { name: "Add condition" }).click();
  await dialog.getByRole("combobox", { name: "Field" }).nth(1).selectOption("Price");
  await dialog.getByRole("textbox", { name: "Value" }).nth(1).fill("1e3");
  await dialog.getByRole("button", { name: "Apply filters" }).click();
  await dialog.getByText("Must be a number, such as 19.90").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Value" }).nth(1).fill("15.50");
  await dialog.getByRole("button", { name: "Apply filters" }).click();
  await page.getByText("1 product", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("1 product", { exact: true }).waitFor();
  await expectSkus(["LIN-S"]);
  await table().getByRole("cell", { name: "$20.00" }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Remove filter: season is summer" }).click();
  await page.getByText("3 products", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: "Any other field" }).click();
  await dialog.getByRole("combobox", { name: "Condition" }).selectOption("is below");
  await dialog.getByRole("button", { name: "Apply filters" }).click();
  await page.getByText("2 products", { exact: true }).waitFor();
  await expectSkus(["MUG-1", "OLD-1"]);
  expect(await faults()).toEqual([]);
});

test("prices change by a percentage with the effect shown first, and are changed back", async () => {
  const { page, open } = owner;
  const priceOf = async (sku: string) => (await sendAsPage(page, "GET", `/products/${sku}`)).json.price_amount;
  await open("/products?sku_prefix=LIN-");
  await page.getByText("3 products", { exact: true }).waitFor();
  await page.getByRole("checkbox", { name: "Select all shown products" }).check();
  await page.getByRole("button", { name: "Change field" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 3 products" });
  await dialog.getByRole("combobox", { name: "Field" }).selectOption("Price");
  await dialog.getByRole("combobox", { name: "How" }).selectOption("percent");
  await dialog.getByRole("button", { name: "Change 3 products" }).click();
  await dialog.getByText("Must be a number, such as 10 or -5").waitFor();
  await dialog.getByRole("textbox", { name: "Percent" }).fill("10");
  await dialog.getByText("3 products would change.").waitFor();
  await dialog.getByRole("row", { name: /LIN-M \$21\.00 \$23\.10/ }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Change 3 products" }).click();
  const note = page.getByRole("region", { name: "Product change" });
  await note.getByText("3 products changed.").waitFor();
  expect(await priceOf("LIN-M")).toBe(23.1);
  expect((await sendAsPage(page, "PATCH", "/products/LIN-S", { price_amount: 50 })).status).toBe(200);

  await note.getByRole("button", { name: "Undo changes" }).click();
  const question = page.getByRole("alertdialog", { name: "Undo the changes of 3 products?" });
  expect(await violationsEverywhere(page)).toEqual([]);
  await question.getByRole("button", { name: "Undo changes" }).click();
  await page.getByText("2 products changed back. 1 product kept fields that were changed since.").waitFor();
  expect([await priceOf("LIN-L"), await priceOf("LIN-M"), await priceOf("LIN-S")]).toEqual([22, 21, 50]);
});

test("text is found and replaced, and changed back from the list of imports", async () => {
  const { page, open } = owner;
  const titleOf = async () => (await sendAsPage(page, "GET", "/products/MUG-1")).json.title;
  await open("/products");
  await page.getByRole("checkbox", { name: "Select MUG-1" }).check();
  await page.getByRole("checkbox", { name: "Select OLD-1" }).check();
  await page.getByRole("button", { name: "Change field" }).click();
  const dialog = page.getByRole("dialog", { name: "Change 2 products" });
  await dialog.getByRole("combobox", { name: "Field" }).selectOption("Title");
  await dialog.getByRole("combobox", { name: "How" }).selectOption("replace");
  await dialog.getByRole("textbox", { name: "Find" }).fill("Acme");
  await dialog.getByRole("textbox", { name: "Replace with" }).fill("Blue");
  await dialog.getByText("Unchanged: 1 product.").waitFor();
  await dialog.getByRole("button", { name: "Change 1 product" }).click();
  await page.getByRole("region", { name: "Product change" }).getByText("1 product changed.").waitFor();
  expect(await titleOf()).toBe("Mug Blue");
  await page.getByRole("link", { name: "Imports" }).click();
  await page.getByRole("link", { name: /^Title: replace “Acme”/ }).click();
  await page.getByRole("button", { name: "Undo changes" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo changes" }).click();
  await page.getByText("1 product changed back.").waitFor();
  expect(await titleOf()).toBe("Mug Acme");
  await page.getByRole("status").getByText("Undone").waitFor();
  await page.getByRole("button", { name: "Undo changes" }).waitFor({ state: "detached" });
});

test("cells from a spreadsheet are pasted and imported", async () => {
  const { page, open } = owner;
  await open("/imports/new");
  await page.getByText("Or paste rows from a spreadsheet").click();
  const pasted = "sku\ttitle\tprice\tavailability\nPASTED-1\tPasted mug\t7.50 USD\tin stock\n";
  await page.getByRole("textbox", { name: "Rows" }).fill(pasted);
  await page.getByRole("button", { name: "Read pasted rows" }).click();
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByRole("status").getByText("Succeeded").waitFor();
  expect((await sendAsPage(page, "GET", "/products/PASTED-1")).json).toMatchObject({ title: "Pasted mug" });
});

test("a save that fails says so next to its button, and what was typed is discarded only after a question", async () => {
  const { page, open } = owner;
  await open("/products/MUG-1");
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await title.fill("Typed");
  await page.getByText("Unsaved changes").waitFor();
  await page.keyboard.press("End");
  await page.getByRole("heading", { name: "All other fields" }).scrollIntoViewIfNeeded();
  await page.route(/\/products\/MUG-1/, (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );
  await page.getByRole("button", { name: "Save changes" }).click();
  const failure = page.getByRole("alert").filter({ hasText: "The service did not answer." });
  await failure.waitFor();
  const { y = -1, height = 0 } = (await failure.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.unroute(/\/products\/MUG-1/);

  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await page.getByRole("button", { name: "Discard changes" }).click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  expect(await title.inputValue()).toBe("Typed");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await page.getByText("Unsaved changes").waitFor({ state: "detached" });
  expect(await title.inputValue()).toBe("Mug Acme");
});

test("the history shows who changed what, and a former value is restored", async () => {
  const { page, open, faults } = owner;
  await sendAsPage(page, "PATCH", "/products/OLD-1", { title: "Older mug", metadata: { shelf: "A" } });
  await sendAsPage(page, "PATCH", "/products/OLD-1", { price_amount: 6, metadata: { shelf: "B", row: "2" } });
  await open("/products/OLD-1");
  await page.getByRole("button", { name: "Show history" }).click();
  const changes = page.getByRole("table", { name: "Changes of the product, newest first" });
  const latest = changes.getByRole("row", { name: /Price: 5 → 6/ });
  await latest.getByText("Metadata: shelf: A → row: 2, shelf: B").waitFor();
  await changes.getByRole("row", { name: /Product created/ }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);

  await latest.getByRole("button", { name: "Restore" }).click();
  const question = page.getByRole("alertdialog", { name: "Restore the former values?" });
  await question.getByText("Metadata: row: 2, shelf: B → shelf: A").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await question.getByRole("button", { name: "Restore" }).click();
  await page.getByText("Former values restored.").waitFor();
  await changes.getByRole("row", { name: /Price: 6 → 5/ }).waitFor();
  await latest.getByRole("button", { name: "Restore" }).waitFor({ state: "detached" });
  const { json } = await sendAsPage(page, "GET", "/products/OLD-1");
  expect(json).toMatchObject({ title: "Older mug", price_amount: 5 });
  expect(json.metadata).toEqual({ shelf: "A" });
  expect(await faults()).toEqual([]);
});

test("an issue of all products is fixed by a default whose effect is shown first, and a sentence says why one is missing", async () => {
  const { page, open, faults } = owner;
  const items = ["X-1", "X-2"].map((sku) => ({
    sku,
    title: "Plain mug",
    description: "A mug",
    price_amount: 5,
    price_currency: "USD",
    availability: "in_stock",
    url: "https://shop.example/x",
    image_url: "https://shop.example/x.jpg",
  }));
  expect((await sendAsPage(page, "POST", "/products/batch", { items })).status).toBe(200);
  const body = { name: "Google", profile: "google_merchant", market: MARKET };
  const { json: channel } = await sendAsPage(page, "POST", "/channels", body);
  await open(`/channels/${channel.id}`);
  const causes = page.getByRole("table", { name: "Causes of issues in this channel" });
  const brand = causes.getByRole("row", { name: /^Brand: / });
  await brand.getByRole("button", { name: /^Show products: Brand/ }).click();
  await page.getByText("Only issues of Brand.").waitFor();
  await page.goBack();
  await brand.getByRole("button", { name: /^Fix all: Brand/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Fix brand of/ });
  await dialog.getByRole("textbox", { name: "Value for brand" }).fill("Acme");
  await dialog.getByText(/with this issue, 0 would still have it/).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save to channel" }).click();
  await page.getByText("brand is set in Google.").waitFor();
  expect((await sendAsPage(page, "GET", `/channels/${channel.id}`)).json.defaults).toEqual({ brand: "Acme" });
  await brand.waitFor({ state: "detached" });

  await page.getByRole("textbox", { name: "Why is a product not in this channel?" }).fill("OLD-1");
  await page.getByText("It is not in Google, because it is not active.").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  expect(await faults()).toEqual([]);
});
