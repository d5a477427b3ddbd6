import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsOf } from "./testing/violations-of.js";

const PLAIN_KEY = "sixteen-characters";
const site = deploymentWithBrowser({ SKUCAST_ALLOW_TARGETS: "127.0.0.1/32" });
let sink: WebhookSink;

beforeAll(async () => {
  sink = await startWebhookSink();
});
afterAll(async () => {
  await sink.close();
});

/** Creates an endpoint with the form. `fill` enters further values. */
async function createEndpoint(page: Page, url: string, fill: () => Promise<unknown> = async () => undefined) {
  await page.goto(`${site.deployment.baseUrl}/webhooks`);
  await page.getByRole("button", { name: "Create endpoint" }).first().click();
  await page.getByRole("textbox", { name: "URL" }).fill(url);
  await fill();
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await page.getByRole("textbox", { name: "Secret" }).waitFor();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("link", { name: url }).click();
  await page.getByRole("button", { name: "Send test event" }).waitFor();
}

test("a failed delivery shows the response without a reload, and is delivered when it is sent again", async () => {
  const { page, faults, leave } = await site.newOwner();
  sink.answerWith(({ path }) => (path === "/failing" ? { status: 500, body: "the shelf is full" } : {}));
  await createEndpoint(page, `${sink.url}/failing`);
  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByRole("cell", { name: /HTTP 500 after/ }).waitFor();
  await page.getByRole("row", { name: /^dlv_.* webhook\.test/ }).waitFor();
  await page.getByRole("link", { name: /^dlv_/ }).click();
  await page.getByText("the shelf is full").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  sink.answerWith({});
  await page.getByRole("button", { name: "Send again" }).click();
  // A scheduled retry may have come first, and failed.
  const delivered = page.getByRole("heading", { name: /^Attempt \d Delivered$/ });
  await delivered.waitFor();
  const attempts = Number(/\d/.exec(await delivered.innerText()));
  const rate = `${Number((100 / attempts).toFixed(1))}%`;
  await page.getByRole("link", { name: "View endpoint" }).click();
  await page.getByRole("cell", { name: "delivered" }).waitFor();
  const figures = page.getByRole("region", { name: "Last 24 hours" });
  await figures.getByRole("definition").filter({ hasText: rate }).waitFor();
  await figures.getByRole("img", { name: `${attempts} attempts, ${rate} succeeded` }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await faults()).toEqual([]);
  await leave();
});

test("an unreachable endpoint is shown as failing, with the cause and advice, until a delivery succeeds", async () => {
  const { page, faults, leave, open } = await site.newOwner();
  const silent = await startWebhookSink();
  await silent.close();
  await createEndpoint(page, silent.url);
  expect(await page.getByText("Failing").count()).toBe(0);
  await page.getByRole("button", { name: "Send test event" }).click();
  const note = page.getByRole("region", { name: "Deliveries are failing" });
  await note.getByText(/Last hour: 1 of 1 attempt failed\. Last 24 hours: 1 of 1 attempt failed/).waitFor();
  await note.getByText(/that your system is running/).waitFor();
  const figures = page.getByRole("region", { name: "Last 24 hours" });
  await figures.getByText("No responses in the last 24 hours.").waitFor();
  expect(await figures.getByText(/\d ms/).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await open("/webhooks");
  await page.getByRole("row", { name: /Failing first failed/ }).waitFor();
  await open("/");
  await page.getByRole("row", { name: /Failing first failed .* 0%/ }).waitFor();
  await page.getByRole("link", { name: silent.url, exact: true }).click();
  await note.getByRole("link", { name: "View delivery" }).click();
  await page.getByRole("heading", { name: "Attempt 1 unreachable" }).waitFor();

  await page.getByRole("link", { name: "View endpoint" }).click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit endpoint" }).click();
  await page.getByRole("textbox", { name: "URL" }).fill(`${sink.url}/mended`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("heading", { name: `${sink.url}/mended` }).waitFor();
  await page.getByRole("link", { name: /^dlv_/ }).click();
  await page.getByRole("button", { name: "Send again" }).click();
  // A scheduled retry may have come first.
  await page.getByRole("heading", { name: /^Attempt \d Delivered$/ }).waitFor();
  await page.getByRole("link", { name: "View endpoint" }).click();
  await page.getByText("Active", { exact: true }).waitFor();
  expect(await note.count()).toBe(0);
  expect(await faults()).toEqual([]);
  await leave();
});

test("missed events are recovered since a time, and the page shows the progress to the end", async () => {
  const { page, faults, leave } = await site.newOwner();
  sink.answerWith(({ path }) => (path === "/missed" ? { status: 500 } : {}));
  await createEndpoint(page, `${sink.url}/missed`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Recover missed events" }).click();
  await page.getByRole("button", { name: "Recover events" }).click();
  const recoveries = page.getByRole("region", { name: "Recoveries" });
  await recoveries.getByText("Completed").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await faults()).toEqual([]);
  await leave();
});

test("a running recovery is cancelled after confirmation, and the page shows it", async () => {
  const { page, faults, leave } = await site.newOwner();
  await createEndpoint(page, `${sink.url}/cancelled`);
  const endpoint = `/webhook-endpoints/${page.url().split("/").at(-1)}`;
  await sendAsPage(page, "PATCH", endpoint, { event_types: ["channel.deleted"] });
  const price = { price_amount: 1, price_currency: "USD", availability: "in_stock" };
  const items = Array.from({ length: 300 }, (_, i) => ({ sku: `S-${i}`, title: "Tee", ...price }));
  expect((await sendAsPage(page, "POST", "/products/batch", { items })).status).toBe(200);
  await sendAsPage(page, "PATCH", endpoint, { event_types: ["*"] });
  // The first delivery gets no response, so the recovery stays running.
  sink.answerWith({ hang: true });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  expect((await sendAsPage(page, "POST", `${endpoint}/recover`, { since })).status).toBe(202);
  const recoveries = page.getByRole("region", { name: "Recoveries" });
  await recoveries.getByRole("button", { name: "Cancel recovery" }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel this recovery?" });
  expect(await violationsOf(page)).toEqual([]);
  await question.getByRole("button", { name: "Cancel recovery" }).click();
  await recoveries.getByText("cancelled").waitFor();
  sink.answerWith({});
  expect(await question.count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  expect(await faults()).toEqual([]);
  await leave();
});

test("headers, a plain signature and the order are set with the form, used, and never shown again", async () => {
  const { page, faults, leave } = await site.newOwner();
  await createEndpoint(page, `${sink.url}/plain`, async () => {
    await page.getByText("Channels, order and rate").click();
    await page.getByRole("combobox", { name: "Order" }).selectOption("per_object");
    await page.getByText("Custom headers").click();
    await page.getByRole("combobox", { name: "Headers" }).selectOption("set");
    await page.getByRole("textbox", { name: "Name 1" }).fill("Host");
    await page.getByRole("textbox", { name: "Value 1" }).fill("s3cr3t");
    await page.getByText("Plain signature").click();
    await page.getByRole("combobox", { name: "Signature of the body only" }).selectOption("set");
    await page.getByRole("textbox", { name: "Header" }).fill("x-hub-signature-256");
    await page.getByRole("textbox", { name: "Prefix" }).fill("sha256=");
    await page.getByRole("textbox", { name: "Key" }).fill(PLAIN_KEY);
    await page.getByRole("button", { name: "Create endpoint" }).click();
    await page.getByText(/^Is set by the service/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Name 1" }).fill("x-shop-token");
  });
  await page.getByText("In order for each object").waitFor();
  await page.getByRole("button", { name: "Send test event" }).click();
  const { headers, body } = await sink.waitFor(({ path }) => path === "/plain");
  expect(headers["x-shop-token"]).toBe("s3cr3t");
  expect(headers["x-hub-signature-256"]).toBe(`sha256=${createHmac("sha256", PLAIN_KEY).update(body).digest("hex")}`);

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit endpoint" }).click();
  await page.getByRole("textbox", { name: "Description" }).fill("Warehouse");
  await page.getByText("Custom headers").last().click();
  await page.getByText(/Currently sent: x-shop-token/).waitFor();
  expect(await page.content()).not.toMatch(/s3cr3t|sixteen-characters/);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Warehouse").waitFor();
  await page.getByRole("button", { name: "Send test event" }).click();
  const again = await sink.waitFor(({ path, body: sent }) => path === "/plain" && !sent.equals(body));
  expect(again.headers["x-shop-token"]).toBe("s3cr3t");
  expect(await faults()).toEqual([]);
  await leave();
});

test("an invalid certificate is rejected at its field", async () => {
  const { page, leave } = await site.newOwner();
  await page.goto(`${site.deployment.baseUrl}/webhooks`);
  await page.getByRole("button", { name: "Create endpoint" }).first().click();
  await page.getByRole("textbox", { name: "URL" }).fill(`${sink.url}/tls`);
  await page.getByText("Client certificate").first().click();
  await page.getByRole("combobox", { name: "Client certificate" }).selectOption("set");
  await page.getByRole("textbox", { name: "Certificate" }).fill("no certificate");
  await page.getByRole("textbox", { name: "Private key" }).fill("no key");
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await page.getByText(/^Works over https only/).waitFor();
  await page.getByRole("textbox", { name: "URL" }).fill("https://127.0.0.1:1/tls");
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await page.getByText("Must be a PEM certificate").waitFor();
  expect(await page.getByRole("textbox", { name: "Secret" }).count()).toBe(0);
  await leave();
});

test("the audit log is streamed to a webhook that the page of the log creates", async () => {
  const { page, faults, leave, open } = await site.newOwner();
  sink.answerWith({});
  await open("/audit-log");
  await page.getByRole("button", { name: "Stream to a webhook" }).click();
  await page.getByText("The endpoint receives each new entry of the audit log.").waitFor();
  expect(await page.getByRole("group", { name: "Events" }).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("textbox", { name: "URL" }).fill(`${sink.url}/siem`);
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await page.getByRole("textbox", { name: "Secret" }).waitFor();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await sendAsPage(page, "POST", "/api-keys", { name: "Warehouse" });
  const { body } = await sink.waitFor((sent) => sent.path === "/siem" && sent.body.includes("api_key.created"));
  const entry = JSON.parse(body.toString("utf8")).data.object;
  expect(entry).toMatchObject({ actor: { type: "user" }, object: { type: "api_key" }, details: { name: "Warehouse" } });
  for (const format of ["JSON Lines", "CSV"]) {
    const link = page.getByRole("link", { name: `Download as ${format}` });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const text = readFileSync(await download.path(), "utf8");
    for (const action of ["webhook_endpoint.created", "api_key.created"]) expect(text).toContain(action);
  }
  await open("/webhooks");
  await page.getByRole("row", { name: /siem.*Audit log.*Active/ }).waitFor();
  await page.getByRole("link", { name: `${sink.url}/siem` }).click();
  await page.getByRole("link", { name: /^dlv_/ }).first().click();
  // The newest entry: the download of the log.
  await page.getByText("audit_log.exported").first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await faults()).toEqual([]);
  await leave();
});

test("what an expiring API key set up says that it ends with the key, and can be kept", async () => {
  const { page, faults, leave } = await site.newOwner();
  await page.goto(site.deployment.baseUrl);
  const key = { name: "integration", expires_at: new Date(Date.now() + 3_600_000).toISOString() };
  const { secret } = (await sendAsPage(page, "POST", "/api-keys", key)).json;
  const create = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
    const url = `${site.deployment.baseUrl}${API_BASE_PATH}${path}`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
    return (await answer.json()) as { readonly id: string };
  };
  const login = { auth: { type: "password", password: "secret" }, username: "acme", path: "/" };
  const made = {
    "webhooks/": await create("/webhook-endpoints", { url: `${sink.url}/bound` }),
    "sources/": await create("/sources", { name: "Shop", url: `${sink.url.replace("http:", "https:")}/feed.csv` }),
    "destinations/": await create("/destinations", { name: "Partner", host: "127.0.0.1", ...login }),
  };
  for (const [path, { id }] of Object.entries(made)) {
    await page.goto(`${site.deployment.baseUrl}/${path}${id}`);
    const note = page.getByText("An API key that expires set this up. It ends with the key.");
    await note.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep it" }).click();
    await note.waitFor({ state: "detached" });
  }
  expect((await sendAsPage(page, "GET", `/webhook-endpoints/${made["webhooks/"].id}`)).json.bound_to).toBeNull();
  expect((await sendAsPage(page, "GET", `/sources/${made["sources/"].id}`)).json.bound_to).toBeNull();
  expect((await sendAsPage(page, "GET", `/destinations/${made["destinations/"].id}`)).json.bound_to).toBeNull();
  expect(await faults()).toEqual([]);
  await leave();
});
