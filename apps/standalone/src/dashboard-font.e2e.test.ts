import { expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import type { Response } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { layoutFaults } from "./testing/layout-faults.js";

const site = deploymentWithBrowser();
const FONT_STATUS = `[document.fonts.check("1rem Geist"), getComputedStyle(document.body).fontFamily.split(",")[0]]`;
/** Longer than the dashboard waits before it loads the font. */
const LATER_MS = 60_000;

test("a first visit shows its rows without a font; later ones have it from the cache, and every text fits", async () => {
  const { page, signUp, leave } = await site.browser.newPerson(site.deployment.baseUrl);
  await signUp();
  const fonts: Response[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".woff2")) fonts.push(response);
  });
  await page.clock.install();
  await page.goto(`${site.deployment.baseUrl}/products`);
  await page.getByText("No products yet").waitFor();
  expect(fonts).toEqual([]);
  await page.clock.fastForward(LATER_MS);
  await eventually(() => page.evaluate<boolean>(`localStorage.getItem("skucast.font") !== null`));
  expect(fonts.map((font) => font.headers()["content-type"])).toEqual(["font/woff2"]);
  expect(fonts[0]?.headers()["cache-control"]).toContain("immutable");

  const later = await page.context().newPage();
  for (const path of ["/", "/products", "/channels", "/webhooks", "/members", "/settings"]) {
    await later.goto(site.deployment.baseUrl + path);
    await later.getByRole("heading", { level: 1 }).waitFor();
    await eventually(() => later.evaluate<boolean>(`${FONT_STATUS}[0]`));
    expect([path, ...((await later.evaluate(FONT_STATUS)) as unknown[])]).toEqual([path, true, "Geist"]);
    expect([path, await layoutFaults(later)]).toEqual([path, []]);
  }
  await leave();
});
