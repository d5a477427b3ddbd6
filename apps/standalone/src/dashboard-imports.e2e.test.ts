import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { eventually } from "@skucast/testkit/eventually";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { houseWithBrowser } from "./testing/house-with-browser.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const ROWS = 10_000;
/** The index follows the events of what was imported, in the same process as everything else, on whatever machine this is. */
const INDEXED_MS_MAX = 300_000;
const FAULTY_EACH = 50;
const LOOKED_AT = LIMITS.importPreviewRowsMax;
const site = houseWithBrowser();
let page: Page;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  ({ page, faults } = await site.newOwner());
});

/** A file of a shop's own columns, in which some prices are none. */
function shopFile(rows: number, prefix = "T"): Buffer {
  const line = (_: unknown, i: number) =>
    `${prefix}-${i},"Shirt ${i}, red",Soft,${i % FAULTY_EACH === 0 ? "free" : "5.00"},${i % 7},summer`;
  return Buffer.from(`Article,Name,Details,Price,Qty,Season\n${Array.from({ length: rows }, line).join("\n")}\n`);
}

const choose = (name: string, buffer: Buffer) =>
  page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
const become = (column: string, target: string) =>
  page.getByRole("combobox", { name: `Field for ${column}` }).selectOption(target);

test("a file of 10,000 rows is mapped by looking at its first rows, imported while one leaves, and its faults are listed and downloaded", async () => {
  await page.goto(`${site.house.baseUrl}/products`);
  await page.getByRole("link", { name: "Imports" }).click();
  await page.getByText("No imports yet").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("link", { name: "Import file" }).first().click();
  await choose("shop.csv.gz", gzipSync(shopFile(ROWS)));
  await page.getByText("Choose the column that contains the SKU to continue.").waitFor();
  expect(await page.getByRole("button", { name: "Start import" }).isDisabled()).toBe(true);
  await become("Article", "sku");
  await become("Details", "description");
  await become("Season", "metadata");
  const rows = page.getByRole("table", { name: /as they would be imported/ });
  const judged = page.getByRole("status").filter({ hasText: `of the first ${LOOKED_AT} rows` });
  await judged
    .getByText(`Currency is required for a new product (${LOOKED_AT - LOOKED_AT / FAULTY_EACH} rows)`)
    .waitFor();
  await page.getByText("Every previewed row would be rejected").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Value" }).fill("EUR");
  await page.getByRole("button", { name: "Add value", exact: true }).click();
  await rows.getByRole("row", { name: /^2 Price must be an amount/ }).waitFor();
  await judged.getByText(/196 added, 4 rejected/).waitFor();
  await rows.getByRole("row", { name: /^3 None T-1 Shirt 1, red/ }).waitFor();
  await page.getByRole("button", { name: "Start import" }).click();
  await page.waitForURL((url) => /^\/imports\/imp_/.test(url.pathname));

  await page.getByRole("link", { name: "All imports" }).click();
  await page.getByRole("link", { name: "shop.csv.gz" }).click();
  await page.getByRole("status").getByText("Succeeded with rejected rows").waitFor();
  const refused = ROWS / FAULTY_EACH;
  const counts = page.getByRole("region", { name: "Rows", exact: true });
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
    Array.from({ length: refused }, (_, i) => [String(2 + i * FAULTY_EACH), `T-${i * FAULTY_EACH}`]),
  );
  await page.goto(`${site.house.baseUrl}/products/T-1`);
  await page.getByText("5.00 EUR").waitFor();
  expect(await page.getByRole("textbox", { name: "All other fields" }).inputValue()).toContain('"season": "summer"');
  expect(await faults()).toEqual([]);
});

test(
  "a search finds what stands behind thousands of products, once the index knows it",
  async () => {
    await page.goto(`${site.house.baseUrl}/imports/new`);
    await choose("more.csv", shopFile(LIMITS.pageScanRowsMax, "S"));
    await become("Article", "sku");
    await page.getByRole("textbox", { name: "Value" }).fill("EUR");
    await page.getByRole("button", { name: "Add value", exact: true }).click();
    await page.getByRole("button", { name: "Start import" }).click();
    await page.getByRole("status").getByText("Succeeded with rejected rows").waitFor();
    const found = page.getByRole("link", { name: "T-9999" });
    const isFound = async () => {
      await page.goto(`${site.house.baseUrl}/products?q=T-9999`);
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

test("a file that broke off is only checked first, and replaces nothing when it would take out too much", async () => {
  const options = async (isChecked: boolean) => {
    await page.goto(`${site.house.baseUrl}/imports/new`);
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
  await page.getByText(/max_removal_percent/).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);

  await options(true);
  await page.getByRole("textbox", { name: "Maximum products removed (%)" }).fill("100");
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("status").getByText("succeeded").waitFor();
  await page.getByText("no product was changed").waitFor();
  await page.goto(`${site.house.baseUrl}/products/T-1`);
  await page.getByText("5.00 EUR").waitFor();
  expect(await faults()).toEqual([]);
});

test("a file that lacks what new products need is told of before it is sent, and has failed when no row was taken", async () => {
  await page.goto(`${site.house.baseUrl}/imports/new`);
  await choose("lacking.csv", Buffer.from("sku,title\nT-1,Shirt\nN-1,New\nN-2,New\n"));
  const judged = page.getByRole("status").filter({ hasText: "of the first 3 rows" });
  await judged.getByText(/1 changed, 2 rejected/).waitFor();
  await judged.getByText("Price is required for a new product (2 rows)").waitFor();
  await choose("lacking-all.csv", Buffer.from("sku,title\nN-1,New\nN-2,New\n"));
  await page.getByText("Every previewed row would be rejected").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByRole("status").getByText("failed").waitFor();
  await page.getByText("No row of the file could be taken, and no product was changed.").waitFor();
  await page.getByRole("row", { name: "2 N-1 Price" }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("link", { name: "All imports" }).click();
  await page.getByRole("row", { name: /lacking-all.csv Failed/ }).waitFor();
  expect(await faults()).toEqual([]);
});

test("what is no product file is refused with a sentence, before anything is sent as a whole", async () => {
  await page.goto(`${site.house.baseUrl}/imports/new`);
  await choose("list.json", Buffer.from('[{"sku":"A"'));
  await page.getByRole("alert").getByText("breaks off before its end").waitFor();
  expect(await page.getByRole("button", { name: "Start import" }).count()).toBe(0);
  expect(await violationsEverywhere(page)).toEqual([]);
});
