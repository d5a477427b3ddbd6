import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { eventually } from "@skucast/testkit/eventually";
import type { Page } from "playwright-core";
import { deploymentWithBrowser, type Owner } from "./testing/deployment-with-browser.js";
import { violationsOf } from "./testing/violations-of.js";

const NEW_PASSWORD = "nine green birds fly";
const site = deploymentWithBrowser();
let owner: Owner;

beforeAll(async () => {
  owner = await site.newOwner();
});

/** Opens the newest mail with this subject in the outbox and returns the link that it contains. */
async function mailedLink(page: Page, subject: string): Promise<string> {
  const entry = page.getByRole("listitem").filter({ hasText: owner.email }).getByRole("link", { name: subject });
  await eventually(async () => {
    await page.goto(`${site.deployment.baseUrl}/outbox`);
    return (await entry.count()) > 0;
  });
  await entry.first().click();
  const link = page.locator("pre a").first();
  await link.waitFor();
  return site.deployment.baseUrl + (await link.getAttribute("href"));
}

test("the mails of a deployment without a mail server are in the outbox, whose link has confirmed the address", async () => {
  const { page } = owner;
  await owner.open("/");
  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Outbox of this deployment" }).click();
  await page.getByRole("heading", { name: "Outbox" }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(await mailedLink(page, "Finish creating your account"));
  await page.getByText("It was used, it expired").waitFor();
  await owner.open("/account");
  await page.getByText("confirmed", { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

test("mails about problems are in the outbox too, and lead to what failed", async () => {
  const { page } = owner;
  await owner.open("/");
  const status = await page.evaluate(async (path) => {
    const headers = { "Content-Type": "text/csv" };
    return (await fetch(path, { method: "POST", headers, body: "sku,title\n" })).status;
  }, `${API_BASE_PATH}/imports?mode=replace&file_name=shop.csv`);
  expect(status).toBe(202);
  const link = await mailedLink(page, "a product file could not be imported");
  await page.getByRole("link", { name: "View as HTML" }).click();
  expect(await page.getByRole("link", { name: "Open in Skucast" }).getAttribute("href")).toBe(link);
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(link);
  await page.getByText("shop.csv").first().waitFor();
});

test("the history of an account lists what was done, and its data can be downloaded", async () => {
  const { page } = owner;
  await owner.open("/account/passkeys/new");
  expect(await violationsOf(page)).toEqual([]);
  await owner.open("/account");
  await page.getByRole("link", { name: "View your security history" }).click();
  await page.getByRole("heading", { name: "Security history" }).waitFor();
  expect(await page.getByRole("listitem").allInnerTexts()).toEqual([expect.stringContaining("Account created")]);
  expect(await violationsOf(page)).toEqual([]);
  await owner.open("/account");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download your data" }).click(),
  ]);
  const data = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(data).toMatchObject({ account: { email: owner.email }, memberships: [{ role: "owner" }] });
});

test("a forgotten password is reset by the mailed link", async () => {
  const { page } = owner;
  await owner.open("/sign-out");
  await page.getByRole("button", { name: "Sign out" }).click();
  await owner.open("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email address").fill(owner.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await page.goto(await mailedLink(page, "Reset your password"));
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email address").fill(owner.email);
  await page.getByLabel("Password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("an owner requests the deletion of a workspace by its name, and cancels it", async () => {
  const { page } = owner;
  await owner.open("/settings");
  await page.getByRole("button", { name: "Delete workspace" }).click();
  const dialog = page.getByRole("dialog");
  const name = /Enter (.*) to confirm/.exec((await dialog.textContent()) ?? "")?.[1] ?? "";
  await dialog.getByRole("textbox").fill(name);
  await dialog.getByRole("button", { name: "Request deletion" }).click();
  await page.getByRole("heading", { name: "This workspace will be deleted" }).waitFor();
  await page
    .getByRole("complementary", { name: "Your permissions" })
    .getByText("nothing in it can be changed")
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel deletion" }).click();
  await page.getByRole("heading", { name: "Delete this workspace" }).waitFor();
});
