import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

const site = deploymentWithBrowser();
let page: Page;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  ({ page, faults } = await site.newOwner());
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name });

test("a source is created, changed, paused and deleted, and an invalid URL is reported at its field", async () => {
  await page.goto(`${site.deployment.baseUrl}/sources`);
  await page.getByText("No sources yet").waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await button("Create source").first().click();
  await field("Name").fill("Shop export");
  await field("File URL").fill("https://127.0.0.1/export.csv");
  await page.getByRole("combobox", { name: "Login" }).selectOption("bearer");
  await page.getByLabel("Secret").fill("t0ken");
  await page.getByRole("combobox", { name: "Schedule" }).selectOption("interval");
  await field("Interval (minutes)").fill("10080");
  expect(await violationsEverywhere(page)).toEqual([]);
  await button("Create source").click();
  await page.getByText("is not an address on the public internet").waitFor();
  // A public address. With this interval, nothing is fetched from it during the test.
  await field("File URL").fill("https://93.184.215.14/export.csv");
  await button("Create source").click();
  await page.getByRole("heading", { name: "Shop export" }).waitFor();
  await page.getByText("Not fetched yet").waitFor();
  await page.getByText("Every 10080 min").waitFor();
  expect(await page.getByText("t0ken").count()).toBe(0);
  expect(await violationsEverywhere(page)).toEqual([]);

  await button("Edit source").click();
  await field("Name").fill("ERP export");
  await page.getByRole("combobox", { name: "Schedule" }).selectOption("never");
  await button("Save changes").click();
  await page.getByRole("heading", { name: "ERP export" }).waitFor();
  await page.getByText("On demand", { exact: true }).waitFor();
  await button("Pause source").click();
  await button("Resume source").waitFor();

  await page.getByRole("link", { name: "Sources" }).click();
  await page.getByRole("row", { name: /ERP export .*Paused/ }).waitFor();
  await page.getByRole("link", { name: "ERP export" }).click();
  await button("Delete source").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete source" }).click();
  await page.getByText("No sources yet").waitFor();
  expect(await faults()).toEqual([]);
});
