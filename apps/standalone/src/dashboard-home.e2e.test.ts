import { beforeAll, expect, test } from "@jest/globals";
import { LANGUAGES } from "@skucast/contracts/languages";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { eventually } from "@skucast/testkit/eventually";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const site = deploymentWithBrowser();
let page: Page;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  ({ page, faults } = await site.newOwner());
});

const open = (path: string) => page.goto(site.deployment.baseUrl + path);

/** Uploads a file as the page's user; resolves when its import has ended. */
async function upload(csv: string, mode: "upsert" | "replace"): Promise<void> {
  const id = await page.evaluate(
    async ([url, body]) => {
      const answer = await fetch(String(url), {
        method: "POST",
        headers: { "Content-Type": "text/csv" },
        body: String(body),
      });
      return String(((await answer.json()) as { readonly id: string }).id);
    },
    [`${API_BASE_PATH}/imports?mode=${mode}`, csv] as const,
  );
  await eventually(async () => {
    const { json } = await sendAsPage(page, "GET", `/imports/${id}`);
    return json.finished_at !== null && json.finished_at !== undefined;
  });
}

test("Home and the channel show how many products are published, in the next file, held and with errors, and no trend on the first day", async () => {
  const product = { title: "Tee", price_amount: 20, price_currency: "EUR", availability: "in_stock" };
  const items = [
    ...["A", "B"].map((name) => ({ sku: `GOOD-${name}`, ...product })),
    { sku: "BAD", ...product, price_currency: "USD" },
  ];
  expect((await sendAsPage(page, "POST", "/products/batch", { items })).status).toBe(200);
  const channel = { name: "Germany", profile: "generic", market: { country: "DE", currency: "EUR", language: "de" } };
  const { json } = await sendAsPage(page, "POST", "/channels", channel);
  await eventually(async () => {
    const { json: statistics } = await sendAsPage(page, "GET", `/channels/${json.id}/statistics`);
    const [day] = statistics.days as { readonly pending: number; readonly invalid: number }[];
    return day?.pending === 2 && day.invalid === 1;
  });
  await open("/");
  const row = page.getByRole("row", { name: /Germany/ });
  // On narrow screens the counts are below the name, so they are in the row twice.
  await row.getByRole("cell").getByText("First day").first().waitFor();
  expect(await row.getByRole("cell").allInnerTexts()).toEqual([
    "Active",
    "0",
    expect.stringMatching(/^2\s+First day$/),
    "0",
    expect.stringMatching(/^1\s+First day$/),
  ]);
  expect(await violationsEverywhere(page)).toEqual([]);
  await row.getByRole("link", { name: "Germany" }).click();
  await page.getByRole("term").filter({ hasText: "With errors" }).waitFor();
  expect(await page.getByRole("definition").first().innerText()).toBe("0");
});

test("Home does not say that a feed has never run before it knows the runs", async () => {
  const { json } = await sendAsPage(page, "GET", "/channels");
  const [channel] = json.data as readonly { readonly id: string }[];
  expect((await sendAsPage(page, "POST", "/feeds", { channel_id: channel?.id, name: "Nightly" })).status).toBe(201);
  let answer = () => {};
  const isAwaited = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/runs?**", async (route) => {
    await isAwaited;
    await route.continue();
  });
  await open("/");
  const row = page.getByRole("row", { name: /Nightly/ });
  await row.waitFor();
  expect(await row.getByText("Not run yet").count()).toBe(0);
  answer();
  await row.getByText("Not run yet").waitFor();
  await page.unroute("**/runs?**");
});

test("a failed import is a notification until it is read, links to the import, and says when it is over, in every language", async () => {
  await open("/");
  await page.getByRole("button", { name: "Notifications", exact: true }).click();
  await page.getByText("No problems so far.").waitFor();
  await page.keyboard.press("Escape");

  await upload("sku,title\n", "replace");
  await page.getByRole("button", { name: "Notifications: 1 new" }).click();
  const list = page.getByRole("dialog", { name: "Notifications" });
  await list.getByText("Open", { exact: true }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await list.getByRole("link", { name: /could not be imported/ }).press("Enter");
  await page.waitForURL((url) => url.pathname.startsWith("/imports"));
  await page.reload();
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();

  await upload("sku,title,price_amount,price_currency,availability\nLATER,Tee,20,EUR,in_stock\n", "upsert");
  await page.getByRole("button", { name: "Notifications: 1 new" }).click();
  await list.getByText("Resolved").waitFor();
  await page.keyboard.press("Escape");
  const subjects = new Set<string>();
  for (const language of LANGUAGES) {
    expect((await sendAsPage(page, "PATCH", "/me", { language })).status).toBe(200);
    await open("/");
    await page.locator(`html[lang=${language}] .bell`).click();
    const problems = page.getByRole("dialog").getByRole("listitem");
    await problems.first().waitFor();
    expect(await problems.count()).toBe(1);
    subjects.add(await problems.getByRole("link").innerText());
    await page.keyboard.press("Escape");
  }
  expect(subjects.size).toBe(LANGUAGES.length);
  expect((await sendAsPage(page, "PATCH", "/me", { language: "en" })).status).toBe(200);
});

test("all products are exported into a file, which is listed with its size and downloaded", async () => {
  await open("/products");
  await page.getByRole("button", { name: "Export all" }).click();
  const dialog = page.getByRole("dialog", { name: "Export all products" });
  await dialog.getByRole("button", { name: "Start export" }).click();
  await dialog.getByText("Complete").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: /Download file/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.jsonl\.gz$/);
  expect(await faults()).toEqual([]);
});

test("a new workspace loads sample products, publishes them with pictures and prices for its market, and removes them again", async () => {
  const owner = await site.newOwner();
  await owner.open("/products");
  await owner.page.getByRole("button", { name: "Load sample products" }).waitFor();
  await owner.open("/");
  await owner.page.getByRole("button", { name: "Load sample products" }).click();
  await owner.page.getByText("Your catalog contains samples (10 products).", { exact: false }).waitFor();
  expect(await owner.page.getByRole("button", { name: "Load sample products" }).count()).toBe(0);
  expect(await violationsEverywhere(owner.page)).toEqual([]);

  for (const [country, currency] of [
    ["US", "USD"],
    ["DE", "EUR"],
    ["GB", "GBP"],
    ["JP", "JPY"],
  ]) {
    const channel = {
      name: `In ${country}`,
      profile: "google_merchant",
      market: { country, currency, language: "en" },
    };
    const { json } = await sendAsPage(owner.page, "POST", "/channels", channel);
    await eventually(async () => {
      const { json: statistics } = await sendAsPage(owner.page, "GET", `/channels/${json.id}/statistics`);
      const [day] = statistics.days as { readonly pending: number; readonly invalid: number }[];
      return day?.pending === 9 && day.invalid === 1;
    });
  }

  await owner.open("/products");
  // Variants are one item.
  const pictures = owner.page.locator("img.picture");
  await eventually(async () => {
    const widths = await pictures.evaluateAll((all: readonly { readonly naturalWidth?: number }[]) =>
      all.map(({ naturalWidth }) => naturalWidth),
    );
    return widths.length === 6 && widths.every((width) => width === 600);
  });

  await owner.open("/");
  await owner.page.getByRole("button", { name: "Remove sample products" }).click();
  await owner.page.getByText("10 products deleted").waitFor();
  await owner.page.getByRole("button", { name: "Load sample products" }).waitFor();
  expect(await owner.page.getByText("Your catalog contains samples").count()).toBe(0);
  expect(await owner.faults()).toEqual([]);
});
