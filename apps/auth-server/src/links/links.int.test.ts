import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type AccountMail, accountMailSchema } from "@skucast/contracts/mails/account-mail";
import { ATTEMPT_LIMITS } from "../accounts/attempt-limits.js";
import { renderMail } from "../mails/render-mail.js";
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

const askForReset = (email: string, browser: Browser = accounts.browser(), address?: string) => {
  accounts.passTime(1); // so that the mails of one address have an order
  const headers = address === undefined ? {} : { "X-Forwarded-For": address };
  return browser.fill("/forgot-password", { action: "/forgot-password", fields: { email }, headers });
};
/** A page without the token of its form, which no two pages have in common. */
const withoutToken = (text: string): string => text.replace(/\w+\.[\w-]{43}/, "token");
const reset = (path: string, password = NEW_PASSWORD, browser: Browser = accounts.browser()) =>
  browser.fill(path, { action: path, fields: { password } });

/** What the holder of an account may leave in its workspace: a key, a key that this created, an invitation and a member. */
async function leaveAccess(email: string, member: string) {
  const { system } = accounts.db;
  const { rows } = await system.query<{ userId: string; workspaceId: string }>(
    `SELECT u.id AS "userId", m.workspace_id AS "workspaceId" FROM users u JOIN memberships m ON m.user_id = u.id WHERE u.email = $1`,
    [email],
  );
  const [{ userId, workspaceId } = { userId: "", workspaceId: "" }] = rows;
  const key = `INSERT INTO api_keys (workspace_id, id, name, secret_hash, last_four, created_by) VALUES ($1, $2, 'k', '', '', $3)`;
  await system.query(key, [workspaceId, "key_left", userId]);
  await system.query(key, [workspaceId, "key_of_key_left", "key_left"]);
  const invitation = await insertInvitation(accounts, { inviter: email, email: `invited-${member}` });
  await accounts.signUp(member);
  await system.query(
    "INSERT INTO memberships (workspace_id, user_id, role) SELECT $1, id, 'owner' FROM users WHERE email = $2",
    [workspaceId, member],
  );
  return { workspaceId, ids: [invitation.id, "key_left", "key_of_key_left"] };
}

/** The keys that work in a workspace, and its open invitations. */
async function openAccess(workspaceId: string): Promise<string[]> {
  const { rows } = await accounts.db.system.query<{ id: string }>(
    `SELECT id FROM api_keys WHERE workspace_id = $1 AND revoked_at IS NULL
     UNION ALL SELECT id FROM invitations WHERE workspace_id = $1 AND revoked_at IS NULL ORDER BY id`,
    [workspaceId],
  );
  return rows.map(({ id }) => id);
}

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
    expect([unknown.status, withoutToken(unknown.text).replaceAll("unknown@", "known@")]).toEqual([
      known.status,
      withoutToken(known.text),
    ]);
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
    await accounts.signUpUnconfirmed("links@example.com").catch(() => undefined);
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
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const later = answers.find(({ status }) => status === 409);
    expect([later?.text.includes("the first time counted"), later?.text.includes('href="/sign-in"')]).toEqual([
      true,
      true,
    ]);
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
    await accounts.signUpUnconfirmed("squatted@example.com");
    await accounts.db.system.query(
      "UPDATE users SET totp_sealed = 'x', totp_enabled_at = now() WHERE email = 'squatted@example.com'",
    );
    await askForReset("squatted@example.com");
    await reset((await newestMail("squatted@example.com", "reset_password")).path);
    const answer = await accounts.signIn(accounts.browser(), "squatted@example.com", NEW_PASSWORD);
    expect(answer.status).toBe(303);
  });

  test("such an account also loses the keys and invitations of another person, who can be seen among the members", async () => {
    const email = "squatted-keys@example.com";
    await accounts.signUpUnconfirmed(email);
    const left = await leaveAccess(email, "squatter@example.com");
    await askForReset(email);
    const { path } = await newestMail(email, "reset_password");
    expect((await accounts.browser().get(path)).text).toContain("The address of this account was never confirmed");
    const page = (await reset(path)).text;
    for (const shown of ["someone else may have created it", "Lamps: squatter@example.com"])
      expect(page).toContain(shown);
    expect(await openAccess(left.workspaceId)).toEqual([]);
    for (const id of ["key_left", "key_of_key_left"]) expect(accounts.announced).toContain(id);
    const audited = (await accounts.auditOf(left.workspaceId)).map(({ action, object_id }) => `${action} ${object_id}`);
    expect(audited).toEqual(
      expect.arrayContaining([
        "api_key.revoked key_left",
        "api_key.revoked key_of_key_left",
        `invitation.revoked ${left.ids[0]}`,
      ]),
    );
    const mail = renderMail(
      { mail: await newestMail(email, "credentials_changed"), language: "en" },
      "https://a.example",
    );
    expect(mail.text).toContain("someone else may have created it");
    expect(mail.text).toContain("Lamps: squatter@example.com");
  });

  test("a confirmed account keeps its keys and invitations", async () => {
    const email = "kept-keys@example.com";
    await accounts.signUp(email);
    const { workspaceId, ids } = await leaveAccess(email, "friend@example.com");
    await askForReset(email);
    const { path } = await newestMail(email, "reset_password");
    expect((await accounts.browser().get(path)).text).not.toContain("never confirmed");
    expect((await reset(path)).text).not.toContain("friend@example.com");
    expect(await openAccess(workspaceId)).toEqual(ids);
  });

  test("the devices of a person who had such an account are new to it afterwards, so that their sign-ins are mailed", async () => {
    const email = "squatted-device@example.com";
    const squatter = await accounts.signUpUnconfirmed(email);
    await askForReset(email);
    const owner = accounts.browser();
    await reset((await newestMail(email, "reset_password")).path, NEW_PASSWORD, owner);
    await accounts.signIn(owner, email, NEW_PASSWORD);
    const news = async () => (await accounts.mailsTo(email)).filter(({ kind }) => kind === "new_device").length;
    const before = await news();
    await accounts.signIn(squatter, email, NEW_PASSWORD);
    expect(await news()).toBe(before + 1);
  });

  test("a confirmed account keeps its second factor", async () => {
    await accounts.signUp("factor@example.com");
    await accounts.db.system.query(
      "UPDATE users SET totp_sealed = 'x', totp_enabled_at = now() WHERE email = 'factor@example.com'",
    );
    await askForReset("factor@example.com");
    await reset((await newestMail("factor@example.com", "reset_password")).path);
    const browser = accounts.browser();
    const answer = await accounts.signIn(browser, "factor@example.com", NEW_PASSWORD);
    expect([answer.status, answer.text.includes("Enter your code")]).toEqual([200, true]);
    expect((await browser.get("/account")).status).toBe(303);
  });

  test("a new password makes every link void that was requested before it", async () => {
    const email = "early@example.com";
    const browser = await accounts.signUp(email);
    await askForReset(email);
    const early = (await newestMail(email, "reset_password")).path;
    const fields = { present_password: accounts.password, password: NEW_PASSWORD };
    await browser.fill("/account", { action: "/account/email", fields: { new_email: "eve@example.com" } });
    const { path: toNew } = await newestMail("eve@example.com", "change_email");
    expect((await browser.fill("/account", { action: "/account/password", fields })).status).toBe(303);
    for (const path of [early, toNew]) expect([path, (await accounts.browser().get(path)).status]).toEqual([path, 404]);
  });

  const askOften = async (email: string, times: number, more: { address?: string; browser?: Browser } = {}) => {
    const answers: string[] = [];
    for (let i = 0; i < times; i += 1) {
      const { text } = await askForReset(email, more.browser, more.address);
      answers.push(withoutToken(text));
    }
    return new Set(answers).size;
  };
  const resetsTo = async (email: string) =>
    (await accounts.mailsTo(email)).filter(({ kind }) => kind === "reset_password").length;

  test("the page after a request requests the link again, as often as the address gets mails", async () => {
    accounts.passTime(HOUR_MS); // requests of the tests before are counted as well
    const email = "early@example.com";
    const before = await resetsTo(email);
    const browser = accounts.browser();
    let page = await askForReset(email, browser);
    expect(page.text).not.toContain("Requested again");
    const { max } = ATTEMPT_LIMITS.mailPerAddressFromNetwork;
    expect(page.text).toContain(`at most ${max} times an hour`);
    for (let i = 0; i < max; i += 1) {
      accounts.passTime(1);
      page = await browser.post("/forgot-password", hiddenFields(page.text, "/forgot-password"));
      expect(page.text).toContain("Requested again");
    }
    expect(await resetsTo(email)).toBe(before + max);
  });

  test("an address gets a limited number of mails, and the answer stays the same", async () => {
    await accounts.signUp("flooded@example.com");
    const { mailPerAddress, mailPerAddressFromNetwork } = ATTEMPT_LIMITS;
    expect(await askOften("flooded@example.com", 7, { address: "198.51.100.1" })).toBe(1);
    expect(await resetsTo("flooded@example.com")).toBe(mailPerAddressFromNetwork.max);
    for (let i = 2; i < 6; i += 1) await askOften("flooded@example.com", 4, { address: `198.51.100.${i}` });
    expect(await resetsTo("flooded@example.com")).toBe(mailPerAddress.max);
  });

  test("other people who ask neither use up the mails of the owner nor invalidate the links in the mailbox", async () => {
    accounts.passTime(HOUR_MS); // sign-ups of this file are counted as well
    const email = "targeted@example.com";
    const owner = await accounts.signUpUnconfirmed(email);
    for (let i = 0; i < 4; i += 1) await owner.fill("/account", { action: "/account/verify-email" });
    await askOften(email, 5, { address: "198.51.100.10" });
    await askOften(email, 1, { address: "198.51.100.11" });
    const own = (await newestMail(email, "reset_password")).path;
    for (let i = 12; i < 20; i += 1) await askOften(email, 3, { address: `198.51.100.${i}` });
    expect(await resetsTo(email)).toBe(ATTEMPT_LIMITS.mailPerAddress.max);
    expect((await accounts.browser().get(own)).status).toBe(200);
    await owner.fill("/sign-out", { action: "/sign-out" });
    await askForReset(email, owner);
    expect(await resetsTo(email)).toBe(ATTEMPT_LIMITS.mailPerAddress.max + 1);
    expect((await reset(own)).text).toContain("Your password was changed");
    const later = (await newestMail(email, "reset_password")).path;
    expect((await accounts.browser().get(later)).status).toBe(404);
  });

  test("the database holds neither the secret of a link nor the text of a mail", async () => {
    await accounts.signUp("sealed@example.com");
    await askForReset("sealed@example.com");
    const { path } = await newestMail("sealed@example.com", "reset_password");
    expect(await accounts.dump()).not.toContain(path.split("/").at(-1));
  });
});

describe("confirming an address", () => {
  test("the mail about an unconfirmed account confirms it with a button, once", async () => {
    const browser = await accounts.signUpUnconfirmed("verify@example.com");
    const { path } = await newestMail("verify@example.com", "verify_email");
    const scanner = accounts.browser();
    await scanner.get(path);
    expect((await browser.fill(path, { action: path })).text).toContain("Your address is confirmed");
    expect((await browser.get(path)).status).toBe(404);
    expect((await browser.get("/account")).text).toContain('<span class="badge">confirmed</span>');
    await browser.fill("/sign-out", { action: "/sign-out" });
    expect((await accounts.signIn(browser, "verify@example.com")).status).toBe(303);
    const kinds = (await accounts.mailsTo("verify@example.com")).map(({ kind }) => kind);
    expect(kinds).not.toContain("new_device");
  });

  test("needs the account as well as the mailbox, so that no one confirms what another person created", async () => {
    const email = "planted@example.com";
    const attacker = await accounts.signUpUnconfirmed(email);
    const { path } = await newestMail(email, "verify_email");
    const form = hiddenFields((await attacker.get(path)).text, path);
    const victim = accounts.browser();
    const page = await victim.get(path);
    expect(page.text).toContain("If someone else created the account with your address");
    expect(page.text).toContain(`href="/sign-in?return_to=${encodeURIComponent(path)}"`);
    expect(page.text).not.toContain("<form");
    const other = await accounts.signUp("planted-other@example.com");
    expect((await other.get(path)).text).toContain("You are signed in to another account");
    for (const browser of [victim, other]) expect((await browser.post(path, form)).status).toBe(403);
    await accounts.db.system.query(
      "UPDATE users SET totp_sealed = 'x', totp_enabled_at = now() WHERE email = 'planted@example.com'",
    );
    await askForReset(email, victim);
    expect((await reset((await newestMail(email, "reset_password")).path, NEW_PASSWORD, victim)).status).toBe(200);
    expect((await accounts.signIn(victim, email, NEW_PASSWORD)).status).toBe(303);
    expect((await attacker.post(path, form)).status).toBe(403);
  });

  test("another mail can be requested, and not once it is confirmed", async () => {
    const browser = await accounts.signUpUnconfirmed("again@example.com");
    await browser.fill("/account", { action: "/account/verify-email" });
    expect(await accounts.mailsTo("again@example.com")).toHaveLength(2);
    const { path } = await newestMail("again@example.com", "verify_email");
    await browser.fill(path, { action: path });
    expect((await browser.get("/account")).text).not.toContain("Send the confirmation again");
  });
});

describe("changing the address", () => {
  beforeEach(() => accounts.db.system.query("DELETE FROM attempt_counts"));

  const change = (browser: Browser, new_email: string) =>
    browser.fill("/account", { action: "/account/email", fields: { new_email } });
  const confirm = (browser: Browser, path: string) => browser.fill(path, { action: path });
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
    expect((await confirm(browser, links[first])).text).toContain("as soon as the other address");
    expect((await browser.get("/account")).text).toContain(`${old} `);
    expect((await confirm(browser, links[second])).text).toContain("Your email address was changed");
    expect((await browser.get("/account")).text).toContain(`${fresh} `);
    expect(await newestMail(old, "credentials_changed")).toMatchObject({ change: "email_changed", detail: fresh });
    expect((await confirm(browser, links[second]).catch(() => null)) === null).toBe(true);
  });

  test("the new address is confirmed by the person who is signed in, so that no account is given to another person", async () => {
    const browser = await accounts.signUp("giver@example.com");
    await change(browser, "given@example.com");
    await confirm(accounts.browser(), await linkTo("giver@example.com"));
    const path = await linkTo("given@example.com");
    const form = hiddenFields((await browser.get(path)).text, path);
    const victim = accounts.browser();
    const page = await victim.get(path);
    expect([page.text.includes("Sign in to this account"), page.text.includes("<form")]).toEqual([true, false]);
    expect((await victim.post(path, form)).status).toBe(403);
    expect((await browser.get("/account")).text).toContain("giver@example.com ");
  });

  test("both at once change it as well", async () => {
    const browser = await accounts.signUp("both-old@example.com");
    await change(browser, "both-new@example.com");
    const paths = [await linkTo("both-old@example.com"), await linkTo("both-new@example.com")];
    await Promise.all(paths.map((path) => confirm(browser, path)));
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

  test("is refused where the password would be the new address or its first part", async () => {
    const email = "unlike@example.com";
    const browser = await accounts.signUp(email);
    await askForReset(email);
    await reset((await newestMail(email, "reset_password")).path, "Blue.Lamps.77", browser);
    await accounts.signIn(browser, email, "Blue.Lamps.77");
    const refused = await change(browser, "Blue.Lamps.77@example.com");
    expect([refused.status, refused.text.includes("Your password is made from this address")]).toEqual([422, true]);
    expect((await accounts.mailsTo(email)).some(({ kind }) => kind === "change_email")).toBe(false);
    expect((await change(browser, "green.lamps.77@example.com")).location).toBe("/account?done=email_change");
  });

  test("tells no one without limit whether a text is the password", async () => {
    const browser = await accounts.signUp("guessed@example.com");
    for (let n = 0; n < 5; n += 1) await change(browser, `long.enough.${n}@example.com`);
    const before = accounts.verifiedHashes.length;
    expect((await change(browser, "one.more.guess@example.com")).location).toBe("/account?done=email_change");
    expect(accounts.verifiedHashes).toHaveLength(before);
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
      await accounts.signUpUnconfirmed(`${name}@example.com`);
      return (await newestMail(`${name}@example.com`, "verify_email")).path;
    },
    "sign-up": async (name: string) => {
      await accounts.browser().fill("/sign-up", { action: "/sign-up", fields: { email: `${name}@example.com` } });
      return accounts.signUpLinkTo(`${name}@example.com`);
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

  async function signedIn(email: string): Promise<Browser> {
    const browser = accounts.browser();
    expect((await accounts.signIn(browser, email)).status).toBe(303);
    return browser;
  }

  /** Uses a link up as its person does. */
  async function spend(kind: Kind, path: string, email: string): Promise<void> {
    if (kind === "sign-up") {
      const fields = { name: "Ada", password: accounts.password, workspace: "Lamps" };
      expect((await accounts.browser().fill(path, { action: path, fields })).status).toBe(303);
    } else if (kind === "invitations") {
      const browser = await accounts.signUp(email);
      expect((await browser.fill(path, { action: path })).status).toBe(303);
    } else {
      const fields = kind === "reset-password" ? { password: NEW_PASSWORD } : {};
      expect((await (await signedIn(email)).fill(path, { action: path, fields })).status).toBe(200);
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

  test.each(KINDS.filter((kind) => kind !== "invitations" && kind !== "sign-up"))(
    "of %s that was used while its page was open in another browser is not used again",
    async (kind) => {
      const name = `open-${kind.replaceAll("/", "-")}`;
      const path = await LINKS[kind](name);
      const late = await signedIn(`${name}@example.com`);
      const form = hiddenFields((await late.get(path)).text, path);
      await spend(kind, path, `${name}@example.com`);
      const { status, text } = await late.post(path, { ...form, password: "another pair of shoes" });
      expect([status, text.includes("This link was used already")]).toEqual([409, true]);
    },
  );

  test("is in this table: no other mail has a link with a secret of an account", () => {
    const withPath = accountMailSchema.options.filter((option) => "path" in option.shape);
    const kinds = withPath.map(({ shape }) => shape.kind.value);
    expect(kinds).toEqual([
      "sign_up",
      "account_exists",
      "verify_email",
      "reset_password",
      "invitation",
      "change_email",
    ]);
  });
});
