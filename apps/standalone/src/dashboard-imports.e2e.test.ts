import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { eventually } from "@skucast/testkit/eventually";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const ROWS = 10_000;
/** The search index is updated from events after the import. On a slow machine this takes minutes. */
const INDEXED_MS_MAX = 300_000;
const INVALID_EVERY = 50;
const PREVIEWED = LIMITS.importPreviewRowsMax;
const site = deploymentWithBrowser();
let page: Page;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  ({ page, faults } = await site.newOwner());
});

/** A file with a shop's own column names, in which some prices are invalid. */
function shopFile(rows: number, prefix = "T"): Buffer {
  const line = (_: unknown, i: number) =>
    `${prefix}-${i},"Shirt ${i}, red",Soft,${i % INVALID_EVERY === 0 ? "free" : "5.00"},${i % 7},summer`;
  return Buffer.from(`Article,Name,Details,Price,Qty,Season\n${Array.from({ length: rows }, line).join("\n")}\n`);
}

const choose = (name: string, buffer: Buffer) =>
  page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
const mapColumn = (column: string, target: string) =>
  page.getByRole("combobox", { name: `Field for ${column}` }).selectOption(target);

test("a file of 10,000 rows is mapped with a preview, imported while the user is on another page, and its errors are listed and downloaded", async () => {
  await page.goto(`${site.deployment.baseUrl}/products`);
  await page.getByRole("link", { name: "Imports" }).click();
  await page.getByText("No imports yet").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("link", { name: "Import file" }).first().click();
  await choose("shop.csv.gz", gzipSync(shopFile(ROWS)));
  await page.getByText("Choose the column that contains the SKU to continue.").waitFor();
  expect(await page.getByRole("button", { name: "Start import" }).isDisabled()).toBe(true);
  await mapColumn("Article", "sku");
  await mapColumn("Details", "description");
  await mapColumn("Season", "metadata");
  const rows = page.getByRole("table", { name: /as they would be imported/ });
  const summary = page.getByRole("status").filter({ hasText: `for the first ${PREVIEWED} rows` });
  await summary
    .getByText(`Currency is required for a new product (${PREVIEWED - PREVIEWED / INVALID_EVERY} rows)`)
    .waitFor();
  await page.getByText("Every previewed row would be rejected").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Value" }).fill("EUR");
  await page.getByRole("button", { name: "Add value", exact: true }).click();
  await rows.getByRole("row", { name: /^2 Price must be an amount/ }).waitFor();
  await summary.getByText(/196 added, 4 rejected/).waitFor();
  await rows.getByRole("row", { name: /^3 None T-1 Shirt 1, red/ }).waitFor();
  await page.getByRole("button", { name: "Start import" }).click();
  await page.waitForURL((url) => /^\/imports\/imp_/.test(url.pathname));

  await page.getByRole("link", { name: "All imports" }).click();
  await page.getByRole("link", { name: "shop.csv.gz" }).click();
  await page.getByRole("status").getByText("Succeeded with rejected rows").waitFor();
  const refused = ROWS / INVALID_EVERY;
  const counts = page.getByRole("region", { name: "Rows", exact: true });
  await counts.waitFor();
  expect((await counts.getByRole("definition").allInnerTexts()).slice(0, 6)).toEqual([
    "10,000",
    (ROWS - refused).toLocaleString("en"),
    "0",
    "0",
    "0",
    String(refused),
  ]);
  await page.getByRole("row", { name: "2 T-0 Price" }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download errors as CSV" }).click(),
  ]);
  const lines: { line: string; sku: string }[] = parse(readFileSync(await download.path()), { columns: true });
  expect(lines.map(({ line, sku }) => [line, sku])).toEqual(
    Array.from({ length: refused }, (_, i) => [String(2 + i * INVALID_EVERY), `T-${i * INVALID_EVERY}`]),
  );
  const kinds = page.getByRole("table", { name: "Errors and warnings by kind" });
  await kinds.getByRole("row", { name: new RegExp(`Price .* ${refused} Rejected`) }).waitFor();
  await page.getByRole("row", { name: /^Article SKU/ }).waitFor();
  const results = page.getByRole("region", { name: "Result of each row" });
  await results.getByRole("row", { name: /^3 T-1 Added Applied: Article,/ }).waitFor();
  await results.getByRole("combobox", { name: "Result" }).selectOption("Rejected");
  await results.getByRole("row", { name: /^2 T-0 Rejected Rejected: Article,/ }).waitFor();
  await results.getByRole("textbox", { name: "Line of the file" }).fill("3");
  await results.getByText("No rows.").waitFor();
  const [corrections] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download rows to correct" }).click(),
  ]);
  const toCorrect: Record<string, string>[] = parse(readFileSync(await corrections.path()), {
    columns: true,
    bom: true,
  });
  expect(toCorrect.map(({ Article }) => Article)).toEqual(
    Array.from({ length: refused }, (_, i) => `T-${i * INVALID_EVERY}`),
  );
  expect(toCorrect.every(({ skucast_errors: reasons }) => reasons?.includes("must be an amount"))).toBe(true);
  await page.goto(`${site.deployment.baseUrl}/products/T-1`);
  await page.getByText("€5.00").waitFor();
  await page.getByText("Metadata (1)").click();
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("season");
  expect(await page.getByRole("textbox", { name: "Value" }).inputValue()).toBe("summer");
  expect(await faults()).toEqual([]);
});

test(
  "a search finds one of thousands of products when it has been indexed",
  async () => {
    await page.goto(`${site.deployment.baseUrl}/imports/new`);
    await choose("more.csv", shopFile(LIMITS.pageScanRowsMax, "S"));
    await mapColumn("Article", "sku");
    await page.getByRole("combobox", { name: "Value" }).fill("EUR");
    await page.getByRole("button", { name: "Add value", exact: true }).click();
    await page.getByRole("button", { name: "Start import" }).click();
    await page.getByRole("status").getByText("Succeeded with rejected rows").waitFor();
    const found = page.getByRole("link", { name: "T-9999" });
    const isFound = async () => {
      await page.goto(`${site.deployment.baseUrl}/products?q=T-9999`);
      await found.or(page.getByText("No products match")).waitFor();
      return found.isVisible();
    };
    await eventually(isFound, { timeoutMs: INDEXED_MS_MAX });
    await page.getByRole("searchbox", { name: "Search" }).fill("T-99999");
    await page.getByText("No products match").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await page.getByRole("link", { name: "S-1", exact: true }).waitFor();
    expect(await faults()).toEqual([]);
  },
  2 * INDEXED_MS_MAX,
);

test("the export of a Shopify shop gets its product pages from the shop's address, and the catalog's currency is offered", async () => {
  await page.goto(`${site.deployment.baseUrl}/imports/new`);
  const lines = [
    "Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty",
    "linen-shirt,Linen shirt,<p>Soft</p>,Acme,Size,M,PAGE-1,29.00,3",
  ];
  await choose("products_export.csv", Buffer.from(`${lines.join("\n")}\n`));
  await page.getByText("Questions about the file are open.").waitFor();
  const use = page.getByRole("button", { name: "Use this address" });
  expect(await use.isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: /^What is the address of your shop/ }).fill("shop.example/");
  await use.click();
  const rows = page.getByRole("table", { name: /as they would be imported/ });
  await rows.getByText("https://shop.example/products/linen-shirt").waitFor();
  await rows.getByText("Size: M").waitFor();
  const currency = page.getByRole("group", { name: /^Which currency are the prices in/ });
  expect(await currency.getByRole("button").first().innerText()).toBe("EUR");
  await currency.getByRole("button", { name: "EUR" }).click();
  await page.getByText("Questions about the file are open.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByRole("status").getByText("Succeeded").waitFor();
  expect((await sendAsPage(page, "GET", "/products/PAGE-1")).json).toMatchObject({
    url: "https://shop.example/products/linen-shirt",
    item_group_id: "linen-shirt",
    price_currency: "EUR",
  });
});

test("an incomplete file can be checked first, and replaces nothing if it would remove too many products", async () => {
  const options = async (isChecked: boolean) => {
    await page.goto(`${site.deployment.baseUrl}/imports/new`);
    await choose("short.csv", Buffer.from("sku,title,price,availability\nT-1,Shirt,6.00 EUR,in stock\n"));
    await page.getByRole("combobox", { name: "Products in the file" }).selectOption("replace");
    await page.getByRole("checkbox", { name: "Only check the file" }).setChecked(isChecked);
  };
  await options(false);
  await page.getByRole("textbox", { name: "Maximum products removed (%)" }).fill("many");
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByText("must be a whole number from 0 to 100").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Maximum products removed (%)" }).fill("20");
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByRole("status").getByText("failed").waitFor();
  await page.getByText(/: more than the \d+% that are allowed\. Missing: /).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);

  await options(true);
  await page.getByRole("textbox", { name: "Maximum products removed (%)" }).fill("100");
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("status").getByText("succeeded").waitFor();
  await page.getByText("no product was changed").waitFor();
  await page.goto(`${site.deployment.baseUrl}/products/T-1`);
  await page.getByText("€5.00").waitFor();
  expect(await faults()).toEqual([]);
});

test("missing required fields are reported before the upload, and an import without a valid row fails", async () => {
  await page.goto(`${site.deployment.baseUrl}/imports/new`);
  await choose("lacking.csv", Buffer.from("sku,title\nT-1,Shirt\nN-1,New\nN-2,New\n"));
  const summary = page.getByRole("status").filter({ hasText: "for the first 3 rows" });
  await summary.getByText(/1 changed, 2 rejected/).waitFor();
  await summary.getByText("Price is required for a new product (2 rows)").waitFor();
  await choose("lacking-all.csv", Buffer.from("sku,title\nN-1,New\nN-2,New\n"));
  await page.getByText("Every previewed row would be rejected").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByRole("status").getByText("failed").waitFor();
  await page.getByText("No row of the file is valid, and no product was changed.").waitFor();
  await page.getByRole("row", { name: "2 N-1 Price" }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("link", { name: "All imports" }).click();
  await page.getByRole("row", { name: /lacking-all.csv Failed/ }).waitFor();
  expect(await faults()).toEqual([]);
});

test("a file that is not a product file is rejected before the upload", async () => {
  await page.goto(`${site.deployment.baseUrl}/imports/new`);
  await choose("list.json", Buffer.from('[{"sku":"A"'));
  await page.getByRole("alert").getByText("its end is missing").waitFor();
  expect(await page.getByRole("button", { name: "Start import" }).count()).toBe(0);
  expect(await violationsEverywhere(page)).toEqual([]);
});

test("a source is created, changed, paused and deleted, and an invalid URL is reported at its field", async () => {
  const owner = await site.newOwner();
  const { page } = owner;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const field = (name: string) => page.getByRole("textbox", { name });
  await page.goto(`${site.deployment.baseUrl}/sources`);
  await page.getByText("No sources yet").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await button("Create source").first().click();
  await field("Name").fill("Shop export");
  await field("File URL").fill("https://127.0.0.1/export.csv");
  await page.getByRole("combobox", { name: "Login" }).selectOption("bearer");
  await page.getByLabel("Secret").fill("t0ken");
  await page.getByRole("combobox", { name: "Schedule" }).selectOption("interval");
  await field("Interval (minutes)").fill("10080");
  expect(await violationsEverywhere(page)).toEqual([]);
  await button("Create source").click();
  await page.getByText("is not an address on the public internet").waitFor();
  // A public address. With this interval, nothing is fetched from it during the test.
  await field("File URL").fill("https://93.184.215.14/export.csv");
  await button("Create source").click();
  await page.getByRole("heading", { name: "Shop export" }).waitFor();
  await page.getByText("Not fetched yet").waitFor();
  await page.getByText("Every 10080 min").waitFor();
  expect(await page.getByText("t0ken").count()).toBe(0);
  expect(await violationsEverywhere(page)).toEqual([]);

  await button("Edit source").click();
  await field("Name").fill("ERP export");
  await page.getByRole("combobox", { name: "Schedule" }).selectOption("never");
  await button("Save changes").click();
  await page.getByRole("heading", { name: "ERP export" }).waitFor();
  await page.getByText("On demand", { exact: true }).waitFor();
  await button("Pause source").click();
  await button("Resume source").waitFor();

  await page.getByRole("link", { name: "Sources" }).click();
  await page.getByRole("row", { name: /ERP export .*Paused/ }).waitFor();
  await page.getByRole("link", { name: "ERP export" }).click();
  await button("Delete source").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete source" }).click();
  await page.getByText("No sources yet").waitFor();
  expect(await owner.faults()).toEqual([]);
  await owner.leave();
});
