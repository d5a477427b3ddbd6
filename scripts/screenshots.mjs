// Takes pictures of every place of the dashboard, light and dark, wide and narrow: `npm run screenshots`. It starts the
// built house on a folder of its own, fills it, and writes docs/screenshots. Wants a build and a Chromium.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./prepare.mjs";

const OUT = join(ROOT, "docs/screenshots");
const PROGRAM = join(ROOT, "apps/standalone/dist/main.js");
const READY_MS = 180_000;
const SETTLE_MS = 15_000;
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
  for (const theme of THEMES) for (const size of Object.keys(SIZES)) await takeAll(demo, places, theme, size);
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
  };
}

/** Signs in once and takes a picture of every place in one theme and size. */
async function takeAll({ base_url: baseUrl, user }, places, theme, size) {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme: theme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/sign-in?return_to=%2F`);
  await page.getByLabel("E-mail address").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (const [name, path] of Object.entries(places)) {
    await page.goto(baseUrl + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.querySelector(".waiting"), undefined, { timeout: SETTLE_MS });
    await page.waitForLoadState("networkidle", { timeout: SETTLE_MS }).catch(() => undefined);
    await page.screenshot({
      path: join(OUT, `${name}-${theme}-${size}.jpg`),
      type: "jpeg",
      quality: 70,
      fullPage: true,
    });
    console.log(`${name}, ${theme}, ${size}`);
  }
  await context.close();
}
