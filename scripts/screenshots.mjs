// Takes pictures of every place of the dashboard, light and dark, wide and narrow, and measures how soon each shows what it
// is for: `npm run screenshots`. It starts the built house on a folder of its own, fills it, and writes docs/screenshots.
// Wants a build and a Chromium.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./prepare.mjs";

const OUT = join(ROOT, "docs/screenshots");
const PROGRAM = join(ROOT, "apps/standalone/dist/main.js");
const READY_MS = 180_000;
const SETTLE_MS = 15_000;
/** What the first view of a place may take, from asking for its document to showing what it is for. */
const FIRST_VIEW_MS_MAX = 1_500;
const WEBP_QUALITY = 45;
const HEIGHT_MAX = 3_000;
const LOOK_MS = 100;
const QUIET_LOOKS = 3;
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const THEMES = ["light", "dark"];
const BROWSER = process.env.SKUCAST_TEST_BROWSER ?? "/usr/bin/chromium";
const { chromium } = createRequire(join(ROOT, "apps/standalone/package.json"))("playwright-core");

const folder = mkdtempSync(join(tmpdir(), "skucast-screenshots-"));
const house = await startHouse(folder);
let browser;
try {
  const demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"));
  const places = await fill(demo);
  browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
  mkdirSync(OUT, { recursive: true });
  const views = await firstViews(demo, places);
  for (const theme of THEMES) for (const size of Object.keys(SIZES)) await takeAll(demo, places, theme, size);
  writeFileSync(join(OUT, "README.md"), renderIndex(places, views));
} finally {
  await browser?.close();
  house.kill("SIGINT");
  await new Promise((resolve) => house.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}

/** Starts the house on a free port; resolves when it says that it is ready. */
async function startHouse(dataDir) {
  const env = { ...process.env, PORT: String(await freePort()), SKUCAST_DATA_DIR: dataDir, AMQP_URL: "" };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the house did not start in time")), READY_MS);
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (!output.includes("Stop with Ctrl-C.")) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("exit", () => reject(new Error(`the house ended:\n${output}`)));
  });
  return child;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Products, a run, a test delivery, an invitation; answers each place with its address. */
async function fill(demo) {
  const api = async (method, path, body) => {
    const answer = await fetch(`${demo.base_url}/api/public/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${demo.api_key}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const items = ["Red", "Blue", "Green", "White"].flatMap((color) =>
    ["S", "M", "L", "XL"].map((size, i) => ({
      ...{ sku: `TEE-${color.toUpperCase()}-${size}`, title: `${color} tee, size ${size}`, brand: "Acme", color, size },
      ...{ price_amount: 19.9 + i, price_currency: "USD", availability: i === 3 ? "preorder" : "in_stock" },
      ...{ inventory_quantity: 12 * i, url: "https://shop.example/tee", image_url: "https://shop.example/tee.jpg" },
      description: "A soft cotton tee.",
    })),
  );
  await api("POST", "/products/batch", { items });
  await api("POST", "/invitations", { email: "ada@example.com", role: "editor" });
  const imported = await sendFile(
    demo,
    "sku,title,price,availability\nCAP-1,Cap,9.00 USD,in stock\nCAP-2,Cap,free,in stock\n",
  );
  const delivery = await api("POST", `/webhook-endpoints/${demo.webhook_endpoint_id}/test`);
  const run = await api("POST", `/feeds/${demo.feed_id}/runs`);
  const endedAt = Date.now() + READY_MS;
  while (["queued", "generating", "delivering"].includes((await api("GET", `/runs/${run.id}`)).status)) {
    if (Date.now() > endedAt) throw new Error("the run did not end in time");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return {
    home: "/",
    products: "/products",
    product: "/products/TEE-RED-M",
    "new-product": "/products/new",
    imports: "/imports",
    "new-import": "/imports/new",
    import: `/imports/${imported.id}`,
    channels: "/channels",
    channel: `/channels/${demo.channel_id}`,
    feeds: "/feeds",
    feed: `/feeds/${demo.feed_id}`,
    run: `/runs/${run.id}`,
    destinations: "/destinations",
    destination: `/destinations/${demo.destination_id}`,
    webhooks: "/webhooks",
    endpoint: `/webhooks/${demo.webhook_endpoint_id}`,
    delivery: `/webhooks/deliveries/${delivery.id}`,
    "api-keys": "/api-keys",
    "connected-apps": "/api-keys/connected-apps",
    "ai-clients": "/ai-clients",
    members: "/members",
    "audit-log": "/audit-log",
    settings: "/settings",
  };
}

/** Starts the import of a product file. */
async function sendFile(demo, body) {
  const headers = { Authorization: `Bearer ${demo.api_key}`, "Content-Type": "text/csv" };
  const url = `${demo.base_url}/api/public/v1/imports?file_name=caps.csv`;
  return (await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(60_000) })).json();
}

/** Signs in; answers a context of the browser in which someone is. */
async function signIn({ base_url: baseUrl, user }, options = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/sign-in?return_to=%2F`);
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { context, page };
}

/** How soon each place shows what it is for, wide and narrow, to a browser that is signed in and has kept nothing. */
async function firstViews(demo, places) {
  const { context } = await signIn(demo);
  const storageState = await context.storageState();
  await context.close();
  const views = [];
  for (const viewport of Object.values(SIZES)) {
    for (const [name, path] of Object.entries(places)) {
      const fresh = await browser.newContext({ viewport, storageState });
      const page = await fresh.newPage();
      await page.goto(demo.base_url + path, { waitUntil: "commit" });
      const at = await page.waitForFunction(isShown, undefined, { timeout: SETTLE_MS });
      views.push({ name, ms: await at.jsonValue() });
      await fresh.close();
      console.log(`${name}, ${viewport.width} wide: ${Math.round(views.at(-1).ms)} ms`);
    }
  }
  return views;
}

/** The time since the address was asked for, once the page shows more than that it waits. Runs in the page. */
function isShown() {
  return document.querySelector("h1") !== null && document.querySelector(".waiting") === null && performance.now();
}

/** Takes a picture of every place in one theme and size. */
async function takeAll(demo, places, theme, size) {
  const { context, page } = await signIn(demo, { viewport: SIZES[size], colorScheme: theme });
  const settle = settling(page);
  for (const [name, path] of Object.entries(places)) {
    await page.setViewportSize(SIZES[size]);
    await page.goto(demo.base_url + path, { waitUntil: "commit" });
    await page.waitForFunction(isShown, undefined, { timeout: SETTLE_MS });
    await settle();
    await takePicture(page, SIZES[size], join(OUT, `${name}-${theme}-${size}.webp`), settle);
  }
  await context.close();
}

/** How to wait until a page has been answered all that it asks; its stream of changes is never answered whole. */
function settling(page) {
  const asked = new Set();
  page.on("request", (request) => request.url().endsWith("/live") || asked.add(request));
  for (const event of ["requestfinished", "requestfailed"]) page.on(event, (request) => asked.delete(request));
  page.on("framenavigated", () => asked.clear());
  return async () => {
    const endsAt = Date.now() + SETTLE_MS;
    for (let quiet = 0; quiet < QUIET_LOOKS && Date.now() < endsAt; quiet = asked.size === 0 ? quiet + 1 : 0) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
}

/** The page in all of its height, within reason, as WebP, which the browser can write and playwright does not ask it for. */
async function takePicture(page, { width, height }, path, settle) {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  // Rows out of sight are not in the page: the window itself has to be that high.
  await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), HEIGHT_MAX) });
  await settle();
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: WEBP_QUALITY });
  writeFileSync(path, Buffer.from(data, "base64"));
  await session.detach();
}

/** The index of the pictures, with the middle and the longest of each place's first views. */
function renderIndex(places, views) {
  const rows = Object.entries(places).map(([name]) => {
    const times = views.filter((view) => view.name === name).map(({ ms }) => ms);
    const [middle, longest] = [times.sort((a, b) => a - b)[Math.floor(times.length / 2)], Math.max(...times)];
    const links = THEMES.flatMap((theme) =>
      Object.keys(SIZES).map((size) => `[${theme}, ${size}](${name}-${theme}-${size}.webp)`),
    );
    return `| ${name} | ${Math.round(middle)} | ${Math.round(longest)} | ${links.join(" · ")} |`;
  });
  const late = views.filter(({ ms }) => ms > FIRST_VIEW_MS_MAX).length;
  return `# Every place of the dashboard

Made by \`npm run screenshots\`: light and dark, ${SIZES.wide.width} and ${SIZES.narrow.width} pixels wide, on the demo workspace.

The first view is the time from asking for a place's address to showing what it is for, in a browser that has kept
nothing of it, service and browser on one machine, in milliseconds. It may take ${FIRST_VIEW_MS_MAX}; ${late} of ${views.length} took longer. The machine had ${cpus().length} cores and, over the
last quarter of an hour, a load of ${loadavg()[2].toFixed(1)}: above the number of cores other work was waiting beside this.

| Place | First view, middle | Longest | Pictures |
| ----- | -----------------: | ------: | -------- |
${rows.join("\n")}
`;
}
