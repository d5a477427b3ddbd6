import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AccountMail } from "@skucast/contracts/mails/account-mail";
import { ATTEMPT_LIMITS } from "../accounts/attempt-limits.js";
import { type Browser, type BrowserPage, hiddenFields } from "../testing/browser.js";
import { insertInvitation } from "../testing/insert-invitation.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";

const SESSION = "__Host-skc_session";
const MINUTE_MS = 60_000;
const KNOWN = "known@example.com";
const ACCOUNT = { name: "Bo New", password: "seven green lamps", workspace: "Bo's shop" };

let accounts: AccountsFixture;
let count = 0;

beforeAll(async () => {
  accounts = await openAccountsFixture();
  await accounts.signUp(KNOWN);
});
afterAll(() => accounts.close());
beforeEach(() => accounts.db.system.query("DELETE FROM attempt_counts"));

/** All have one length, because it is part of the answers. */
const newAddress = (): string => {
  count += 1;
  return `new${1_000 + count}@example.com`;
};

interface Asked {
  readonly browser?: Browser;
  readonly path?: string;
  readonly address?: string;
}

/** Asks for a link, as the first page does. */
const ask = (email: string, { browser = accounts.browser(), path = "/sign-up", address }: Asked = {}) => {
  accounts.passTime(1); // so that the mails of one address have an order
  const headers = address === undefined ? {} : { "X-Forwarded-For": address };
  return browser.fill(path, { action: "/sign-up", fields: { email }, headers });
};
const complete = (path: string, browser: Browser = accounts.browser(), more: Record<string, string> = {}) =>
  browser.fill(path, { action: path, fields: { ...ACCOUNT, ...more } });

/** Asks for a link and returns its path. */
async function linkTo(email: string, asked: Asked = {}): Promise<string> {
  expect((await ask(email, asked)).status).toBe(200);
  return accounts.signUpLinkTo(email);
}

const usersOf = async (email: string) =>
  (await accounts.db.system.query("SELECT * FROM users WHERE email = $1", [email])).rows;
const kindsTo = async (email: string) => (await accounts.mailsTo(email)).map(({ kind }) => kind);
const newestTo = async (email: string): Promise<AccountMail | undefined> => (await accounts.mailsTo(email)).at(-1);

describe("asking for a link", () => {
  /** What a client can see of an answer, without what differs in each. */
  const visible = ({ status, headers, text, location }: BrowserPage, email: string) => ({
    status,
    location,
    headers: Object.fromEntries([...headers].filter(([name]) => !/^(date|etag|set-cookie|.*request-id)$/.test(name))),
    cookies: headers.getSetCookie().map((line) => line.replace(/=[^;]*/, "")),
    text: text
      .replaceAll(email, "address")
      .replace(/\w+\.[\w-]{43}/g, "token")
      .replace(/[\w-]{43,}(?=&quot;|")/g, "challenge")
      .replace(/req_\w+/g, "request"),
  });

  /** The same requests for an address, in a browser that has not been here before. */
  async function traceOf(email: string, path: string) {
    const browser = accounts.browser();
    const before = (await accounts.db.system.query("SELECT count(*) FROM account_tokens")).rows[0].count;
    const pages = [await browser.get(path), await ask(email, { browser, path })];
    // Again, in another case, and more often than an address gets mails.
    for (let i = 0; i < 5; i += 1) pages.push(await ask(email.toUpperCase(), { browser, path }));
    pages.push(await browser.get("/"), await browser.get("/account"), await browser.get("/sign-in"));
    for (const action of ["/sign-in", "/forgot-password"]) {
      pages.push(await browser.fill(action, { action, fields: { email, password: "not the right one" } }));
    }
    const after = (await accounts.db.system.query("SELECT count(*) FROM account_tokens")).rows[0].count;
    return {
      pages: pages.map((page) => visible(page, email)),
      rows: after - before,
      mails: (
        await accounts.db.system.query("SELECT status FROM account_mails WHERE recipient = $1 AND kind <> $2", [
          email,
          "reset_password",
        ])
      ).rows,
    };
  }

  test.each(["/sign-up", "/sign-up?return_to=%2Fconnect%2Fabc"])(
    "at %s answers and writes the same for an address with an account",
    async (path) => {
      const known = newAddress();
      await accounts.signUp(known);
      await accounts.db.system.query("DELETE FROM attempt_counts; DELETE FROM account_mails");
      const ofKnown = await traceOf(known, path);
      await accounts.db.system.query("DELETE FROM attempt_counts");
      const ofUnknown = await traceOf(newAddress(), path);
      expect(ofUnknown).toEqual(ofKnown);
      expect([ofKnown.pages[1]?.status, ofKnown.pages[1]?.cookies]).toEqual([200, []]);
      expect(ofKnown.mails).toHaveLength(ATTEMPT_LIMITS.mailPerAddressFromNetwork.max);
    },
  );

  test("with an invitation answers the same, so that the person who invited learns nothing from its link", async () => {
    const invited = { account: newAddress(), none: newAddress() };
    await accounts.signUp(invited.account);
    const answers: object[] = [];
    for (const email of Object.values(invited)) {
      const { token } = await insertInvitation(accounts, { inviter: KNOWN, email });
      const path = `/sign-up?invitation=${token}`;
      // The address of the form does not count.
      const answer = visible(await ask("someone@example.com", { path }), email);
      answers.push({ ...answer, text: answer.text.replaceAll(token, "token") });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect((await newestTo(invited.account))?.kind).toBe("account_exists");
    expect((await newestTo(invited.none))?.kind).toBe("sign_up");
    expect(await accounts.mailsTo("someone@example.com")).toEqual([]);
  });

  test("hashes no password, so that the duration reveals nothing", async () => {
    const before = accounts.verifiedHashes.length;
    for (const email of [KNOWN, newAddress()]) await ask(email);
    expect(accounts.verifiedHashes).toHaveLength(before);
  });

  test("creates nothing, and mails a person who has an account where to sign in", async () => {
    const [known] = await usersOf(KNOWN);
    const email = newAddress();
    for (const each of [KNOWN, email]) await ask(each);
    expect(await usersOf(KNOWN)).toEqual([known]);
    expect(await usersOf(email)).toEqual([]);
    expect(await newestTo(KNOWN)).toMatchObject({
      kind: "account_exists",
      path: "/sign-in",
      device: "Firefox on Linux",
    });
  });

  test("mails no return path of the form, which another person may have chosen", async () => {
    await ask(KNOWN, { path: "/sign-up?return_to=%2Fconnect%2Fevil" });
    expect(JSON.stringify(await accounts.mailsTo(KNOWN))).not.toContain("evil");
  });

  test("is refused for what is no address, with the error at the field", async () => {
    const { status, text } = await ask("not-an-address");
    expect([status, text.includes('id="email-error"'), text.includes('value="not-an-address"')]).toEqual([
      422,
      true,
      true,
    ]);
  });

  test("is limited: an address gets a number of mails, and other people leave some to its owner", async () => {
    const email = newAddress();
    for (let network = 1; network < 5; network += 1) {
      for (let i = 0; i < 5; i += 1) await ask(email.toUpperCase(), { address: `198.51.100.${network}` });
    }
    expect(await kindsTo(email)).toHaveLength(ATTEMPT_LIMITS.mailPerAddress.max);
    // The links that did arrive work.
    expect((await complete(await accounts.signUpLinkTo(email))).status).toBe(303);
  });

  test("is limited per network, whether the addresses have accounts or not", async () => {
    for (let i = 0; i < ATTEMPT_LIMITS.signUpPerNetwork.max; i += 1) {
      expect((await ask(i % 2 === 0 ? KNOWN : newAddress())).status).toBe(200);
    }
    for (const email of [KNOWN, newAddress()]) {
      const refused = await ask(email);
      expect([refused.status, refused.headers.get("retry-after") !== null]).toEqual([429, true]);
      expect(await kindsTo(email)).not.toContain("none");
    }
  });
});

describe("the page of the link", () => {
  test("creates the account with what was chosen there, confirms the address, and signs in where the person came from", async () => {
    const email = newAddress();
    const browser = accounts.browser();
    const path = await linkTo(email, { browser, path: "/sign-up?return_to=%2Fconnect%2Fabc" });
    const page = await browser.get(path);
    expect(page.text).toContain(`value="${email}"`);
    expect(page.text).not.toContain("started in another browser");
    const answer = await complete(path, browser);
    expect([answer.status, answer.location]).toEqual([303, "/connect/abc"]);
    expect(await usersOf(email)).toMatchObject([{ name: "Bo New", email_verified_at: accounts.ctx.clock.now() }]);
    const account = (await browser.get("/account")).text;
    for (const shown of [email, "Bo&#39;s shop", '<span class="badge">confirmed</span>'])
      expect(account).toContain(shown);
    expect(await kindsTo(email)).toEqual(["sign_up"]);
    expect((await accounts.signIn(accounts.browser(), email, ACCOUNT.password)).status).toBe(303);
  });

  test("changes nothing when it is opened, so that a scanner of mails does not use the link up", async () => {
    const email = newAddress();
    const path = await linkTo(email);
    for (let i = 0; i < 3; i += 1) expect((await accounts.browser().get(path)).status).toBe(200);
    expect((await accounts.browser().request("HEAD", path)).status).toBe(200);
    expect(await usersOf(email)).toEqual([]);
    expect((await complete(path)).status).toBe(303);
  });

  test("shows all errors next to their fields, and keeps the link", async () => {
    const email = newAddress();
    const path = await linkTo(email);
    const { status, text } = await complete(path, accounts.browser(), { name: " ", password: email, workspace: "" });
    expect(status).toBe(422);
    for (const field of ["name", "password", "workspace"]) expect(text).toContain(`id="${field}-error"`);
    expect(text).not.toContain(`value="${ACCOUNT.password}"`);
    for (const password of ["short pas", "Password123", "skucast-2026!"]) {
      expect((await complete(path, accounts.browser(), { password })).text).toContain('id="password-error"');
    }
    expect(await usersOf(email)).toEqual([]);
    expect((await complete(path)).status).toBe(303);
  });

  test("in another browser says where the sign-up was started, and does not follow its return path", async () => {
    const email = newAddress();
    const path = await linkTo(email, { path: "/sign-up?return_to=%2Fconnect%2Fevil", address: "198.51.100.7" });
    const reader = accounts.browser();
    const page = await reader.get(path);
    expect(page.text).toContain("started in another browser: Firefox on Linux, IP address 198.51.100.7");
    const answer = await complete(path, reader);
    expect([answer.status, answer.location]).toEqual([303, "/"]);
  });

  test("signs in only the browser that sends it, with a new secret", async () => {
    const email = newAddress();
    const attacker = accounts.browser();
    const path = await linkTo(email, { browser: attacker });
    const owner = accounts.browser();
    const form = hiddenFields((await owner.get(path)).text, path);
    owner.cookies.set(SESSION, "skc_ss_planted");
    expect((await owner.post(path, { ...form, ...ACCOUNT })).status).toBe(303);
    expect(owner.cookies.get(SESSION)).not.toBe("skc_ss_planted");
    expect((await owner.get("/account")).text).toContain(email);
    expect(attacker.cookies.has(SESSION)).toBe(false);
    expect((await attacker.get("/account")).status).toBe(303);
  });

  test("takes no password of the first form, which another person may have sent", async () => {
    const email = newAddress();
    const fields = { email, name: "The intruder", password: "the password of eve", workspace: "The intruder's" };
    await accounts.browser().fill("/sign-up", { action: "/sign-up", fields });
    const path = await accounts.signUpLinkTo(email);
    expect((await accounts.browser().get(path)).text).not.toContain("intruder");
    expect((await complete(path)).status).toBe(303);
    expect(await usersOf(email)).toMatchObject([{ name: "Bo New" }]);
    expect((await accounts.signIn(accounts.browser(), email, fields.password)).status).toBe(422);
  });

  test("takes no address, so that a link proves the address that it was sent to", async () => {
    const email = newAddress();
    const path = await linkTo(email);
    expect((await complete(path, accounts.browser(), { email: "victim@example.com" })).status).toBe(303);
    expect([(await usersOf("victim@example.com")).length, (await usersOf(email)).length]).toEqual([0, 1]);
  });

  test.each([
    [
      "from another site",
      async (page: Browser, path: string) =>
        page.fill(path, { action: path, fields: ACCOUNT, headers: { "Sec-Fetch-Site": "cross-site" } }),
    ],
    [
      "with the form of another browser",
      async (page: Browser, path: string) => {
        const form = hiddenFields((await accounts.browser().get(path)).text, path);
        await page.get(path);
        return page.post(path, { ...form, ...ACCOUNT });
      },
    ],
    [
      "with the form of another link",
      async (page: Browser, path: string) => {
        const other = await linkTo(newAddress());
        return page.post(path, { ...hiddenFields((await page.get(other)).text, other), ...ACCOUNT });
      },
    ],
  ])("is refused %s", async (_, send) => {
    const email = newAddress();
    expect((await send(accounts.browser(), await linkTo(email))).status).toBe(403);
    expect(await usersOf(email)).toEqual([]);
  });

  test("works once, for any number of concurrent requests, and ends the other links of the address", async () => {
    const email = newAddress();
    const first = await linkTo(email);
    await ask(email.toUpperCase());
    const second = await accounts.signUpLinkTo(email);
    expect(second).not.toBe(first);
    const answers = await Promise.all([first, first, second, second].map((path) => complete(path)));
    expect(answers.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    for (const { status } of answers) expect([303, 404, 409]).toContain(status);
    expect(await usersOf(email)).toHaveLength(1);
    for (const path of [first, second]) expect((await accounts.browser().get(path)).status).toBe(404);
  });

  test("for an address that got an account meanwhile changes nothing, and leads to the sign-in", async () => {
    const email = newAddress();
    const path = await linkTo(email);
    const browser = accounts.browser();
    const form = hiddenFields((await browser.get(path)).text, path);
    await accounts.signUpUnconfirmed(email);
    const before = await usersOf(email);
    for (const page of [await browser.get(path), await browser.post(path, { ...form, ...ACCOUNT })]) {
      expect([page.status, page.text.includes("already has an account")]).toEqual([409, true]);
      expect(page.text).toContain('href="/sign-in"');
    }
    expect(await usersOf(email)).toEqual(before);
    expect(browser.cookies.has(SESSION)).toBe(false);
  });

  test("expires after an hour", async () => {
    const path = await linkTo(newAddress());
    accounts.passTime(60 * MINUTE_MS - 2);
    expect((await accounts.browser().get(path)).status).toBe(200);
    accounts.passTime(3);
    expect((await accounts.browser().get(path)).status).toBe(404);
  });

  test("is of no use to a reader of the database", async () => {
    const browser = accounts.browser();
    const path = await linkTo(newAddress(), { browser });
    const kept = `${await accounts.dump()}\n${accounts.log.join("\n")}`;
    for (const secret of [path.split("/").at(-1) ?? "", ...browser.cookies.values()]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(kept).not.toContain(secret);
    }
  });
});

describe("the link of an invited person", () => {
  const invite = async (email: string) => {
    const { token, id, workspaceId } = await insertInvitation(accounts, { inviter: KNOWN, email });
    return { id, workspaceId, token, path: `/sign-up?invitation=${token}` };
  };

  test("is needed next to the invitation: its link alone creates no account", async () => {
    const email = newAddress();
    const { path } = await invite(email);
    // The person who invites has the link as well.
    expect((await ask(email, { path })).status).toBe(200);
    expect(await usersOf(email)).toEqual([]);
  });

  test("asks for no workspace, and makes the person a member of the one that invited", async () => {
    const email = newAddress();
    const { path, workspaceId } = await invite(email);
    const link = await linkTo(email, { path });
    expect((await accounts.browser().get(link)).text).not.toContain('name="workspace"');
    expect((await complete(link)).status).toBe(303);
    const { rows } = await accounts.db.system.query(
      "SELECT workspace_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = $1",
      [email],
    );
    expect(rows).toEqual([{ workspace_id: workspaceId }]);
  });

  test("does not work once the invitation was revoked, and creates no account without it", async () => {
    const email = newAddress();
    const { path, id } = await invite(email);
    const link = await linkTo(email, { path });
    const browser = accounts.browser();
    const form = hiddenFields((await browser.get(link)).text, link);
    await accounts.db.system.query("UPDATE invitations SET revoked_at = now() WHERE id = $1", [id]);
    expect((await browser.get(link)).text).toContain("This invitation is no longer valid");
    expect((await browser.post(link, { ...form, ...ACCOUNT })).status).toBe(404);
    expect(await usersOf(email)).toEqual([]);
  });

  test("is mailed with the way to accept to an address that has an account", async () => {
    const { path, token } = await invite(KNOWN);
    await ask(KNOWN, { path });
    const returnTo = encodeURIComponent(`/invitations/${token}`);
    expect(await newestTo(KNOWN)).toMatchObject({ kind: "account_exists", path: `/sign-in?return_to=${returnTo}` });
  });
});
