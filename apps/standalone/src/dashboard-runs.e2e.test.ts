import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const PRODUCTS = 30;
const REMAINING = 12;
const site = deploymentWithBrowser({ SKUCAST_ALLOW_TARGETS: "127.0.0.0/8" });
let partner: SshServer;
let page: Page;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  partner = await startSshServer();
  ({ page, faults } = await site.newOwner());
});
afterAll(async () => {
  await partner.stop();
});

const open = async (path: string) => void (await page.goto(site.deployment.baseUrl + path));

/** Number of rows in the file on the partner's server. */
const rowsAtPartner = (): number => parse(readFileSync(join(partner.root, "goods.csv")), { columns: true }).length;

/** Creates products with a status, with the page's session. */
async function putProducts(count: number, status: string): Promise<void> {
  const items = Array.from({ length: count }, (_, i) => ({
    sku: `S-${i}`,
    title: `Shirt ${i}`,
    price_amount: 5,
    price_currency: "USD",
    availability: "in_stock",
    status,
    description: "Soft.",
    url: "https://shop.example/s",
    image_url: "https://shop.example/s.jpg",
    brand: "Acme",
  }));
  expect((await sendAsPage(page, "POST", "/products/batch", { items })).status).toBe(200);
}

/** Runs the open feed and waits for a status of its run. */
async function runTo(status: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Run now" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/runs/"));
  await page.getByRole("status").getByText(status).waitFor();
}

test("from sign-up to a file on a partner's OpenSSH server: product, channel, destination with our key, feed, run", async () => {
  await open("/products/new");
  await page.getByRole("textbox", { name: "SKU" }).fill("TEE-1");
  await page.getByRole("textbox", { name: "Title" }).fill("Red tee");
  await page.getByRole("textbox", { name: "Description" }).fill("Soft.");
  await page.getByRole("textbox", { name: "Brand" }).fill("Acme");
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("19.9");
  await page.getByRole("combobox", { name: "Currency" }).fill("USD");
  await page.getByRole("textbox", { name: "Product page" }).fill("https://shop.example/t");
  await page.getByRole("textbox", { name: "Image" }).fill("https://shop.example/t.jpg");
  await page.getByRole("button", { name: "Add product" }).click();
  await page.waitForURL((url) => url.pathname === "/products/TEE-1");

  await open("/channels");
  await page.getByRole("button", { name: "Create channel" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Shop window");
  await page.getByRole("combobox", { name: "Profile" }).selectOption("generic");
  await page.getByRole("button", { name: "Create channel" }).click();
  await page.getByRole("heading", { name: "Shop window", level: 1 }).waitFor();

  await open("/destinations");
  await page.getByRole("link", { name: "Add destination" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Partner");
  await page.getByRole("textbox", { name: "Host" }).fill(partner.host);
  await page.getByRole("textbox", { name: "Port" }).fill(String(partner.port));
  await page.getByRole("textbox", { name: "User name" }).fill(partner.username);
  await page.getByRole("textbox", { name: "Folder" }).fill(partner.root);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Our public key, which the partner installs").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Next" }).click();
  const key = page.locator(".code-block pre").first();
  await key.waitFor();
  partner.authorize(await key.innerText());
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: `Confirm key ${partner.hostKeySha256}` }).click();
  await page.getByText("The test passed. Files can now be sent to this destination.").waitFor();

  await open("/feeds");
  await page.getByRole("button", { name: "Create feed" }).first().click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Goods");
  await page.getByRole("textbox", { name: "File name" }).fill("goods.csv");
  await page.getByRole("checkbox", { name: /^Partner/ }).check();
  await page.getByRole("button", { name: "Create feed" }).click();
  await page.getByRole("heading", { name: "Goods" }).waitFor();
  await runTo(/^Succeeded/);
  await page.getByRole("row", { name: /Partner Delivered/ }).waitFor();
  expect(readFileSync(join(partner.root, "goods.csv"), "utf8")).toContain("TEE-1");
  expect(await violationsEverywhere(page)).toEqual([]);
});

test("a run that lost most rows is held with its reasons and changes, and is delivered after a release with a reason", async () => {
  await putProducts(PRODUCTS, "active");
  await page.getByRole("link", { name: "View feed" }).click();
  await runTo(/^Succeeded/);
  expect(rowsAtPartner()).toBe(PRODUCTS + 1);
  await putProducts(PRODUCTS - REMAINING, "draft");
  await page.getByRole("link", { name: "View feed" }).click();
  await runTo(/^Held/);
  const note = page.getByRole("region", { name: "This run is held" });
  await note.getByText(/Rows lost: the file has lost/).waitFor();
  await page.getByRole("row", { name: /Rows lost Tripped/ }).waitFor();
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await changes.waitFor();
  expect(await changes.getByRole("definition").allInnerTexts()).toEqual([
    "0",
    "0",
    String(PRODUCTS - REMAINING),
    String(REMAINING + 1),
  ]);
  expect(rowsAtPartner()).toBe(PRODUCTS + 1);
  expect(await violationsEverywhere(page)).toEqual([]);
  const heldAt = page.url();
  await page.getByRole("link", { name: "View feed" }).click();
  await page.getByRole("link", { name: "Review run" }).click();
  await page.waitForURL(heldAt);

  await page.getByRole("button", { name: "Notifications: 1 new" }).click();
  const notifications = page.getByRole("dialog", { name: "Notifications" });
  await notifications.getByText("Open", { exact: true }).waitFor();
  await notifications.getByRole("link", { name: /Goods/ }).click();
  await page.getByRole("heading", { name: "Goods" }).waitFor();
  await page.getByRole("link", { name: "Review run" }).click();
  await page.waitForURL(heldAt);

  await note.getByRole("button", { name: "Release run" }).click();
  const question = page.getByRole("dialog");
  const effect = (name: string) => question.getByRole("definition").filter({ hasText: name });
  await effect(`${REMAINING + 1} rows in goods.csv, created just now`).waitFor();
  await effect(`${PRODUCTS + 1} rows in goods.csv`).waitFor();
  await effect(`0 rows added, 0 changed, ${PRODUCTS - REMAINING} removed`).waitFor();
  await effect("Rows lost: the file has lost").waitFor();
  await effect(`Partner (${partner.host})`).waitFor();
  await question.getByRole("button", { name: "Release run" }).click();
  await question.getByText("Must be filled in").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await question.getByRole("textbox", { name: "Reason" }).fill("The spring range was taken out on purpose");
  await question.getByRole("button", { name: "Release run" }).click();
  await page
    .getByRole("status")
    .getByText(/^Succeeded/)
    .waitFor();
  await page.getByText("The spring range was taken out on purpose").waitFor();
  expect(rowsAtPartner()).toBe(REMAINING + 1);
  await page.getByRole("button", { name: "Notifications: 1 new" }).click();
  await notifications.getByText("Resolved").waitFor();
  await page.keyboard.press("Escape");
});

test("a feed is rolled back to an earlier run, whose files are delivered again, and can be paused at the same time", async () => {
  await page.getByRole("link", { name: "View feed" }).click();
  await page.getByRole("row", { name: /Live/ }).waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Roll back" }).click();
  expect(await violationsEverywhere(page)).toEqual([]);
  expect(await page.getByRole("checkbox", { name: "Pause the feed first" }).isChecked()).toBe(true);
  const question = page.getByRole("dialog");
  await question.getByText("Delivered again").waitFor();
  await question.getByText(`${PRODUCTS + 1} rows in goods.csv`).waitFor();
  await question.getByText(`${REMAINING + 1} rows in goods.csv`).waitFor();
  await question.getByText(`Partner (${partner.host})`).waitFor();
  await page.getByRole("button", { name: "Roll back feed" }).click();
  await page.getByText("Rolls back to").waitFor();
  await page
    .getByRole("status")
    .getByText(/^Succeeded/)
    .waitFor();
  expect(rowsAtPartner()).toBe(PRODUCTS + 1);
  await page.getByRole("link", { name: "View feed" }).click();
  await page.getByText("Paused", { exact: true }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
});

test("discarding a held run leaves the partner's file unchanged", async () => {
  await runTo(/^Held/);
  await page.getByRole("button", { name: "Discard run" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Partners keep the previous files").waitFor();
  await question.getByText(`${REMAINING + 1} rows in goods.csv`).waitFor();
  await question.getByText(`${PRODUCTS + 1} rows in goods.csv`).waitFor();
  await question.getByText(`Partner (${partner.host})`).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await question.getByRole("button", { name: "Discard run" }).click();
  await page.getByRole("status").getByText("Cancelled").waitFor();
  expect(rowsAtPartner()).toBe(PRODUCTS + 1);
  expect(await faults()).toEqual([]);
});
