import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { deploymentWithBrowser, type Owner } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsOf } from "./testing/violations-of.js";

const TABS_MAX = 40;
const site = deploymentWithBrowser();
let owner: Owner;
let host: string;
let port: number;

beforeAll(async () => {
  owner = await site.demoOwner();
  const { data } = await site.deployment.api().call("GET", "/destinations");
  [{ host, port }] = data as [{ host: string; port: number }];
});

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const named = page
    .getByLabel(name)
    .or(page.getByRole("button", { name }))
    .or(page.getByRole("link", { name }))
    .first();
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press("Tab");
    if (await named.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

/** API path of the destination that is being set up. */
const destinationPath = (page: Page): string => new URL(page.url()).pathname.replace(/\/set-up$/, "");

test("a destination is set up by keyboard; leaving and returning resumes at the needed step; only a host key that matches the entered fingerprint can be confirmed", async () => {
  const { page, open, faults } = owner;
  await open("/destinations/new");
  await page.getByRole("heading", { name: "Step 1 of 4: Server" }).waitFor();
  const type = async (name: RegExp, text: string) => {
    await tabTo(page, name);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(text);
  };
  await page.keyboard.press("Enter");
  await type(/^Name$/, "Second server");
  await type(/^Host$/, "localhost/folder");
  await page.keyboard.press("Enter");
  // The error is shown in the step that has the field.
  await page
    .getByText(/host name/)
    .and(page.locator(".field-error"))
    .waitFor();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(host);
  await type(/^Port$/, String(port));
  await type(/^User name$/, "guest");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Step 2 of 4: Login" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Step 1 of 4: Server" }).waitFor();
  expect(await page.getByLabel("Host").inputValue()).toBe(host);
  await open("/destinations/new");
  expect(await page.getByLabel("Host").inputValue()).toBe(host);
  await tabTo(page, /^User name$/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Step 2 of 4: Login" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Step 2 of 4: Login" }).waitFor();
  await tabTo(page, /^Next$/);
  await page.keyboard.press("Enter");
  await page.getByText(/^ssh-ed25519 /).waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await open("/destinations/new");
  expect(await page.getByLabel("Host").inputValue()).toBe("");
  await open("/destinations");
  await page
    .getByRole("row", { name: /Second server.*Not set up/ })
    .getByRole("link")
    .click();
  await page.getByRole("link", { name: "Continue setup" }).click();
  await page.getByRole("heading", { name: "Step 2 of 4: Login" }).waitFor();
  await tabTo(page, /^Next$/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Step 3 of 4: Host key" }).waitFor();
  await type(/^Fingerprint from the partner$/, `SHA256:${"A".repeat(43)}`);
  await page.getByText("No key matches").waitFor();
  const shown = await page.locator(".keys code").first().innerText();
  await page.getByRole("button", { name: /^Confirm key/, disabled: true }).waitFor();
  await tabTo(page, /^Confirm key SHA256:/);
  await page.keyboard.press("Enter");
  expect((await sendAsPage(page, "GET", destinationPath(page))).json.host_keys).toEqual([]);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(shown);
  await page.getByText("The fingerprints match. Confirm this key.").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await tabTo(page, /^Confirm key SHA256:/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Step 4 of 4: Test" }).waitFor();
  await page.getByText("The test failed.").waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: /^Log in Failed/ })
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await open("/destinations");
  await page
    .getByRole("row", { name: /Second server.*Test failed/ })
    .getByRole("link")
    .click();
  await page.getByRole("link", { name: "Continue setup" }).click();
  await page.getByRole("heading", { name: "Step 4 of 4: Test" }).waitFor();
  await tabTo(page, /^Back$/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Step 3 of 4: Host key" }).waitFor();
  await tabTo(page, /^Back$/);
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Login" }).selectOption("password");
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("heading", { name: "Step 3 of 4: Host key" }).waitFor();
  expect(await faults()).toEqual([]);
});

test("a stored password is required again when the server or user changes, with the error at its field, during setup and in the form", async () => {
  const { page, open } = owner;
  const login = { username: "u", auth: { type: "password", password: "pw" } };
  const { id } = await site.deployment
    .api()
    .call("POST", "/destinations", { name: "Third server", host, port, ...login });
  const asked = page.locator(".field-error", { hasText: "Must be entered again" });
  await open(`/destinations/${id}/set-up?step=where`);
  await page.getByLabel("User name").fill("other");
  await page.getByRole("button", { name: "Next" }).click();
  await asked.waitFor();
  await page.getByLabel("Password").fill("theirs");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("heading", { name: "Step 2 of 4: Login" }).waitFor();
  expect((await sendAsPage(page, "GET", `/destinations/${id}`)).json).toMatchObject({ username: "other" });

  await open(`/destinations/${id}`);
  await page.getByRole("button", { name: "Edit destination" }).click();
  await page.getByLabel("User name").fill("third");
  await page.getByRole("button", { name: "Save changes" }).click();
  await asked.waitFor();
  expect(await page.getByRole("combobox", { name: "Login" }).getAttribute("aria-invalid")).toBe("true");
  await page.getByRole("combobox", { name: "Login" }).selectOption("password");
  await page.getByLabel("Password").fill("theirs");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Destination saved.").waitFor();
});

test.each([
  [
    "S3-compatible bucket",
    {
      Endpoint: "https://8.8.8.8:9000",
      Bucket: "acme-feeds",
      "Folder in the bucket": "feeds",
      "Access key ID": "KEY-1",
      "Secret access key": "very-secret",
    },
    { type: "s3", bucket: "acme-feeds", prefix: "feeds", username: "KEY-1", path_style: true },
  ],
  [
    "HTTPS upload",
    { URL: "https://8.8.8.8/in/{file_name}", Headers: "X-Api-Key: very-secret" },
    { type: "https", method: "PUT", headers: [{ name: "x-api-key" }], auth: { type: "none", has_password: true } },
  ],
  [
    "FTPS server",
    { Host: "8.8.8.8", "User name": "acme", Password: "very-secret" },
    { type: "ftps", port: 21, username: "acme", strategy: "rename" },
  ],
])("a destination of type %s is created in one form and edited without its secret", async (type, fields, stored) => {
  const { page, open, faults } = owner;
  await open("/destinations/new");
  await page.getByLabel("Type", { exact: true }).selectOption(type);
  await page.getByRole("button", { name: "Add destination" }).click();
  await page.locator(".field-error").first().waitFor();
  await page.getByLabel("Name", { exact: true }).fill(`New ${type}`);
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Add destination" }).click();
  await page.getByRole("heading", { name: `New ${type}`, level: 1 }).waitFor();
  const { json } = await sendAsPage(page, "GET", destinationPath(page));
  expect(json).toMatchObject(stored);
  expect(await page.content()).not.toContain("very-secret");
  await page.getByRole("button", { name: "Edit destination" }).click();
  await page.getByLabel("Name", { exact: true }).fill(`Renamed ${type}`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("heading", { name: `Renamed ${type}`, level: 1 }).waitFor();
  await open("/destinations");
  await page.getByRole("row", { name: new RegExp(`Renamed ${type}`) }).waitFor();
  expect(await faults()).toEqual([]);
});
