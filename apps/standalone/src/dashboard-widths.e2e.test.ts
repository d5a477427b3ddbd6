import { expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";

const site = deploymentWithBrowser();
const WIDTHS = [1280, 1200, 1024, 800, 390];
const PAGES = ["/audit-log", "/members", "/api-keys"];

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
      await page.evaluate("new Promise(requestAnimationFrame)");
      const shown = await page.evaluate<number>("document.documentElement.scrollWidth");
      if (shown > width) wide.push(`${path} at ${width}: ${shown}`);
    }
  }
  expect(wide).toEqual([]);
  expect(await faults()).toEqual([]);
  await leave();
});
