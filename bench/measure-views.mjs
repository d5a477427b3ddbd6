// How soon a page of the dashboard shows its content in a browser with an empty cache, also on a slow line.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStandalone, stopStandalone } from "./standalone.mjs";
import { ROOT } from "./testbed.mjs";

const VIEWS = 5;
const PRODUCTS = 480;
const SETTLE_MS = 15_000;
const SLOW_SETTLE_MS = 60_000;
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** The pages that people open most, both with rows. */
const SLOW_PATHS = ["/", "/products"];
const BROWSER = process.env.SKUCAST_TEST_BROWSER ?? "/usr/bin/chromium";
const { chromium } = createRequire(join(ROOT, "apps/standalone/package.json"))("playwright-core");

/** The median and the longest of some first views of each page, measured from the request, on the demo workspace. */
export async function measureViews() {
  const dataDir = mkdtempSync(join(tmpdir(), "skucast-views-"));
  const { child } = await startStandalone(dataDir, { SKUCAST_DEMO_PRODUCTS: String(PRODUCTS) });
  const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
  try {
    const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
    const storageState = await signIn(browser, demo);
    const measured = [];
    for (const path of placesOf(demo)) {
      const times = [];
      for (let i = 0; i < VIEWS; i += 1) times.push(await firstView(browser, storageState, demo.base_url + path));
      times.sort((a, b) => a - b);
      measured.push({ path, medianMs: times[Math.floor(times.length / 2)], maxMs: times.at(-1) });
    }
    const slow = [];
    for (const path of SLOW_PATHS) {
      const views = [];
      for (let i = 0; i < VIEWS; i += 1) views.push(await slowView(browser, storageState, demo.base_url + path));
      slow.push({
        path,
        ...Object.fromEntries(["shellMs", "rowsMs", "bytes"].map((name) => [name, median(views, name)])),
      });
    }
    return { views: VIEWS, products: PRODUCTS, measured, slow };
  } finally {
    await browser.close();
    await stopStandalone(child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const placesOf = (demo) => [
  "/",
  "/products",
  "/products/new",
  "/imports",
  "/imports/new",
  "/channels",
  `/channels/${demo.channel_id}`,
  "/feeds",
  `/feeds/${demo.feed_id}`,
  "/destinations",
  "/destinations/new",
  `/destinations/${demo.destination_id}`,
  "/webhooks",
  `/webhooks/${demo.webhook_endpoint_id}`,
  "/api-keys",
  "/api-keys/connected-apps",
  "/ai-clients",
  "/members",
  "/audit-log",
  "/settings",
];

async function signIn(browser, { base_url: baseUrl, user }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseUrl}/sign-in`);
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in");
  const state = await context.storageState();
  await context.close();
  return state;
}

async function firstView(browser, storageState, url) {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "commit" });
  const at = await page.waitForFunction(shownAt, undefined, { timeout: SETTLE_MS });
  const ms = await at.jsonValue();
  await context.close();
  return ms;
}

const median = (views, name) => views.map((view) => view[name]).sort((a, b) => a - b)[Math.floor(views.length / 2)];

/** The first view on a slow line: when the frame of the page and the first row of a table appear, and the bytes that came until then. */
async function slowView(browser, storageState, url) {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on("Network.dataReceived", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_LINE);
  await page.goto(url, { waitUntil: "commit", timeout: SLOW_SETTLE_MS });
  const [shellMs, rowsMs] = await Promise.all(
    [".shell", "tbody tr[data-index]"].map(async (selector) => {
      const at = await page.waitForFunction(appearedAt, selector, { timeout: SLOW_SETTLE_MS });
      return at.jsonValue();
    }),
  );
  const view = { shellMs, rowsMs, bytes };
  await context.close();
  return view;
}

/** The time since the request, once an element is in the page. Runs in the page. */
function appearedAt(selector) {
  return document.querySelector(selector) !== null && performance.now();
}

/** The time since the request, once the page has loaded. Runs in the page. */
function shownAt() {
  return document.querySelector("h1") !== null && document.querySelector(".loading") === null && performance.now();
}
