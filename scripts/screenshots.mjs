// npm run screenshots: takes screenshots of every page of the dashboard, its dialogs, its empty states and the sign-in pages,
// light and dark, wide and narrow. It starts the built apps on a temporary folder, creates data, and writes docs/screenshots.
// It needs a build and a Chromium. With names of scenes (npm run screenshots -- home products) it takes only those.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./find-free-port.mjs";
import { ROOT } from "./prepare.mjs";

const OUT = join(ROOT, "docs/screenshots");
const PROGRAM = join(ROOT, "apps/standalone/dist/main.js");
const READY_MS = 180_000;
const SETTLE_MS = 15_000;
const WEBP_QUALITY = 45;
/** The largest height of a WebP image. */
const HEIGHT_MAX = 16_383;
const LOCAL = "127.0.0.1/32";
/** A URL where nothing listens. */
const UNREACHABLE_URL = "http://127.0.0.1:9/skucast";
const CHECK_MS = 100;
const QUIET_CHECKS = 3;
const MAIL_TRIES = 50;
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const THEMES = ["light", "dark"];
const BROWSER = process.env.SKUCAST_TEST_BROWSER ?? "/usr/bin/chromium";
const { chromium } = createRequire(join(ROOT, "apps/standalone/package.json"))("playwright-core");

/** Products without variants: title, price, stock, and a picture that the dashboard has for its samples. */
const OTHER_PRODUCTS = /** @type {const} */ ([
  ["Canvas backpack", 79, 18, "backpack"],
  ["Desk lamp", 89, 7, "lamp"],
  ["Dotted notebook", 16, 120, "notebook"],
  ["Scented candle", 22, 0, "candle"],
  ["Stoneware mug, ocean", 14, 40, "mug-ocean"],
  ["Stoneware mug, sand", 14, 25, "mug-sand"],
]);

const folder = mkdtempSync(join(tmpdir(), "skucast-screenshots-"));
const deployment = await startDeployment(folder);
let browser;
try {
  const demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"));
  const scenes = await fill(demo);
  browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
  mkdirSync(OUT, { recursive: true });
  const wanted = process.argv.slice(2);
  const taken = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  for (const theme of THEMES) for (const size of Object.keys(SIZES)) await takeAll(demo, taken, { theme, size });
  writeFileSync(join(OUT, "README.md"), renderIndex(scenes.map(({ name }) => name)));
} finally {
  await browser?.close();
  deployment.kill("SIGINT");
  await new Promise((resolve) => deployment.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}

/** Starts all apps on a free port; resolves when they are ready. */
async function startDeployment(dataDir) {
  const env = {
    ...process.env,
    PORT: String(await findFreePort()),
    SKUCAST_DATA_DIR: dataDir,
    SKUCAST_DEMO_PRODUCTS: "0",
    AMQP_URL: "",
    SKUCAST_ALLOW_TARGETS: LOCAL,
  };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("Skucast did not start in time")), READY_MS);
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (!output.includes("Stop with Ctrl-C.")) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("exit", () => reject(new Error(`Skucast ended:\n${output}`)));
  });
  return child;
}

/**
 * Creates products, runs, deliveries and an invitation. Returns the scenes: the URL path of each, what is done there, who is
 * signed in (the owner of the demo, a new user, or no one), and whether it shows a dialog over the page.
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
      item_group_id: `TEE-${color.toUpperCase()}`,
      item_group_title: `${color} tee`,
      brand: "Acme",
      color,
      size,
      price_amount: 19.9 + i,
      price_currency: "USD",
      availability: i === 3 ? "preorder" : "in_stock",
      inventory_quantity: 12 * i,
      url: "https://shop.example/tee",
      image_url: `${demo.base_url}/samples/shirt.png`,
      description: "A soft cotton tee.",
    })),
  );
  const others = OTHER_PRODUCTS.map(([title, price, stock, picture]) => ({
    sku: title.toUpperCase().replaceAll(/\W+/g, "-"),
    title,
    brand: "Acme",
    price_amount: price,
    price_currency: "USD",
    availability: stock === 0 ? "out_of_stock" : "in_stock",
    inventory_quantity: stock,
    url: `https://shop.example/${picture}`,
    image_url: `${demo.base_url}/samples/${picture}.png`,
    description: `${title}, made to last.`,
  }));
  await api("POST", "/products/batch", { items: [...items, ...others] });
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
  const failing = await api("POST", "/webhook-endpoints", { url: UNREACHABLE_URL, event_types: ["*"] });
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
      if (Date.now() > endedAt) throw new Error(`${path} did not reach the expected state in time`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  const isOver = ({ status }) => !["queued", "generating", "delivering"].includes(status);
  for (const { id } of [run, held]) await until(`/runs/${id}`, isOver);
  await until(`/channels/${demo.channel_id}/statistics`, ({ days }) => days.length > 0);
  await until(`/deliveries/${unanswered.id}`, ({ attempts }) => attempts.length > 0);
  // Wait for the result of a connection test: it may be queued, and the page sends no requests meanwhile.
  const setUp = (step, { id, shows = "h1" }) => ({
    name: `set-up-${step}`,
    path: `/destinations/${id}/set-up?step=${step}`,
    act: (page) => page.locator(shows).first().waitFor(),
  });
  const empty = (page) => ({ name: `empty-${page || "home"}`, path: `/${page}`, who: "newcomer" });
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
    { name: "sign-in", path: "/sign-in", who: "visitor" },
    { name: "sign-up", path: "/sign-up", who: "visitor" },
    { name: "delete-product", path: "/products/TEE-RED-M", act: press("Delete product"), isDialog: true },
    { name: "held-run", path: `/runs/${held.id}` },
    { name: "release-run", path: `/runs/${held.id}`, act: press(/^Release/), isDialog: true },
    { name: "new-key", path: "/api-keys", act: createKey, isDialog: true },
    { name: "failing-endpoint", path: `/webhooks/${failing.id}` },
    { name: "new-destination", path: "/destinations/new" },
    { name: "notifications", path: "/", act: readNotifications, isDialog: true },
    { name: "export-all", path: "/products", act: press("Export all"), isDialog: true },
    setUp("login", partner),
    setUp("host_key", { id: partner.id, shows: ".keys" }),
    setUp("test", { id: demo.destination_id, shows: ".checks" }),
    ...["", "products", "imports", "channels", "feeds", "destinations", "webhooks"].map(empty),
  ];
  const pages = {
    home: "/",
    products: "/products",
    product: "/products/TEE-RED-M",
    "new-product": "/products/new",
    imports: "/imports",
    "new-import": "/imports/new",
    import: `/imports/${imported.id}`,
    sources: "/sources",
    channels: "/channels",
    "channel-profiles": "/channel-profiles",
    "new-channel-profile": "/channel-profiles/new",
    "lookup-tables": "/lookup-tables",
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
  return [...Object.entries(pages).map(([name, path]) => ({ name, path })), ...scenes];
}

/** Opens the notifications and waits for them. */
async function readNotifications(page) {
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.locator(".notifications li").first().waitFor();
}

/** Creates a key and hides its secret, because the screenshot is public. */
async function createKey(page) {
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

/** A browser as on a later visit, which has the font. */
async function openContext(options) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  await context.addInitScript(() => localStorage.setItem("skucast.font", "loaded"));
  return context;
}

/** Signs in; returns the browser context. */
async function signIn({ base_url: baseUrl, user }, options = {}) {
  const context = await openContext(options);
  const page = await context.newPage();
  await page.goto(`${baseUrl}/sign-in?return_to=%2F`);
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { context, page };
}

/** Whether the page has loaded. Runs in the page. */
function isShown() {
  return document.querySelector("h1") !== null && document.querySelector(".loading") === null;
}

/** Takes a screenshot of every scene in one theme and size. */
async function takeAll(demo, scenes, { theme, size }) {
  const options = { viewport: SIZES[size], colorScheme: theme };
  const visitors = {
    owner: await signIn(demo, options),
    newcomer: await signUp(demo, options),
    visitor: await visit(options),
  };
  const settleOf = new Map(Object.values(visitors).map(({ page }) => [page, settling(page)]));
  for (const { name, path, act, who = "owner", isDialog = false } of scenes) {
    const { page } = visitors[who];
    const settle = settleOf.get(page) ?? settling(page);
    await page.setViewportSize(SIZES[size]);
    await page.goto(demo.base_url + path, { waitUntil: "commit" });
    await page.waitForFunction(isShown, undefined, { timeout: SETTLE_MS });
    await settle();
    await act?.(page);
    await settle();
    await page.waitForFunction(isShown, undefined, { timeout: SETTLE_MS });
    await takeScreenshot(
      page,
      { ...SIZES[size], isWhole: !isDialog },
      join(OUT, `${name}-${theme}-${size}.webp`),
      settle,
    );
  }
  for (const { context } of Object.values(visitors)) await context.close();
}

/** A browser context in which no one is signed in. */
async function visit(options) {
  const context = await openContext(options);
  return { context, page: await context.newPage() };
}

/** Signs up a new user, whose workspace is empty. */
async function signUp({ base_url: baseUrl }, options) {
  const { context, page } = await visit(options);
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${baseUrl}/sign-up`);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("link", { name: "Outbox" }).click();
  const mail = page.getByRole("listitem").filter({ hasText: email }).getByRole("link");
  // A mail is in the outbox shortly after it was queued.
  for (let tries = 0; tries < MAIL_TRIES && (await mail.count()) === 0; tries += 1) await page.reload();
  await mail.click();
  await page.getByRole("link", { name: "/sign-up/" }).click();
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Password").fill("a long enough passphrase");
  await page.getByLabel("Workspace name").fill("New shop");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/");
  return { context, page };
}

/** Returns a function that waits until all requests of a page are answered, except for its stream of changes. */
function settling(page) {
  const open = new Set();
  page.on("request", (request) => new URL(request.url()).pathname.endsWith("/live") || open.add(request));
  for (const event of ["requestfinished", "requestfailed"]) page.on(event, (request) => open.delete(request));
  page.on("framenavigated", () => open.clear());
  return async () => {
    const endsAt = Date.now() + SETTLE_MS;
    for (let quiet = 0; quiet < QUIET_CHECKS && Date.now() < endsAt; quiet = open.size === 0 ? quiet + 1 : 0) {
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    }
  };
}

/** Takes a screenshot of the whole page as WebP, a format that the browser can write but playwright does not offer. */
async function takeScreenshot(page, { width, height, isWhole }, path, settle) {
  // The page renders only visible rows, so the window has to be as high as the page, which grows with each row.
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

/** The index of the screenshots. */
function renderIndex(names) {
  const rows = names.map((name) => {
    const links = THEMES.flatMap((theme) =>
      Object.keys(SIZES).map((size) => `[${theme}, ${size}](${name}-${theme}-${size}.webp)`),
    );
    return `| ${name} | ${links.join(" · ")} |`;
  });
  return `# Every page of the dashboard

Created by \`npm run screenshots\`: light and dark, ${SIZES.wide.width} and ${SIZES.narrow.width} pixels wide, on the demo workspace and on an empty one.

| Page | Screenshots |
| ---- | ----------- |
${rows.join("\n")}
`;
}
