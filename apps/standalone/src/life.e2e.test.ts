import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { isAlive } from "@skucast/embedded-postgres/postmaster-file";
import { eventually } from "@skucast/testkit/eventually";
import { createDeployment, type Deployment } from "./testing/run-deployment.js";

const PRODUCT = { sku: "KEPT", title: "Kept", price_amount: 1, price_currency: "EUR", availability: "in_stock" };

/** Creating the database and its schema takes most of the first start: the tests share one folder. */
let deployment: Deployment;
let firstOutput: string;

beforeAll(async () => {
  deployment = await createDeployment();
  ({ output: firstOutput } = await deployment.start());
});
afterAll(() => deployment.remove());

test("the demo receiver verifies every webhook, from the first on", async () => {
  const [, url = ""] = /curl -sS (http:\/\/\S+\/webhooks)/.exec(firstOutput) ?? [];
  await deployment.api().call("POST", "/products", { ...PRODUCT, sku: "SENT" });
  const received = await eventually(async () => {
    const { data } = (await (await fetch(url)).json()) as { data: { verified: boolean; body: { type: string } }[] };
    const types = data.map(({ body }) => body.type);
    return ["channel.created", "product.created"].every((type) => types.includes(type)) && data;
  });
  expect(received.filter(({ verified }) => !verified)).toEqual([]);
});

test("Ctrl-C stops every process, and a second start keeps workspace, key and products", async () => {
  expect(firstOutput).toMatch(/Migrate: \d+ migrations and \d+ functions applied/);
  const first = deployment.demo();
  await deployment.api().call("POST", "/products", PRODUCT);
  const postmaster = Number(
    readFileSync(join(deployment.dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0],
  );
  expect(isAlive(postmaster)).toBe(true);
  expect(await deployment.interrupt()).toBe(0);
  expect(isAlive(postmaster)).toBe(false);
  await expect(fetch(`${deployment.baseUrl}/healthz`)).rejects.toThrow();

  expect((await deployment.start()).output).toContain("Migrate: up to date");
  expect(deployment.demo()).toMatchObject(first);
  expect(await deployment.api().call("GET", "/products/KEPT")).toMatchObject({ title: "Kept", version: 1 });
});

test("a second process on the same folder waits for the first to stop, then starts", async () => {
  const stopping = deployment.interrupt();
  const { output } = await deployment.start();
  await stopping;
  expect(output).toContain("Skucast is ready");
});

test("starts only the named apps", async () => {
  await deployment.interrupt();
  const named = await createDeployment({ SKUCAST_DATA_DIR: deployment.dataDir }, ["webhook-dispatcher"]);
  try {
    const { output } = await named.start();
    expect(output).toContain("Ready: webhook-dispatcher");
    expect((await fetch(`${named.baseUrl}/readyz`)).status).toBe(200);
    expect((await fetch(`${named.baseUrl}/api/public/v1/me`)).status).toBe(404);
  } finally {
    await named.remove();
  }
});

test("an invalid setting ends the start with its name and the allowed values", async () => {
  const invalid = await createDeployment({ SKUCAST_LOG_LEVEL: "loud", SKUCAST_TRUST_PROXY: "1" });
  await expect(invalid.start()).rejects.toThrow(/SKUCAST_LOG_LEVEL/);
  await invalid.remove();
});
