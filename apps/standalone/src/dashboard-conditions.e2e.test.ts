import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const site = deploymentWithBrowser();
let page: Page;
let faults: () => Promise<string[]>;
let channelPath: string;

beforeAll(async () => {
  ({ page, faults } = await site.demoOwner());
  const tee = { price_currency: "USD", availability: "in_stock", description: "Soft." };
  const items = [
    { ...tee, sku: "CON-1", title: "Red tee", color: "rot", price_amount: 19.9, tags: ["sale"] },
    { ...tee, sku: "CON-2", title: "Blue tee", color: "blau", price_amount: 50 },
    { ...tee, sku: "CON-3", title: "Green tee", color: "rot", price_amount: 5 },
  ];
  await site.deployment.api().call("POST", "/products/batch", { items });
  const market = { country: "US", currency: "USD", language: "en" };
  const filters = { q: "tee CON" };
  const channel = { name: "Chosen", profile: "generic", market, selection: { filters } };
  channelPath = `/channels/${(await site.deployment.api().call("POST", "/channels", channel)).id}`;
});

test("a lookup table is created, filled from CSV with errors at their lines, and changed", async () => {
  await page.goto(`${site.deployment.baseUrl}/lookup-tables`);
  await page.getByRole("button", { name: "Create lookup table" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Colors");
  await page.getByRole("dialog").getByRole("button", { name: "Create lookup table" }).click();
  await page.getByRole("heading", { level: 1, name: "Colors" }).waitFor();
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Content" }).fill("key,value\nrot,\nblau,blue\n");
  await dialog.getByRole("button", { name: "Replace all rows" }).click();
  await dialog.getByText(/line 2: the value must not be empty/i).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Content" }).fill("key,value\nrot,red\nblau,blue\n");
  await dialog.getByRole("button", { name: "Replace all rows" }).click();
  await page.getByText("Rows replaced.").waitFor();
  await page.getByRole("row", { name: /rot red/ }).waitFor();
  await page.getByRole("button", { name: "Set a value" }).click();
  await dialog.getByRole("textbox", { name: "Key" }).fill("rot");
  await dialog.getByRole("textbox", { name: "Value" }).fill("crimson");
  await dialog.getByRole("button", { name: "Save value" }).click();
  await page.getByRole("row", { name: /rot crimson/ }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  expect(await faults()).toEqual([]);
});

test("groups of conditions select products, and an exclude rule and a lookup table show their effect before they are saved", async () => {
  await page.goto(`${site.deployment.baseUrl}${channelPath}?tab=settings`);
  const selection = page.getByRole("region", { name: "Selection" });
  await selection.getByRole("button", { name: "Add group" }).click();
  const group = selection.locator(".condition-group");
  await group.getByRole("combobox", { name: "Rows or products that meet" }).selectOption("or");
  await group.getByRole("textbox", { name: "Value" }).fill("30");
  await group.getByRole("button", { name: "Add condition" }).click();
  const second = group.locator(".condition").nth(1);
  await second.getByRole("textbox", { name: "Column" }).fill("tags");
  await second.getByRole("combobox", { name: "Condition" }).selectOption("includes");
  await second.getByRole("textbox", { name: "Value" }).fill("sale");

  await page.getByRole("link", { name: "Rules and preview" }).click();
  const rules = page.getByRole("region", { name: "Rules" });
  const addRule = async (kind: string) => {
    await rules.getByRole("button", { name: "Add rule" }).last().click();
    await page.getByRole("menuitem", { name: kind }).click();
  };
  await addRule("Value from a shared table");
  await rules.getByRole("combobox", { name: "Shared lookup table" }).selectOption({ label: "Colors" });
  await addRule("Exclude products");
  const exclude = rules.locator(".rules > li").nth(1);
  await exclude.getByRole("textbox", { name: "Reason" }).fill("Blue is sold out");
  await exclude.getByRole("textbox", { name: "Column" }).fill("color");
  await exclude.getByRole("combobox", { name: "Condition" }).selectOption("matches");
  await exclude.getByRole("textbox", { name: "Regular expression" }).fill("^bl(");
  await page.getByRole("button", { name: "Save changes" }).click();
  await exclude.getByText(/missing closing/).waitFor();
  await exclude.getByRole("textbox", { name: "Regular expression" }).fill("^bl");
  await page.getByText("Blue is sold out").last().waitFor();
  await page.getByRole("cell", { name: "crimson" }).first().waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Channel saved.").waitFor();

  const api = site.deployment.api();
  const stored = await api.call("GET", channelPath);
  expect(stored.selection).toMatchObject({
    conditions: [
      {
        op: "or",
        conditions: [
          { field: "price_amount", op: "above", value: 30 },
          { field: "tags", op: "includes", value: "sale" },
        ],
      },
    ],
  });
  const preview = (await api.call("POST", `${channelPath}/preview`, {})) as {
    rows: { sku: string; row: { color: string } }[];
    excluded: { sku: string; reasons: string[] }[];
  };
  expect(preview.rows.map(({ sku, row }) => [sku, row.color])).toEqual([["CON-1", "crimson"]]);
  expect(preview.excluded.filter(({ sku }) => sku.startsWith("CON-"))).toMatchObject([
    { sku: "CON-2", reasons: ["rule"] },
    { sku: "CON-3", reasons: ["conditions"] },
  ]);
  expect(await faults()).toEqual([]);
});
