import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { totpCode } from "@skucast/auth-server/second-factor/totp";
import type { Page } from "playwright-core";
import { deploymentWithBrowser, type Owner } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsOf } from "./testing/violations-of.js";
import { addVirtualAuthenticator, type VirtualAuthenticator } from "./testing/virtual-authenticator.js";

/*
 * Passkeys with an authenticator that the browser provides: what is checked is the browser, the page's script and the
 * server together.
 */

const UNUSED = "The browser did not use a passkey";
const UNKNOWN = "This passkey is not known.";
const site = deploymentWithBrowser();
const urlOf = (path: string): string => site.deployment.baseUrl + path;

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(urlOf("/account/passkeys/new"));
  await page.getByLabel("Name of the passkey").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(urlOf("/sign-out"));
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Signed out" }).waitFor();
}

async function usePasskey(page: Page): Promise<void> {
  await page.goto(urlOf("/sign-in?return_to=%2Faccount"));
  await page.getByRole("button", { name: "Use a passkey" }).click();
}

const isAtAccount = (page: Page) => page.getByRole("heading", { name: "Your account" }).waitFor();

async function signInWithPassword({ page, email, password }: Owner): Promise<void> {
  await page.goto(urlOf("/sign-in?return_to=%2Faccount"));
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A new person with a passkey of a new device, signed out. */
async function personWithPasskey(): Promise<{ owner: Owner; device: VirtualAuthenticator }> {
  const owner = await site.newOwner();
  const device = await addVirtualAuthenticator(owner.page);
  await addPasskey(owner.page, "Laptop");
  await owner.page.getByText("The passkey was added.").waitFor();
  await owner.page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  await signOut(owner.page);
  return { owner, device };
}

describe("a passkey", () => {
  let owner: Owner;
  let device: VirtualAuthenticator;
  beforeAll(async () => {
    ({ owner, device } = await personWithPasskey());
  });
  afterAll(() => owner.leave());

  test("is stored on the device for this site and account, and signs in without an address", async () => {
    const { page } = owner;
    await usePasskey(page);
    await isAtAccount(page);
    await page.getByText(owner.email).first().waitFor();
    await page.getByText("last used").first().waitFor();
    await owner.open("/");
    const { json } = await sendAsPage(page, "GET", "/me");
    const userHandle = Buffer.from(String(json.user_id)).toString("base64");
    expect(await device.passkeys()).toMatchObject([{ isResidentCredential: true, rpId: "localhost", userHandle }]);
  });

  test("is not added twice to one device", async () => {
    const { page } = owner;
    await addPasskey(page, "Again");
    await page.getByText("This device already has a passkey for your account.").waitFor();
    expect(await device.passkeys()).toHaveLength(1);
  });

  test("confirms who is at the browser, and counts as a second factor", async () => {
    const { page } = owner;
    await owner.open("/account/confirm");
    await page.getByRole("button", { name: "Confirm with a passkey" }).click();
    await page.waitForURL((url) => url.searchParams.get("done") === "confirmed");
    await owner.open("/");
    const rule = { requires_second_factor: true };
    expect((await sendAsPage(page, "PATCH", "/workspace", rule)).status).toBe(200);
    await signOut(page);
    await signInWithPassword(owner);
    await isAtAccount(page);
    await owner.open("/");
    expect((await sendAsPage(page, "GET", "/products")).json).toMatchObject({ code: "second_factor_required" });
    await signOut(page);
    await usePasskey(page);
    await isAtAccount(page);
    await owner.open("/");
    expect((await sendAsPage(page, "GET", "/products")).status).toBe(200);
  });

  test("is not used, and none is added, while the device does not verify the person", async () => {
    const { page } = owner;
    await device.verifyPerson(false);
    await addPasskey(page, "Unverified");
    await page.getByText(UNUSED).waitFor();
    await signOut(page);
    await usePasskey(page);
    await page.getByText(UNUSED).waitFor();
    await device.verifyPerson(true);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await isAtAccount(page);
  });

  test("no longer signs in once it is removed", async () => {
    const { page } = owner;
    await page.getByRole("button", { name: "Remove the passkey Laptop" }).click();
    await page.getByText("The passkey was removed and no longer signs in.").waitFor();
    await signOut(page);
    await usePasskey(page);
    await page.getByText(UNKNOWN).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});

test("a copy of a passkey signs in no more once the original was used", async () => {
  const { owner, device } = await personWithPasskey();
  const { page } = owner;
  const [copied] = await device.passkeys();
  if (copied === undefined) throw new Error("The device has no passkey.");
  await usePasskey(page);
  await isAtAccount(page);
  await signOut(page);
  const [original] = await device.passkeys();
  expect(original?.signCount).toBeGreaterThan(copied.signCount);
  await device.remove();
  const copy = await addVirtualAuthenticator(page);
  await copy.store(copied);
  await usePasskey(page);
  await page.getByText(UNKNOWN).waitFor();
  await page.goto(urlOf("/account"));
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await owner.leave();
});

/** Scripts of pages, whose types the tests do not have. */
const SIGN_HERE = `(async (asked) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return JSON.stringify((await navigator.credentials.get({ publicKey })).toJSON());
})`;
const SEND_SIGNED = `((response) => {
  const form = document.querySelector('form[action="/sign-in/passkey"]');
  form.elements.response.value = response;
  HTMLFormElement.prototype.submit.call(form);
})`;

describe("a page of another origin", () => {
  let foreign: Server;
  let foreignUrl: string;
  beforeAll(async () => {
    foreign = createServer((_req, res) => void res.setHeader("content-type", "text/html").end("<h1>Prize</h1>"));
    foreign.listen(0, "127.0.0.1");
    await once(foreign, "listening");
    foreignUrl = `http://localhost:${(foreign.address() as AddressInfo).port}/`;
  });
  afterAll(() => void foreign.close());

  test("gets signatures of a passkey that sign no one in, even with a fresh challenge", async () => {
    const { owner } = await personWithPasskey();
    const { page } = owner;
    const attacker = await site.browser.newPerson(site.deployment.baseUrl);
    await attacker.page.goto(urlOf("/sign-in"));
    const form = attacker.page.locator('form[action="/sign-in/passkey"]');
    const options = JSON.parse((await form.getAttribute("data-options")) ?? "{}");
    await page.goto(foreignUrl);
    const response: string = await page.evaluate(`${SIGN_HERE}(${JSON.stringify(options)})`);
    expect(JSON.parse(Buffer.from(JSON.parse(response).response.clientDataJSON, "base64url").toString())).toMatchObject(
      { challenge: options.challenge, origin: new URL(foreignUrl).origin },
    );
    await attacker.page.evaluate(`${SEND_SIGNED}(${JSON.stringify(response)})`);
    await attacker.page.getByText(UNKNOWN).waitFor();
    await attacker.page.goto(urlOf("/account"));
    expect(new URL(attacker.page.url()).pathname).toBe("/sign-in");
    await attacker.leave();
    await owner.leave();
  });
});

test("who loses the device signs in with the password and a recovery code, and replaces the passkey", async () => {
  const owner = await site.newOwner();
  const { page } = owner;
  await owner.open("/account");
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  const secret = (await page.locator("code").first().innerText()).replaceAll(" ", "");
  await page.getByRole("textbox", { name: "Code" }).fill(totpCode(secret, new Date()));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  const [code = ""] = await page.locator(".codes code").allInnerTexts();
  const lost = await addVirtualAuthenticator(page);
  await addPasskey(page, "Lost phone");
  await page.getByText("The passkey was added.").waitFor();
  await signOut(page);
  await lost.remove();
  await addVirtualAuthenticator(page);
  await usePasskey(page);
  await page.getByText(UNUSED).waitFor();
  await signInWithPassword(owner);
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("9 of 10 recovery codes left").waitFor();
  await page.getByRole("button", { name: "Remove the passkey Lost phone" }).click();
  await page.getByText("The passkey was removed and no longer signs in.").waitFor();
  await addPasskey(page, "New phone");
  await page.getByText("The passkey was added.").waitFor();
  await signOut(page);
  await usePasskey(page);
  await isAtAccount(page);
  await owner.leave();
});
