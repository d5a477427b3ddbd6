import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { deploymentWithBrowser, type Owner } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { useSoftAuthenticator } from "./testing/use-soft-authenticator.js";
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
  for (;;) {
    await page.goto(`${site.deployment.baseUrl}/outbox`);
    if ((await entry.count()) > 0) break;
    await page.waitForLoadState("networkidle");
  }
  await entry.first().click();
  const link = page.locator("pre a");
  await link.waitFor();
  return site.deployment.baseUrl + (await link.getAttribute("href"));
}

test("the mails of a deployment without a mail server are in the outbox, and their links work", async () => {
  const { page } = owner;
  await owner.open("/");
  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Outbox of this deployment" }).click();
  await page.getByRole("heading", { name: "Outbox" }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(await mailedLink(page, "Confirm your email address"));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
  await owner.open("/account");
  await page.getByText("confirmed", { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

test("a passkey is added and signs in", async () => {
  const { page } = owner;
  await owner.open("/");
  const { json } = await sendAsPage(page, "GET", "/me");
  await useSoftAuthenticator(page, site.deployment.baseUrl, String(json.user_id));
  await owner.open("/account/passkeys/new");
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel("Name of the passkey").fill("Test device");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("The passkey was added.").waitFor();
  await owner.open("/sign-out");
  await page.getByRole("button", { name: "Sign out" }).click();
  await owner.open("/sign-in?return_to=%2Faccount");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  await page.getByText("last used").first().waitFor();
});

test("a forgotten password is reset by the mailed link", async () => {
  const { page } = owner;
  await owner.open("/sign-out");
  await page.getByRole("button", { name: "Sign out" }).click();
  await owner.open("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email address").fill(owner.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
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
