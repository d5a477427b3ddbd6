import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { isAlive } from "@skucast/embedded-postgres/postmaster-file";
import { createDeployment, type Deployment } from "./testing/run-deployment.js";

const deployments: Deployment[] = [];
const newDeployment = async (...args: Parameters<typeof createDeployment>) => {
  const deployment = await createDeployment(...args);
  deployments.push(deployment);
  return deployment;
};
afterEach(async () => {
  for (const deployment of deployments.splice(0)) await deployment.remove();
});

const PRODUCT = { sku: "KEPT", title: "Kept", price_amount: 1, price_currency: "EUR", availability: "in_stock" };

test("a second start keeps workspace, key and products", async () => {
  const deployment = await newDeployment();
  expect((await deployment.start()).output).toMatch(/Migrate: \d+ migrations and \d+ functions applied/);
  const first = deployment.demo();
  await deployment.api().call("POST", "/products", PRODUCT);
  expect(await deployment.interrupt()).toBe(0);

  expect((await deployment.start()).output).toContain("Migrate: up to date");
  expect(deployment.demo()).toMatchObject(first);
  expect(await deployment.api().call("GET", "/products/KEPT")).toMatchObject({ title: "Kept", version: 1 });
});

test("Ctrl-C stops every process", async () => {
  const deployment = await newDeployment();
  await deployment.start();
  const postmaster = Number(
    readFileSync(join(deployment.dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0],
  );
  expect(await deployment.interrupt()).toBe(0);
  expect(isAlive(postmaster)).toBe(false);
  await expect(fetch(`${deployment.baseUrl}/healthz`)).rejects.toThrow();
});

test("a second process on the same folder waits for the first to stop, then starts", async () => {
  const deployment = await newDeployment();
  await deployment.start();
  const stopping = deployment.interrupt();
  const { output } = await deployment.start();
  await stopping;
  expect(output).toContain("Skucast is ready");
});

test("starts only the named apps", async () => {
  const deployment = await newDeployment({}, ["webhook-dispatcher"]);
  const { output } = await deployment.start();
  expect(output).toContain("Ready: webhook-dispatcher");
  expect((await fetch(`${deployment.baseUrl}/readyz`)).status).toBe(200);
  expect((await fetch(`${deployment.baseUrl}/api/public/v1/me`)).status).toBe(404);
});

test("an invalid setting ends the start with its name and the allowed values", async () => {
  const deployment = await newDeployment({ SKUCAST_LOG_LEVEL: "loud", SKUCAST_TRUST_PROXY: "1" });
  await expect(deployment.start()).rejects.toThrow(/SKUCAST_LOG_LEVEL/);
});
