import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type AccountMail, accountMailSchema } from "@skucast/contracts/mails/account-mail";
import { type Browser, hiddenFields } from "../testing/browser.js";
import { insertInvitation } from "../testing/insert-invitation.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await openAccountsFixture();
});
afterAll(() => accounts.close());

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = "nine green birds fly";

/** The newest mail of a kind to an address. */
async function newestMail<Kind extends AccountMail["kind"]>(to: string, kind: Kind) {
  const mails = await accounts.mailsTo(to);
  const found = mails.findLast((mail): mail is Extract<AccountMail, { kind: Kind }> => mail.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} mail to ${to}`);
  return found;
}

const askForReset = (email: string, browser: Browser = accounts.browser()) => {
  accounts.passTime(1); // so that the mails of one address have an order
  return browser.fill("/forgot-password", { action: "/forgot-password", fields: { email } });
};
const reset = (path: string, password = NEW_PASSWORD, browser: Browser = accounts.browser()) =>
  browser.fill(path, { action: path, fields: { password } });

const rowsOf = async (email: string) => {
  const { rows: tokens } = await accounts.db.system.query("SELECT purpose FROM account_tokens WHERE email = $1", [
    email,
  ]);
  const { rows: mails } = await accounts.db.system.query(
    "SELECT kind, octet_length(sealed) > 0 AS sealed FROM account_mails WHERE recipient = $1",
    [email],
  );
  return { tokens, mails };
};

describe("resetting a password", () => {
  test("a mailed link sets it once, ends all sessions, confirms the address, and mails the change", async () => {
    const before = await accounts.signUp("reset@example.com");
    await askForReset("reset@example.com");
    const { path } = await newestMail("reset@example.com", "reset_password");
    expect((await reset(path)).text).toContain("Your password was changed");
    expect((await before.get("/account")).status).toBe(303);
    expect((await accounts.signIn(accounts.browser(), "reset@example.com")).status).toBe(422);
    const browser = accounts.browser();
    expect((await accounts.signIn(browser, "reset@example.com", NEW_PASSWORD)).status).toBe(303);
    expect((await browser.get("/account")).text).toContain('<span class="badge">confirmed</span>');
    expect(await newestMail("reset@example.com", "credentials_changed")).toMatchObject({ change: "password_reset" });
    expect((await accounts.browser().get(path)).status).toBe(404);
  });

  test("answers and writes the same for an address without an account, which gets no mail", async () => {
    await accounts.signUp("known@example.com");
    await accounts.db.system.query("DELETE FROM account_mails; DELETE FROM account_tokens");
    const known = await askForReset("known@example.com");
    const unknown = await askForReset("unknown@example.com");
    expect([unknown.status, unknown.text.replaceAll("unknown@", "known@")]).toEqual([known.status, known.text]);
    expect(await rowsOf("unknown@example.com")).toEqual(await rowsOf("known@example.com"));
    expect(await accounts.mailsTo("unknown@example.com")).toEqual([]);
  });

  test("opening the link changes nothing, so a scanner of mails does not use it up", async () => {
    await accounts.signUp("scanned@example.com");
    await askForReset("scanned@example.com");
    const { path } = await newestMail("scanned@example.com", "reset_password");
    for (let i = 0; i < 3; i += 1) expect((await accounts.browser().get(path)).status).toBe(200);
    expect((await reset(path)).status).toBe(200);
  });

  test.each([
    ["unknown", async () => `/reset-password/${"x".repeat(43)}`],
    ["malformed", async () => "/reset-password/%3Cscript%3E"],
    [
      "expired",
      async () => {
        await askForReset("links@example.com");
        const { path } = await newestMail("links@example.com", "reset_password");
        accounts.passTime(HOUR_MS + 1);
        return path;
      },
    ],
    [
      "one for another purpose",
      async () => {
        const { path } = await newestMail("links@example.com", "verify_email");
        return path.replace("/verify-email/", "/reset-password/");
      },
    ],
    [
      "one of an address that the account no longer has",
      async () => {
        await askForReset("links@example.com");
        const { path } = await newestMail("links@example.com", "reset_password");
        await accounts.db.system.query(
          "UPDATE users SET email = 'moved@example.com' WHERE email = 'links@example.com'",
        );
        return path;
      },
    ],
  ])("an %s link gets a plain page", async (_, make) => {
    await accounts.signUp("links@example.com").catch(() => undefined);
    const page = await accounts.browser().get(await make());
    expect([page.status, page.text.includes("This link is not valid")]).toEqual([404, true]);
  });

  test("of several links the used one invalidates the others", async () => {
    await accounts.signUp("twice@example.com");
    await askForReset("twice@example.com");
    const { path: first } = await newestMail("twice@example.com", "reset_password");
    await askForReset("twice@example.com");
    const { path: second } = await newestMail("twice@example.com", "reset_password");
    expect(first).not.toBe(second);
    expect((await reset(first)).status).toBe(200);
    expect((await accounts.browser().get(second)).status).toBe(404);
  });

  test("two concurrent requests with one link: one succeeds", async () => {
    await accounts.signUp("race@example.com");
    await askForReset("race@example.com");
    const { path } = await newestMail("race@example.com", "reset_password");
    const answers = await Promise.all(["one pair of shoes", "two pairs of shoes"].map((each) => reset(path, each)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  test("a form of another browser is refused", async () => {
    await accounts.signUp("forged@example.com");
    await askForReset("forged@example.com");
    const { path } = await newestMail("forged@example.com", "reset_password");
    const answer = await accounts.browser().post(path, { password: NEW_PASSWORD, form_token: "a.b" });
    expect(answer.status).toBe(403);
  });

  test("a bad password is explained and does not use up the link", async () => {
    await accounts.signUp("weak@example.com");
    await askForReset("weak@example.com");
    const { path } = await newestMail("weak@example.com", "reset_password");
    expect((await reset(path, "weak@example.com")).text).toContain("other than your email address");
    expect((await reset(path, "password1234")).text).toContain("too common");
    expect((await reset(path)).status).toBe(200);
  });

  test("an account whose address was never proven loses second factors that another person may have added", async () => {
    await accounts.signUp("squatted@example.com");
    await accounts.db.system.query(
      "UPDATE users SET totp_sealed = 'x', totp_enabled_at = now() WHERE email = 'squatted@example.com'",
    );
    await askForReset("squatted@example.com");
    await reset((await newestMail("squatted@example.com", "reset_password")).path);
    const answer = await accounts.signIn(accounts.browser(), "squatted@example.com", NEW_PASSWORD);
    expect(answer.status).toBe(303);
  });

  test("an address gets at most five mails an hour, and the answer stays the same", async () => {
    await accounts.signUp("flooded@example.com");
    const answers: string[] = [];
    for (let i = 0; i < 7; i += 1) answers.push((await askForReset("flooded@example.com")).text);
    expect(new Set(answers).size).toBe(1);
    const mails = (await accounts.mailsTo("flooded@example.com")).filter(({ kind }) => kind === "reset_password");
    expect(mails).toHaveLength(5);
  });

  test("the database holds neither the secret of a link nor the text of a mail", async () => {
    await accounts.signUp("sealed@example.com");
    await askForReset("sealed@example.com");
    const { path } = await newestMail("sealed@example.com", "reset_password");
    expect(await accounts.dump()).not.toContain(path.split("/").at(-1));
  });
});

describe("confirming an address", () => {
  test("the mail of signing up confirms it with a button, once, without a session", async () => {
    await accounts.signUp("verify@example.com");
    const { path } = await newestMail("verify@example.com", "verify_email");
    const scanner = accounts.browser();
    await scanner.get(path);
    const visitor = accounts.browser();
    expect((await visitor.fill(path, { action: path })).text).toContain("Your address is confirmed");
    expect((await visitor.get(path)).status).toBe(404);
    const browser = accounts.browser();
    await accounts.signIn(browser, "verify@example.com");
    expect((await browser.get("/account")).text).toContain('<span class="badge">confirmed</span>');
  });

  test("another mail can be requested, and not once it is confirmed", async () => {
    const browser = await accounts.signUp("again@example.com");
    await browser.fill("/account", { action: "/account/verify-email" });
    expect(await accounts.mailsTo("again@example.com")).toHaveLength(2);
    const { path } = await newestMail("again@example.com", "verify_email");
    await browser.fill(path, { action: path });
    expect((await browser.get("/account")).text).not.toContain("Send the confirmation again");
  });
});

describe("changing the address", () => {
  const change = (browser: Browser, new_email: string) =>
    browser.fill("/account", { action: "/account/email", fields: { new_email } });
  const confirm = (path: string) => accounts.browser().fill(path, { action: path });
  const linkTo = async (to: string) => (await newestMail(to, "change_email")).path;

  test.each([
    ["old first", ["from", "to"]],
    ["new first", ["to", "from"]],
  ])("needs both addresses: %s", async (title, order) => {
    const old = `old-${title[0]}@example.com`;
    const fresh = `fresh-${title[0]}@example.com`;
    const browser = await accounts.signUp(old);
    expect((await change(browser, fresh)).location).toBe("/account?done=email_change");
    const links = { from: await linkTo(old), to: await linkTo(fresh) };
    const [first, second] = order as ["from" | "to", "from" | "to"];
    expect((await confirm(links[first])).text).toContain("as soon as the other address");
    expect((await browser.get("/account")).text).toContain(`${old} `);
    expect((await confirm(links[second])).text).toContain("Your email address was changed");
    expect((await browser.get("/account")).text).toContain(`${fresh} `);
    expect(await newestMail(old, "credentials_changed")).toMatchObject({ change: "email_changed", detail: fresh });
    expect((await confirm(links[second]).catch(() => null)) === null).toBe(true);
  });

  test("both at once change it as well", async () => {
    const browser = await accounts.signUp("both-old@example.com");
    await change(browser, "both-new@example.com");
    const paths = [await linkTo("both-old@example.com"), await linkTo("both-new@example.com")];
    await Promise.all(paths.map(confirm));
    expect((await browser.get("/account")).text).toContain("both-new@example.com");
  });

  test("a newer request invalidates the links of the earlier one", async () => {
    const browser = await accounts.signUp("newer@example.com");
    await change(browser, "first@example.com");
    const old = await linkTo("newer@example.com");
    const fresh = await linkTo("first@example.com");
    await change(browser, "second@example.com");
    for (const path of [old, fresh]) expect((await accounts.browser().get(path)).status).toBe(404);
  });

  test("answers the same for an address that has an account, which gets no mail", async () => {
    await accounts.signUp("taken@example.com");
    const browser = await accounts.signUp("taker@example.com");
    const before = (await accounts.mailsTo("taken@example.com")).length;
    expect((await change(browser, "taken@example.com")).location).toBe("/account?done=email_change");
    expect(await accounts.mailsTo("taken@example.com")).toHaveLength(before);
  });
});

describe("every kind of mailed link", () => {
  const OWNER = "kinds";
  /** Signs up a person with this name and returns a fresh link. */
  const LINKS = {
    "verify-email": async (name: string) => {
      await accounts.signUp(`${name}@example.com`);
      return (await newestMail(`${name}@example.com`, "verify_email")).path;
    },
    "reset-password": async (name: string) => {
      await accounts.signUp(`${name}@example.com`);
      await askForReset(`${name}@example.com`);
      return (await newestMail(`${name}@example.com`, "reset_password")).path;
    },
    "change-email/from": (name: string) => changing(name, `${name}@example.com`),
    "change-email/to": (name: string) => changing(name, `${name}.new@example.com`),
    invitations: async (name: string) => {
      const inviter = `${OWNER}@example.com`;
      await accounts.signUp(inviter).catch(() => undefined);
      return `/invitations/${(await insertInvitation(accounts, { inviter, email: `${name}@example.com` })).token}`;
    },
  } satisfies Record<string, (name: string) => Promise<string>>;
  type Kind = keyof typeof LINKS;
  const KINDS = Object.keys(LINKS) as Kind[];

  async function changing(name: string, to: string): Promise<string> {
    const browser = await accounts.signUp(`${name}@example.com`);
    accounts.passTime(1);
    await browser.fill("/account", { action: "/account/email", fields: { new_email: `${name}.new@example.com` } });
    return (await newestMail(to, "change_email")).path;
  }

  const YEAR_MS = 365 * 24 * HOUR_MS;
  const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  const withSecret = (kind: Kind, secret: string): string => `/${kind}/${secret}`;

  /** Uses a link up as its person does. */
  async function spend(kind: Kind, path: string, email: string): Promise<void> {
    if (kind === "invitations") {
      const browser = await accounts.signUp(email);
      expect((await browser.fill(path, { action: path })).status).toBe(303);
    } else {
      const fields = kind === "reset-password" ? { password: NEW_PASSWORD } : {};
      expect((await accounts.browser().fill(path, { action: path, fields })).status).toBe(200);
    }
  }

  const FAULTS: Readonly<Record<string, (kind: Kind, name: string) => Promise<readonly string[]>>> = {
    wrong: async (kind) => [
      withSecret(kind, "x".repeat(43)),
      withSecret(kind, "x"),
      withSecret(kind, "%3Cscript%3E"),
      withSecret(kind, "x".repeat(300)),
    ],
    "changed by one character": async (kind, name) => {
      const secret = lastPart(await LINKS[kind](name));
      return [withSecret(kind, `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`)];
    },
    expired: async (kind, name) => {
      const path = await LINKS[kind](name);
      accounts.passTime(YEAR_MS);
      return [path];
    },
    used: async (kind, name) => {
      const path = await LINKS[kind](name);
      await spend(kind, path, `${name}@example.com`);
      return [path];
    },
    foreign: async (kind, name) => {
      const others = KINDS.filter((each) => each !== kind);
      const paths: string[] = [];
      for (const [i, other] of others.entries()) {
        paths.push(withSecret(kind, lastPart(await LINKS[other](`${name}${i}`))));
      }
      return paths;
    },
  };

  beforeEach(() => accounts.db.system.query("DELETE FROM attempt_counts"));

  test.each(KINDS.flatMap((kind) => Object.keys(FAULTS).map((fault) => [kind, fault] as const)))(
    "of %s that is %s gets the same plain page",
    async (kind, fault) => {
      const paths = (await FAULTS[fault]?.(kind, `${kind}-${fault}`.replaceAll(/\W+/g, "-"))) ?? [];
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) {
        const { status, text } = await accounts.browser().get(path);
        expect([path, status]).toEqual([path, 404]);
        expect(text).toMatch(/<h1>[^<]+<\/h1>/);
        expect(text).toMatch(/This (link is not valid|invitation is no longer valid)/);
        expect(text).not.toMatch(/<form|<script|@example\.com|not_found|"code"/);
      }
    },
  );

  test.each(KINDS.filter((kind) => kind !== "invitations"))(
    "of %s that was used while its page was open in another browser is not used again",
    async (kind) => {
      const path = await LINKS[kind](`open-${kind.replaceAll("/", "-")}`);
      const late = accounts.browser();
      const form = hiddenFields((await late.get(path)).text, path);
      await spend(kind, path, "");
      const { status, text } = await late.post(path, { ...form, password: "another pair of shoes" });
      expect([status, text.includes("This link is not valid")]).toEqual([404, true]);
    },
  );

  test("is in this table: no other mail has a link with a secret", () => {
    const withPath = accountMailSchema.options.filter((option) => "path" in option.shape);
    const kinds = withPath.map(({ shape }) => shape.kind.value);
    expect(kinds).toEqual(["verify_email", "reset_password", "invitation", "change_email"]);
  });
});
