import { expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { openUntilQuiet } from "./testing/open-until-quiet.js";
import { overflowingElements } from "./testing/overflowing-elements.js";
import { sendAsPage } from "./testing/send-as-page.js";

const site = deploymentWithBrowser();
/** A window of 1280 by 900 at a zoom of 200 %. */
const ZOOMED = { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2, reducedMotion: "reduce" } as const;
const STOPS_MAX = 120;
const SEEN_MS = 10_000;

/**
 * Returns what has the focus, and whether anything of it can be seen: a point of it that nothing else covers (WCAG 2.2,
 * 2.4.11). Null at the end of the page.
 */
const FOCUSED = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const shown = focused.closest("label") ?? focused;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const isSeen = [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => {
    const hit = document.elementFromPoint(left + x * width, top + y * height);
    return hit !== null && shown.contains(hit);
  }));
  return { name: focused.tagName + " " + (focused.getAttribute("aria-label") ?? focused.textContent ?? ""), isSeen };
})()`;

interface Focused {
  readonly name: string;
  readonly isSeen: boolean;
}

/** Whether it is seen once the page has taken its place: what loads late may move it. */
const becomesSeen = (page: Page): Promise<boolean> =>
  eventually(() => page.evaluate<boolean>(`(${FOCUSED})?.isSeen !== false`), { timeoutMs: SEEN_MS }).then(
    () => true,
    () => false,
  );

/** The end of the page comes once, and once more if what had the focus was replaced while the page loaded. */
const ENDS = 2;

/**
 * Goes through the page with Tab, from where the focus is to the end and then from the start. Returns what has the focus
 * without being seen, and how many places have it.
 */
async function hiddenStops(page: Page): Promise<{ readonly hidden: string[]; readonly stops: number }> {
  const hidden: string[] = [];
  let stops = 0;
  for (let ends = 0; ends < ENDS && stops < STOPS_MAX; ) {
    await page.keyboard.press("Tab");
    await page.evaluate("new Promise(requestAnimationFrame)");
    const focused = await page.evaluate<Focused | null>(FOCUSED);
    if (focused === null) ends += 1;
    else stops += 1;
    if (focused?.isSeen === false && !(await becomesSeen(page))) hidden.push(focused.name.slice(0, 60));
  }
  return { hidden, stops };
}

test("at a zoom of 200 % nothing overflows, and whatever gets the focus by keyboard can be seen", async () => {
  const { page, open, faults, leave } = await site.newOwner(ZOOMED);
  const product = { title: "Tee", price_amount: 20, price_currency: "EUR", availability: "in_stock" };
  const items = Array.from({ length: 60 }, (_, i) => ({ sku: `TEE-${String(i).padStart(2, "0")}`, ...product }));
  expect((await sendAsPage(page, "POST", "/products/batch", { items })).status).toBe(200);
  const market = { country: "DE", currency: "EUR", language: "de" };
  const { json } = await sendAsPage(page, "POST", "/channels", { name: "Germany", profile: "google_merchant", market });
  const faulty: unknown[] = [];
  for (const path of ["/products", "/products/TEE-01", `/channels/${json.id}`, "/imports/new", "/settings"]) {
    await openUntilQuiet({ page, open }, path);
    if (path === "/products") await page.getByRole("checkbox", { name: "TEE-00" }).check();
    const wide = await overflowingElements(page);
    const { hidden, stops } = await hiddenStops(page);
    expect(stops).toBeGreaterThan(10);
    if (wide.length + hidden.length > 0) faulty.push({ path, wide, hidden });
  }
  expect(faulty).toEqual([]);
  expect(await faults()).toEqual([]);
  await leave();
});
