import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { totpCode } from "@skucast/auth-server/second-factor/totp";
import { french } from "@skucast/auth-server/texts/fr/french";
import { filesOf } from "@skucast/catalog-api/testing/archive-content";
import { mailedSignUpLink, mailTo } from "@skucast/testkit/read-mail";
import { type MailServer, startMailServer } from "@skucast/testkit/start-mail-server";
import type { Page } from "playwright-core";
import { deploymentWithBrowser, type Owner } from "./testing/deployment-with-browser.js";
import { oauthWire } from "./testing/oauth-wire.js";
import type { Person } from "./testing/person.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsOf } from "./testing/violations-of.js";
import { addVirtualAuthenticator } from "./testing/virtual-authenticator.js";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const SECOND_PASSWORD = "nine green birds fly";
const STEP_MS = 30_000;
let server: MailServer;
const signUpLinkTo = (email: string) => mailedSignUpLink(server, email);
const site = deploymentWithBrowser(async () => {
  server = await startMailServer();
  return { SKUCAST_SMTP_URL: server.url };
}, signUpLinkTo);
let owner: Owner;

beforeAll(async () => {
  owner = await site.newOwner();
});
afterAll(() => server.close());

const mailed = (subject: string, to: string = owner.email) => mailTo(server, to, subject);
const urlOf = (path: string): string => site.deployment.baseUrl + path;

/** What a scanner of mails does: it opens each link, without the browser's cookies. */
const scan = async (link: string): Promise<number> => (await fetch(link)).status;

async function signOut(page: Page): Promise<void> {
  await page.goto(urlOf("/sign-out"));
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Signed out" }).waitFor();
}

async function signIn(page: Page, email: string, password: string, returnTo = "/account"): Promise<void> {
  await page.goto(urlOf(`/sign-in?return_to=${encodeURIComponent(returnTo)}`));
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A link that does not work answers with a page that says so and has nothing to send. */
async function expectPlainPage(page: Page, link: string): Promise<void> {
  const answer = await page.goto(link);
  const found = [link, answer?.status(), answer?.headers()["content-type"]];
  expect(found).toEqual([link, 404, "text/html; charset=utf-8"]);
  const words = await page.getByRole("main").innerText();
  expect(words).toMatch(/^[^{}<>]+ (not|no longer) valid\.[^{}<>]+$/);
  expect([await page.getByRole("heading", { level: 1 }).count(), await page.locator("form").count()]).toEqual([1, 0]);
}

/** The same for a link that was used, which offers the next step. */
async function expectUsed(page: Page, link: string): Promise<void> {
  await expectPlainPage(page, link);
  expect(await violationsOf(page)).toEqual([]);
}

test("a person signs up with a mailed link, which survives a scanner and works once", async () => {
  const guest = await site.newPerson();
  const { page, email } = guest;
  const ask = async (address: string) => {
    await page.goto(urlOf("/sign-up"));
    await page.getByLabel("Email address").fill(address);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    return (await page.getByRole("main").innerText()).replace(address, "");
  };
  const shown = await ask(email);
  expect(await violationsOf(page)).toEqual([]);
  const { link, html } = await mailed("Finish creating your account", email);
  expect(html).toContain(link);
  expect([await scan(link), await scan(link)]).toEqual([200, 200]);
  const elsewhere = await site.newPerson({ userAgent: FIREFOX });
  await elsewhere.page.goto(link);
  await elsewhere.page.getByText("started in another browser: Headless Chrome on Linux").waitFor();
  expect(await violationsOf(elsewhere.page)).toEqual([]);
  await elsewhere.leave();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Cy");
  await page.getByLabel("Password").fill(guest.password);
  await page.getByLabel("Workspace name").fill("Cy's shop");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Workspace: Cy's shop" }).waitFor();
  await expectUsed(page, link);
  expect(await ask(owner.email)).toBe(shown);
  const { link: signInLink, text } = await mailed("You already have an account");
  expect(text).toContain("so nothing was changed");
  await page.goto(urlOf("/sign-out"));
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(signInLink);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await guest.leave();
});

test("an address is confirmed by a mail, whose link survives a scanner and works once", async () => {
  const demo = await site.demoOwner();
  const { page } = demo;
  const invitation = { email: "heir@example.com", role: "admin" };
  const refused = await sendAsPage(page, "POST", "/invitations", invitation);
  expect([refused.status, refused.json.code]).toEqual([403, "confirmed_address_required"]);
  await demo.open("/members");
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByRole("textbox", { name: "Email address" }).fill(invitation.email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Confirm your email address first").waitFor();
  await page.getByRole("link", { name: "Open your account to send the link again" }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await demo.open("/account");
  await page.locator('form[action="/account/verify-email"] button').click();
  const { link, html } = await mailed("Confirm your email address", site.deployment.demo().user.email);
  expect(html).toContain(link);
  expect(link.startsWith(urlOf("/verify-email/"))).toBe(true);
  expect([await scan(link), await scan(link)]).toEqual([200, 200]);
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
  await expectUsed(page, link);
  await demo.open("/");
  expect((await sendAsPage(page, "POST", "/invitations", invitation)).status).toBe(201);
  await demo.leave();
});

test("a person signs up with a mailed invitation and becomes a member; no other account can use it", async () => {
  const guest = await site.newPerson();
  const other = await site.newOwner();
  await owner.open("/members");
  await owner.page.getByRole("button", { name: "Invite member" }).click();
  await owner.page.getByRole("textbox", { name: "Email address" }).fill(guest.email);
  await owner.page.getByRole("combobox", { name: "Role" }).selectOption("editor");
  await owner.page.getByRole("button", { name: "Send invitation" }).click();
  await owner.page.getByRole("button", { name: "I have stored it" }).click();
  const { link } = await mailed("Skucast: invitation to the workspace “Shop”", guest.email);
  expect(await scan(link)).toBe(200);
  await other.page.goto(link);
  await other.page.getByText(`but ${guest.email} was invited`).waitFor();
  expect(await other.page.getByRole("button", { name: "Accept" }).count()).toBe(0);
  await guest.page.goto(link);
  expect(await violationsOf(guest.page)).toEqual([]);
  await guest.page.getByRole("link", { name: "Create an account to accept" }).click();
  await guest.page.getByRole("button", { name: "Send the link" }).click();
  await guest.page.getByRole("heading", { name: "Check your email" }).waitFor();
  await guest.page.goto((await mailed("Finish creating your account", guest.email)).link);
  await guest.page.getByLabel("Your name").fill("Bo");
  await guest.page.getByLabel("Password").fill(guest.password);
  await guest.page.getByRole("button", { name: "Create account" }).click();
  await guest.page.getByRole("button", { name: "Workspace: Shop" }).waitFor();
  expect((await sendAsPage(guest.page, "GET", "/me")).json.role).toBe("editor");
  await expectUsed(guest.page, link);
  await guest.leave();
  await other.leave();
});

test("a sign-in in another browser is mailed, listed and ended", async () => {
  const elsewhere = await site.newPerson({ userAgent: FIREFOX });
  await signIn(elsewhere.page, owner.email, owner.password);
  await elsewhere.page.getByRole("heading", { name: "Your account" }).waitFor();
  const { text } = await mailed("New sign-in to your account");
  expect(text).toMatch(/Browser: Firefox on Linux\nIP address: (127\.0\.0\.1|::1)\n/);
  await owner.open("/account");
  await owner.page.getByRole("button", { name: /^Sign out Firefox on Linux/ }).click();
  await owner.page.getByText("You were signed out of that browser.").waitFor();
  await elsewhere.page.goto(urlOf("/account"));
  await elsewhere.page.waitForURL((url) => url.pathname === "/sign-in");
  await elsewhere.leave();
});

test("changing the password ends the other browsers, is mailed, and the former password is refused", async () => {
  const elsewhere = await site.newPerson({ userAgent: FIREFOX });
  await signIn(elsewhere.page, owner.email, owner.password);
  await elsewhere.page.getByRole("heading", { name: "Your account" }).waitFor();
  const { page } = owner;
  await owner.open("/account");
  await page.getByLabel("Current password").fill(owner.password);
  await page.getByLabel("New password").fill(SECOND_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Your password was changed.").waitFor();
  await mailed("Your password was changed");
  await elsewhere.page.goto(urlOf("/account"));
  await elsewhere.page.waitForURL((url) => url.pathname === "/sign-in");
  await signIn(elsewhere.page, owner.email, owner.password);
  await elsewhere.page.getByText("The email address or password is incorrect.").waitFor();
  await elsewhere.leave();
});

test("a reset answers alike for an unknown address, and sends mail only to a known one", async () => {
  const visitor = await site.newPerson();
  const answers: string[] = [];
  for (const email of [owner.email, visitor.email]) {
    await visitor.page.goto(urlOf("/forgot-password"));
    await visitor.page.getByLabel("Email address").fill(email);
    await visitor.page.getByRole("button", { name: "Send the link" }).click();
    await visitor.page.getByRole("heading", { name: "Check your email" }).waitFor();
    answers.push((await visitor.page.locator("main").innerText()).replaceAll(email, ""));
  }
  expect(answers[1]).toBe(answers[0]);
  const { link } = await mailed("Reset your password");
  expect(await scan(link)).toBe(200);
  await visitor.page.goto(link);
  await visitor.page.getByLabel("New password").fill(owner.email);
  await visitor.page.getByRole("button", { name: "Change password" }).click();
  await visitor.page.getByText("Use something other than your email address.").first().waitFor();
  await visitor.page.getByLabel("New password").fill(owner.password);
  await visitor.page.getByRole("button", { name: "Change password" }).click();
  await visitor.page.getByRole("heading", { name: "Your password was changed" }).waitFor();
  await mailed("Your password was reset");
  await expectUsed(visitor.page, link);
  expect(server.received.filter(({ to }) => to === visitor.email)).toEqual([]);
  await signIn(owner.page, owner.email, owner.password);
  await owner.page.getByRole("heading", { name: "Your account" }).waitFor();
  await visitor.leave();
});

describe("an authenticator app", () => {
  let secret = "";
  let codes: string[] = [];
  let guest: Person;

  beforeAll(async () => {
    guest = await site.newPerson();
    await owner.open("/");
    const { json } = await sendAsPage(owner.page, "POST", "/invitations", { email: guest.email, role: "viewer" });
    await guest.signUp("Theirs");
    await guest.page.goto(String(json.url));
    await guest.page.getByRole("button", { name: "Accept" }).click();
    await guest.page.getByRole("button", { name: "Workspace: Shop" }).waitFor();
  });
  afterAll(() => guest.leave());

  const enterCode = async (page: Page, code: string) => {
    await page.getByRole("textbox", { name: "Code" }).fill(code);
    await page.getByRole("button", { name: "Sign in" }).click();
  };

  test("is added with a code, gives ten recovery codes, and is mailed", async () => {
    const { page } = owner;
    await owner.open("/account");
    await page.getByRole("button", { name: "Add an authenticator app" }).click();
    expect(await violationsOf(page)).toEqual([]);
    secret = (await page.locator("code").first().innerText()).replaceAll(" ", "");
    await page.getByRole("textbox", { name: "Code" }).fill("000000");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("The code is wrong.").first().waitFor();
    await page.getByRole("textbox", { name: "Code" }).fill(totpCode(secret, new Date()));
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    codes = await page.locator(".codes code").allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole("link", { name: "I have stored the codes" }).click();
    await page.getByText("10 of 10 recovery codes left").waitFor();
    await mailed("An authenticator app was added");
  });

  test("is asked for its code after the password; a code and a recovery code work once", async () => {
    const { page } = owner;
    await signOut(page);
    await signIn(page, owner.email, owner.password);
    await page.getByRole("heading", { name: "Enter your code" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const code = totpCode(secret, new Date(Date.now() + STEP_MS));
    await enterCode(page, code);
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await signOut(page);
    await signIn(page, owner.email, owner.password);
    await enterCode(page, code);
    await page.getByText("it was used already").first().waitFor();
    await enterCode(page, codes[0] ?? "");
    await page.getByText("9 of 10 recovery codes left").waitFor();
    await mailed("A recovery code was used");
    await signOut(page);
    await signIn(page, owner.email, owner.password);
    await enterCode(page, codes[0] ?? "");
    await page.getByText("it was used already").first().waitFor();
    await enterCode(page, codes[1] ?? "");
    await page.getByText("8 of 10 recovery codes left").waitFor();
  });

  test("is required of every member once the workspace says so", async () => {
    const { page } = owner;
    await owner.open("/settings");
    await page.getByLabel("Require a second factor").check();
    await page.getByRole("button", { name: "Save sign-in rule" }).click();
    await page.getByText("Sign-in rule saved.").waitFor();
    await guest.page.goto(urlOf("/products"));
    await guest.page.getByRole("heading", { name: "This workspace requires a second factor" }).waitFor();
    for (const way of ["Switch workspace", "Sign out …"]) await guest.page.getByRole("link", { name: way }).waitFor();
    expect(await violationsOf(guest.page)).toEqual([]);
    await owner.open("/settings");
    await page.getByLabel("Require a second factor").uncheck();
    await page.getByRole("button", { name: "Save sign-in rule" }).click();
    await page.getByText("Sign-in rule saved.").waitFor();
    await guest.page.goto(urlOf("/products"));
    await guest.page.getByText("No products yet").waitFor();
  });

  test("gives new recovery codes, and is removed, each with a mail", async () => {
    const { page } = owner;
    await owner.open("/account");
    await page.getByRole("button", { name: "Create new recovery codes" }).click();
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    expect(await page.locator(".codes code").allInnerTexts()).not.toContain(codes[2]);
    await mailed("Your recovery codes were replaced");
    await page.getByRole("link", { name: "I have stored the codes" }).click();
    await page.getByRole("button", { name: "Remove the app" }).click();
    await page.getByText("The authenticator app was removed.").waitFor();
    await mailed("Your authenticator app was removed");
  });

  test("the ownership passes to another member, and back", async () => {
    const { page } = owner;
    for (const [from, to] of [
      [page, guest.email],
      [guest.page, owner.email],
    ] as const) {
      await from.goto(urlOf("/settings"));
      await from.getByRole("button", { name: "Transfer ownership" }).click();
      const dialog = from.getByRole("dialog");
      const members = (await sendAsPage(from, "GET", "/members")).json.data as { email: string; user_id: string }[];
      const heir = members.find(({ email }) => email === to)?.user_id ?? "";
      await dialog.getByLabel("New owner").selectOption(heir);
      await dialog.getByRole("button", { name: "Transfer ownership" }).click();
      await from.getByText("is an owner now.").waitFor();
      expect((await sendAsPage(from, "GET", "/me")).json.role).toBe("admin");
    }
    expect((await sendAsPage(page, "GET", "/me")).json.role).toBe("owner");
  });
});

test("a passkey signs in, and is mailed when it is added and when it is removed", async () => {
  const person = await site.newOwner();
  const { page } = person;
  const device = await addVirtualAuthenticator(page);
  await person.open("/account/passkeys/new");
  await page.getByLabel("Name of the passkey").fill("Laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("The passkey was added.").waitFor();
  expect((await mailed("A passkey was added", person.email)).text).toContain("Laptop");
  await signOut(page);
  await page.goto(urlOf("/sign-in?return_to=%2Faccount"));
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("button", { name: "Remove the passkey Laptop" }).click();
  await page.getByText("The passkey was removed and no longer signs in.").waitFor();
  expect((await mailed("A passkey was removed", person.email)).text).toContain("Laptop");
  await device.remove();
  await person.leave();
});

test("who reads of a passkey that they did not add removes it by the link of the mail, which survives a scanner", async () => {
  const thief = await site.newOwner();
  const device = await addVirtualAuthenticator(thief.page);
  await thief.open("/account/passkeys/new");
  await thief.page.getByLabel("Name of the passkey").fill("Stolen");
  await thief.page.getByRole("button", { name: "Add a passkey" }).click();
  await thief.page.getByText("The passkey was added.").waitFor();
  const { link } = await mailed("A passkey was added", thief.email);
  expect(await scan(link)).toBe(200);
  const victim = await site.newPerson();
  const { page } = victim;
  await page.goto(link);
  await page.getByText(/^Passkey: Stolen/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel("New password").fill(SECOND_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("heading", { name: "Your password was changed" }).waitFor();
  await page.getByText(/^Passkey: Stolen/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await expectUsed(page, link);
  await thief.open("/account");
  await thief.page.waitForURL((url) => url.pathname === "/sign-in");
  await signIn(page, thief.email, SECOND_PASSWORD);
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  expect(await page.getByRole("button", { name: /^Remove the passkey/ }).count()).toBe(0);
  await device.remove();
  await thief.leave();
  await victim.leave();
});

test("an app that a person connects is mailed to them", async () => {
  const wire = oauthWire(site.deployment.baseUrl);
  const redirectUri = "http://localhost:43211/callback";
  const { json } = await wire.register({ client_name: "Assistant", redirect_uris: [redirectUri] });
  await owner.answer(wire.begin({ clientId: json.client_id, redirectUri }).url, { scopes: ["products:read"] });
  expect((await mailed("An app was connected to your account")).text).toContain("localhost:43211");
});

test("a new address is confirmed at both ends, and signs in afterwards", async () => {
  const { page } = owner;
  const address = `new-${owner.email}`;
  await owner.open("/account");
  await page.getByLabel("New email address").fill(address);
  await page.getByRole("button", { name: "Change address" }).click();
  await page.getByText("We sent a link to both addresses").waitFor();
  const present = await mailed("Confirm the new email address");
  const next = await mailed("Confirm the new email address", address);
  expect(present.text).toContain(address);
  await page.goto(next.link);
  await page.getByRole("button", { name: "Confirm the change" }).click();
  await page.getByText("as soon as the other address has confirmed it too").waitFor();
  await owner.open("/account");
  await page.getByText(owner.email).first().waitFor();
  await page.goto(present.link);
  await page.getByRole("button", { name: "Confirm the change" }).click();
  await page.getByRole("heading", { name: "Your email address was changed" }).waitFor();
  await mailed("Your email address was changed");
  for (const { link } of [present, next]) await expectUsed(page, link);
  await page.context().clearCookies();
  await signIn(page, address, owner.password);
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  await page.getByText(address).first().waitFor();
});

describe("a mailed link that does not work, in a browser", () => {
  const later = "later@example.com";
  let person: Owner;
  /** A working link of each kind by the path of its page. */
  const links = new Map<string, string>();
  const secretOf = (link: string) => link.slice(link.lastIndexOf("/") + 1);

  beforeAll(async () => {
    person = await site.newOwner();
    const { page, email } = person;
    await person.open("/account");
    await page.getByLabel("Current password").fill(person.password);
    await page.getByLabel("New password").fill(SECOND_PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Your password was changed.").waitFor();
    links.set("secure-account", (await mailed("Your password was changed", email)).link);
    await person.open("/account");
    await page.getByLabel("New email address").fill(`new-${email}`);
    await page.getByRole("button", { name: "Change address" }).click();
    links.set("change-email/from", (await mailed("Confirm the new email address", email)).link);
    links.set("change-email/to", (await mailed("Confirm the new email address", `new-${email}`)).link);
    await site.deployment.query(`UPDATE users SET email_verified_at = NULL WHERE email = '${email}'`);
    await person.open("/account");
    await page.locator('form[action="/account/verify-email"] button').click();
    links.set("verify-email", (await mailed("Confirm your email address", email)).link);
    for (const [path, address, subject] of [
      ["forgot-password", email, "Reset your password"],
      ["sign-up", later, "Finish creating your account"],
    ] as const) {
      await person.open(`/${path}`);
      await page.getByLabel("Email address").fill(address);
      await page.getByRole("button", { name: "Send the link" }).click();
      links.set(path === "sign-up" ? path : "reset-password", (await mailed(subject, address)).link);
    }
    await owner.open("/");
    await sendAsPage(owner.page, "POST", "/invitations", { email: later, role: "viewer" });
    links.set("invitations", (await mailed("Skucast: invitation to the workspace “Shop”", later)).link);
  });
  afterAll(() => person.leave());

  test("because it is wrong, or the secret is of another kind of link, gets a plain page and uses nothing up", async () => {
    const { page } = person;
    for (const [kind, link] of links) {
      await expectPlainPage(page, `${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`);
      for (const other of links.keys())
        if (other !== kind) await expectPlainPage(page, urlOf(`/${kind}/${secretOf(links.get(other) ?? "")}`));
    }
    expect([...links.keys()].toSorted()).toEqual([
      "change-email/from",
      "change-email/to",
      "invitations",
      "reset-password",
      "secure-account",
      "sign-up",
      "verify-email",
    ]);
    for (const [kind, link] of links) expect([kind, (await page.goto(link))?.status()]).toEqual([kind, 200]);
  });

  test("because another person is signed in, offers nothing but to sign out", async () => {
    const other = await site.newOwner();
    for (const kind of ["verify-email", "change-email/to", "invitations"]) {
      await other.page.goto(links.get(kind) ?? "");
      const main = other.page.getByRole("main");
      await main.getByRole("link", { name: /^(Sign out|Use another account)/ }).waitFor();
      expect([kind, await main.locator("form").count()]).toEqual([kind, 0]);
    }
    await other.leave();
  });

  test("because it expired gets a plain page, also for a form that was opened before", async () => {
    const { page } = person;
    await page.goto(links.get("reset-password") ?? "");
    await page.getByLabel("New password").fill(SECOND_PASSWORD);
    const ended = "SET expires_at = now() - interval '1 second'";
    const addresses = `IN ('${person.email}', 'new-${person.email}', '${later}')`;
    await site.deployment.query(`UPDATE account_tokens ${ended} WHERE email ${addresses}`);
    await site.deployment.query(`UPDATE invitations ${ended} WHERE email ${addresses}`);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("This link was used already").waitFor();
    expect(await page.locator("form").count()).toBe(0);
    for (const link of links.values()) await expectPlainPage(page, link);
    expect(await violationsOf(page)).toEqual([]);
  });
});

test("mails and pages are in the language that a person chose", async () => {
  const person = await site.newPerson({ locale: "fr-FR" });
  const { page } = person;
  await person.signUp("Boutique");
  const { subject, sentences } = french.mails.signUp;
  const { text, html } = await mailed(subject, person.email);
  expect(text).toContain(sentences(60)[1]);
  expect(html).toContain('<html lang="fr">');
  await page.goto(urlOf("/account"));
  await page.locator("#language").selectOption("de");
  await page.locator('form[action="/account/language"] button').click();
  await page.locator('html[lang="de"]').waitFor();
  await page.locator('input[name="present_password"]').fill(person.password);
  await page.locator('input[name="password"]').fill(SECOND_PASSWORD);
  await page.locator('form[action="/account/password"] button').click();
  await mailed("Passwort", person.email);
  await person.leave();
});

describe("the end of a workspace and of an account", () => {
  test("a workspace is exported, and its archive downloaded and imported; its deletion is mailed to the owners and cancelled", async () => {
    const leaving = await site.newOwner();
    const { page } = leaving;
    await leaving.open("/settings");
    const lamp = { sku: "LAMP", title: "Lamp", price_amount: 9.5, price_currency: "EUR", availability: "in_stock" };
    expect((await sendAsPage(page, "POST", "/products", lamp)).status).toBe(201);
    await page.getByRole("button", { name: "Start export" }).click();
    const link = page.getByRole("link", { name: /^Download archive/ });
    await link.waitFor();
    const tooOld = { title: "Confirm", status: 403, detail: "Confirm.", code: "reauthentication_required" };
    const answer = { type: "about:blank", request_id: "req_1", ...tooOld };
    const isTried = (url: URL) => url.pathname.endsWith("/workspace/exports") && url.searchParams.has("validate_only");
    const refuse = { status: 403, contentType: "application/problem+json", body: JSON.stringify(answer) };
    await page.route(isTried, (route) => route.fulfill(refuse), { times: 1 });
    await link.click();
    await page.getByRole("link", { name: "Confirm in a new tab" }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const archive = readFileSync(await download.path());
    expect((await filesOf(archive)).has("manifest.json")).toBe(true);
    expect(archive.subarray(0, 13).toString()).toBe("manifest.json");
    await page.getByRole("link", { name: "Confirm in a new tab" }).waitFor({ state: "detached" });
    const other = await site.newOwner();
    await other.open("/settings");
    const file = { name: "shop.tar", mimeType: "application/x-tar", buffer: archive };
    await other.page.getByLabel("Archive to import").setInputFiles(file);
    await other.page.getByRole("button", { name: "Import archive" }).click();
    await other.page.getByText(/^Import of .*: complete/).waitFor();
    expect((await sendAsPage(other.page, "GET", "/products/LAMP")).json).toMatchObject(lamp);
    await other.leave();
    await page.getByRole("button", { name: "Delete workspace" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Wrong");
    const request = dialog.getByRole("button", { name: "Request deletion" });
    expect(await request.getAttribute("class")).toContain("danger");
    await request.click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await dialog.getByRole("textbox").fill("Shop");
    await request.click();
    await page.getByRole("heading", { name: "This workspace will be deleted" }).waitFor();
    await mailed("Skucast: the workspace “Shop” will be deleted", leaving.email);
    await page.getByRole("button", { name: "Cancel deletion" }).click();
    await mailed("Skucast: the workspace “Shop” will not be deleted", leaving.email);
    await leaving.leave();
  });

  test("an account is deleted once no workspace depends on it, and its credentials are gone", async () => {
    const leaving = await site.newOwner();
    const { page } = leaving;
    await leaving.open("/account/delete");
    await page.getByText("You are the only owner").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const heir = await site.newPerson();
    await leaving.open("/");
    const invited = await sendAsPage(page, "POST", "/invitations", { email: heir.email, role: "admin" });
    await heir.signUp("Theirs");
    await heir.page.goto(String(invited.json.url));
    await heir.page.getByRole("button", { name: "Accept" }).click();
    await heir.page.getByRole("button", { name: "Workspace: Shop" }).waitFor();
    const heirId = (await sendAsPage(heir.page, "GET", "/me")).json.user_id;
    expect((await sendAsPage(page, "POST", "/workspace/ownership", { user_id: heirId })).status).toBe(204);
    await leaving.open("/account/delete");
    await page.getByLabel("Email address of your account").fill(leaving.email);
    await page.getByRole("button", { name: "Delete your account" }).click();
    await page.getByRole("heading", { name: "Your account was deleted" }).waitFor();
    await mailed("Your account was deleted", leaving.email);
    expect(await violationsOf(page)).toEqual([]);
    await signIn(page, leaving.email, leaving.password);
    await page.getByText("The email address or password is incorrect.").waitFor();
    const members = (await sendAsPage(heir.page, "GET", "/members")).json.data as { readonly email: string }[];
    expect(members.map(({ email }) => email)).toEqual([heir.email]);
    await heir.page.goto(urlOf("/audit-log"));
    await heir.page.getByRole("cell", { name: "Deleted account" }).first().waitFor();
    expect(await heir.page.getByRole("main").innerText()).not.toContain(leaving.email);
    await heir.leave();
    await leaving.leave();
  });
});
