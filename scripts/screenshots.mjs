// Takes pictures of every place of the dashboard, its dialogs, its empty states and the pages before it, light and dark, wide
// and narrow: `npm run screenshots`. It starts the built house on a folder of its own, fills it, and writes docs/screenshots.
// Wants a build and a Chromium.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { portOf } from "./port-of.mjs";
import { ROOT } from "./prepare.mjs";

const OUT = join(ROOT, "docs/screenshots");
const PROGRAM = join(ROOT, "apps/standalone/dist/main.js");
const READY_MS = 180_000;
const SETTLE_MS = 15_000;
const WEBP_QUALITY = 45;
/** As high as a WebP can be. */
const HEIGHT_MAX = 16_383;
const LOCAL = "127.0.0.1/32";
/** Where nobody listens. */
const SILENT_URL = "http://127.0.0.1:9/skucast";
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
  const scenes = await fill(demo);
  browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
  mkdirSync(OUT, { recursive: true });
  for (const theme of THEMES) for (const size of Object.keys(SIZES)) await takeAll(demo, scenes, { theme, size });
  writeFileSync(join(OUT, "README.md"), renderIndex(scenes.map(({ name }) => name)));
} finally {
  await browser?.close();
  house.kill("SIGINT");
  await new Promise((resolve) => house.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}

/** Starts the house on a free port; resolves when it says that it is ready. */
async function startHouse(dataDir) {
  const env = {
    ...process.env,
    PORT: String(await freePort()),
    SKUCAST_DATA_DIR: dataDir,
    SKUCAST_DEMO_PRODUCTS: "0",
    AMQP_URL: "",
    SKUCAST_ALLOW_TARGETS: LOCAL,
  };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
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
      const port = portOf(server);
      server.close(() => resolve(port));
    });
  });
}

/**
 * Products, runs, deliveries, an invitation. Answers what is shown, place after place and what there is besides: a scene is an
 * address, what is done there, who is there (the demo's owner, somebody new, or nobody), and whether it lies over the page.
 */
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
      sku: `TEE-${color.toUpperCase()}-${size}`,
      title: `${color} tee, size ${size}`,
      brand: "Acme",
      color,
      size,
      price_amount: 19.9 + i,
      price_currency: "USD",
      availability: i === 3 ? "preorder" : "in_stock",
      inventory_quantity: 12 * i,
      url: "https://shop.example/tee",
      image_url: "https://shop.example/tee.jpg",
      description: "A soft cotton tee.",
    })),
  );
  await api("POST", "/products/batch", { items });
  const { host, port } = await api("GET", `/destinations/${demo.destination_id}`);
  await api("POST", "/invitations", { email: "ada@example.com", role: "editor" });
  const imported = await sendFile(
    demo,
    "sku,title,price,availability\nCAP-1,Cap,9.00 USD,in stock\nCAP-2,Cap,free,in stock\n",
  );
  const delivery = await api("POST", `/webhook-endpoints/${demo.webhook_endpoint_id}/test`);
  const run = await api("POST", `/feeds/${demo.feed_id}/runs`);
  const suspicious = await api("POST", "/feeds", {
    channel_id: demo.channel_id,
    name: "Winter file",
    file_name: "winter.csv",
    guards: { min_items: 1000 },
    deliveries: [{ type: "sftp_push", destination_id: demo.destination_id }],
  });
  const held = await api("POST", `/feeds/${suspicious.id}/runs`);
  const failing = await api("POST", "/webhook-endpoints", { url: SILENT_URL, event_types: ["*"] });
  const unanswered = await api("POST", `/webhook-endpoints/${failing.id}/test`);
  const partner = await api("POST", "/destinations", {
    name: "New partner",
    host,
    port,
    username: "acme",
    auth: { type: "public_key" },
  });
  const until = async (path, isReached) => {
    const endedAt = Date.now() + READY_MS;
    while (!isReached(await api("GET", path))) {
      if (Date.now() > endedAt) throw new Error(`${path} did not come so far in time`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  const isOver = ({ status }) => !["queued", "generating", "delivering"].includes(status);
  for (const { id } of [run, held]) await until(`/runs/${id}`, isOver);
  await until(`/deliveries/${unanswered.id}`, ({ attempts }) => attempts.length > 0);
  // What a test of a server finds is awaited: it may have to wait for its turn, while the page asks for nothing.
  const setUp = (step, { id, shows = "h1" }) => ({
    name: `set-up-${step}`,
    path: `/destinations/${id}/set-up?step=${step}`,
    act: (page) => page.locator(shows).first().waitFor(),
  });
  const empty = (place) => ({ name: `empty-${place || "home"}`, path: `/${place}`, who: "newcomer" });
  const press =
    (...names) =>
    async (page) => {
      for (const name of names)
        await page
          .getByRole("button", { name, exact: typeof name === "string" })
          .first()
          .click();
    };
  const scenes = [
    { name: "sign-in", path: "/sign-in", who: "nobody" },
    { name: "sign-up", path: "/sign-up", who: "nobody" },
    { name: "delete-product", path: "/products/TEE-RED-M", act: press("Delete product"), liesOver: true },
    { name: "held-run", path: `/runs/${held.id}` },
    { name: "release-run", path: `/runs/${held.id}`, act: press(/^Release/), liesOver: true },
    { name: "new-key", path: "/api-keys", act: makeKey, liesOver: true },
    { name: "failing-endpoint", path: `/webhooks/${failing.id}` },
    { name: "new-destination", path: "/destinations/new" },
    setUp("login", partner),
    setUp("host_key", { id: partner.id, shows: ".keys" }),
    setUp("test", { id: demo.destination_id, shows: ".checks" }),
    ...["", "products", "imports", "channels", "feeds", "destinations", "webhooks"].map(empty),
  ];
  const places = {
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
  return [...Object.entries(places).map(([name, path]) => ({ name, path })), ...scenes];
}

/** Makes a key and hides its secret: the picture is for everybody. */
async function makeKey(page) {
  await page.getByRole("button", { name: "Create API key" }).first().click();
  await page.getByLabel("Name").fill("Shop system");
  await page.getByRole("dialog").getByRole("button").first().click();
  const secret = page.getByRole("dialog").getByRole("textbox");
  await secret.and(page.locator("[readonly]")).waitFor();
  await secret.evaluate((input) => {
    input.value = input.value.replace(/^(\w+_sk_).*$/, (_, prefix) => prefix + "•".repeat(49));
  });
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
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { context, page };
}

/** Whether the page shows more than that it waits. Runs in the page. */
function isShown() {
  return document.querySelector("h1") !== null && document.querySelector(".loading") === null;
}

/** Takes a picture of every scene in one theme and size. */
async function takeAll(demo, scenes, { theme, size }) {
  const options = { viewport: SIZES[size], colorScheme: theme };
  const visitors = {
    owner: await signIn(demo, options),
    newcomer: await signUp(demo, options),
    nobody: await visit(options),
  };
  const settleOf = new Map(Object.values(visitors).map(({ page }) => [page, settling(page)]));
  for (const { name, path, act, who = "owner", liesOver = false } of scenes) {
    const { page } = visitors[who];
    const settle = settleOf.get(page) ?? settling(page);
    await page.setViewportSize(SIZES[size]);
    await page.goto(demo.base_url + path, { waitUntil: "commit" });
    await page.waitForFunction(isShown, undefined, { timeout: SETTLE_MS });
    await settle();
    await act?.(page);
    await settle();
    await takePicture(page, { ...SIZES[size], isWhole: !liesOver }, join(OUT, `${name}-${theme}-${size}.webp`), settle);
  }
  for (const { context } of Object.values(visitors)) await context.close();
}

/** A context of the browser in which nobody is signed in. */
async function visit(options) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  return { context, page: await context.newPage() };
}

/** Somebody new, with an empty workspace. */
async function signUp({ base_url: baseUrl }, options) {
  const { context, page } = await visit(options);
  await page.goto(`${baseUrl}/sign-up`);
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Email address").fill(`${randomUUID()}@example.com`);
  await page.getByLabel("Password").fill("a long enough passphrase");
  await page.getByLabel("Name of your workspace").fill("New shop");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/");
  return { context, page };
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
async function takePicture(page, { width, height, isWhole }, path, settle) {
  // Rows out of sight are not in the page: the window itself has to be that high, and with them it may have to be higher.
  for (let shown = 0; isWhole && shown < HEIGHT_MAX; ) {
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    if (whole <= shown) break;
    shown = Math.min(Math.max(whole, height), HEIGHT_MAX);
    await page.setViewportSize({ width, height: shown });
    await settle();
  }
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: WEBP_QUALITY });
  writeFileSync(path, Buffer.from(data, "base64"));
  await session.detach();
}

/** The index of the pictures. */
function renderIndex(names) {
  const rows = names.map((name) => {
    const links = THEMES.flatMap((theme) =>
      Object.keys(SIZES).map((size) => `[${theme}, ${size}](${name}-${theme}-${size}.webp)`),
    );
    return `| ${name} | ${links.join(" · ")} |`;
  });
  return `# Every place of the dashboard

Made by \`npm run screenshots\`: light and dark, ${SIZES.wide.width} and ${SIZES.narrow.width} pixels wide, on the demo workspace and on an empty one.

| Shown | Pictures |
| ----- | -------- |
${rows.join("\n")}
`;
}
