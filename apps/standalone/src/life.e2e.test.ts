import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { isAlive } from "@skucast/embedded-postgres/postmaster-file";
import { createHouse, type House } from "./testing/run-house.js";

const houses: House[] = [];
const newHouse = async (...args: Parameters<typeof createHouse>) => {
  const house = await createHouse(...args);
  houses.push(house);
  return house;
};
afterEach(async () => {
  for (const house of houses.splice(0)) await house.remove();
});

const PRODUCT = { sku: "KEPT", title: "Kept", price_amount: 1, price_currency: "EUR", availability: "in_stock" };

test("a second start prepares nothing again and keeps workspace, key and products", async () => {
  const house = await newHouse();
  expect((await house.start()).output).toMatch(/Migrate: \d+ migrations and \d+ functions applied/);
  const first = house.demo();
  await house.api().call("POST", "/products", PRODUCT);
  expect(await house.interrupt()).toBe(0);

  expect((await house.start()).output).toContain("Migrate: up to date");
  expect(house.demo()).toMatchObject(first);
  expect(await house.api().call("GET", "/products/KEPT")).toMatchObject({ title: "Kept", version: 1 });
});

test("Ctrl-C leaves nothing running", async () => {
  const house = await newHouse();
  await house.start();
  const postmaster = Number(
    readFileSync(join(house.dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0],
  );
  expect(await house.interrupt()).toBe(0);
  expect(isAlive(postmaster)).toBe(false);
  await expect(fetch(`${house.baseUrl}/healthz`)).rejects.toThrow();
});

test("a second house on the same folder waits for the first to stop, and takes over", async () => {
  const house = await newHouse();
  await house.start();
  const stopping = house.interrupt();
  const { output } = await house.start();
  await stopping;
  expect(output).toContain("Skucast is ready");
});

test("only the named apps run", async () => {
  const house = await newHouse({}, ["webhook-dispatcher"]);
  const { output } = await house.start();
  expect(output).toContain("Ready: webhook-dispatcher");
  expect((await fetch(`${house.baseUrl}/readyz`)).status).toBe(200);
  expect((await fetch(`${house.baseUrl}/api/public/v1/me`)).status).toBe(404);
});

test("a setting that cannot be read ends the start with its name and what it should be", async () => {
  const house = await newHouse({ SKUCAST_LOG_LEVEL: "loud", SKUCAST_TRUST_PROXY: "1" });
  await expect(house.start()).rejects.toThrow(/SKUCAST_LOG_LEVEL/);
});
