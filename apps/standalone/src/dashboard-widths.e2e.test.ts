import { expect, test } from "@jest/globals";
import { LANGUAGES } from "@skucast/contracts/languages";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { eventually } from "@skucast/testkit/eventually";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { overflowingElements } from "./testing/overflowing-elements.js";
import { sendAsPage } from "./testing/send-as-page.js";

const site = deploymentWithBrowser({ SKUCAST_ALLOW_TARGETS: "127.0.0.1/32" });
const WIDTHS = [1280, 1200, 1024, 800, 390];
/** Far longer than a page needs under load. */
const SETTLED_MS = 15_000;
const PAGES = ["/audit-log", "/members", "/api-keys"];

/** The width of a page that stays wider than its window. Tables and charts follow a new width a few frames later. */
async function widerThan(page: Page, width: number): Promise<number[]> {
  const widthOf = () => page.evaluate<number>("document.documentElement.scrollWidth");
  const fits = async () => (await widthOf()) <= width;
  return eventually(fits, { timeoutMs: SETTLED_MS }).then(
    () => [],
    async () => [await widthOf()],
  );
}

test("no page is wider than its window: wide tables scroll in their own frames", async () => {
  const { page, open, faults, leave } = await site.newOwner();
  const created = await page.evaluate(async (path) => {
    const body = JSON.stringify({
      name: "nightly_synchronization_of_the_warehouse_with_all_shops_of_the_group_in_europe_and_america",
    });
    const headers = { "Content-Type": "application/json" };
    return (await fetch(path, { method: "POST", headers, body })).status;
  }, `${API_BASE_PATH}/api-keys`);
  expect(created).toBe(201);
  const wide: string[] = [];
  for (const path of PAGES) {
    await open(path);
    await page.getByRole("row").nth(1).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      wide.push(...(await widerThan(page, width)).map((shown) => `${path} at ${width}: ${shown}`));
    }
  }
  expect(wide).toEqual([]);
  expect(await faults()).toEqual([]);
  await leave();
});

test("deliveries to a long URL fit a laptop's window in every language, and the URL wraps in a narrow one", async () => {
  const { page, open, faults, leave } = await site.newOwner();
  const url = "http://127.0.0.1:9/synchronization/of/the/warehouse/with/all/shops/of/the/group/in/europe/and/america";
  const { json } = await sendAsPage(page, "POST", "/webhook-endpoints", { url });
  const test = `/webhook-endpoints/${json.id}/test`;
  const { json: delivery } = await sendAsPage(page, "POST", test);
  await eventually(async () => {
    const { json: sent } = await sendAsPage(page, "GET", `/deliveries/${delivery.id}`);
    return (sent.attempts as readonly unknown[]).length > 0;
  });
  const wide: string[] = [];
  for (const language of LANGUAGES) {
    expect((await sendAsPage(page, "PATCH", "/me", { language })).status).toBe(200);
    for (const path of ["/", "/webhooks", `/webhooks/${json.id}`]) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await open(path);
      await page.locator(`html[lang=${language}] tbody tr:visible`).first().waitFor();
      wide.push(...(await overflowingElements(page)).map((element) => `${language} ${path} ${element}`));
      await page.setViewportSize({ width: 700, height: 900 });
      wide.push(...(await widerThan(page, 700)).map((shown) => `${language} ${path} at 700: ${shown}`));
    }
  }
  expect(wide).toEqual([]);
  expect(await faults()).toEqual([]);
  await leave();
});
