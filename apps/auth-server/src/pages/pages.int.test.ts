import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Browser, type BrowserPage, hiddenFields } from "../testing/browser.js";
import { insertInvitation } from "../testing/insert-invitation.js";
import { type AccountsFixture, openAccountsFixture, PUBLIC_URL } from "../testing/open-accounts.js";
import { signUpWithForms } from "../testing/sign-up-with-forms.js";
import { PASSKEY_SCRIPT, PASSKEY_SCRIPT_HASH } from "./passkey-script.js";

let accounts: AccountsFixture;
let browser: Browser;
let invitationPath: string;
let signUpPath: string;

beforeAll(async () => {
  accounts = await openAccountsFixture();
  browser = await accounts.signUp("ada@example.com");
  const { token } = await insertInvitation(accounts, { inviter: "ada@example.com", email: "bo@example.com" });
  invitationPath = `/invitations/${token}`;
  const fields = { email: "new@example.com" };
  await accounts.browser().fill("/sign-up", { action: "/sign-up", fields });
  signUpPath = await accounts.signUpLinkTo(fields.email);
});
afterAll(() => accounts.close());

/** The pages that need a session. */
const SIGNED_IN = [
  "/account",
  "/account/authenticator",
  "/account/confirm",
  "/account/delete",
  "/account/history",
  "/account/passkeys/new",
  "/account/workspaces/new",
];

/** Every page, including error pages. */
const allPages = async (): Promise<[string, BrowserPage][]> => {
  const visitor = accounts.browser();
  return [
    ["sign in", await visitor.get("/sign-in")],
    ["sign up", await visitor.get("/sign-up")],
    ["forgotten password", await visitor.get("/forgot-password")],
    ["an invalid link", await visitor.get("/reset-password/nothing")],
    ["confirmation", await browser.get("/account/confirm")],
    ["deletion", await browser.get("/account/delete")],
    ["sign-in with errors", await visitor.fill("/sign-in", { action: "/sign-in" })],
    ["sign-up with errors", await visitor.fill("/sign-up", { action: "/sign-up" })],
    ["sign-up mailed", await visitor.fill("/sign-up", { action: "/sign-up", fields: { email: "cy@example.com" } })],
    ["sign-up link", await visitor.get(signUpPath)],
    ["sign-up link with errors", await visitor.fill(signUpPath, { action: signUpPath })],
    ["signed out", await visitor.get("/sign-out")],
    ["sign out", await browser.get("/sign-out")],
    ["account", await browser.get("/account")],
    ["new workspace", await browser.get("/account/workspaces/new")],
    ["invitation to a visitor", await visitor.get(invitationPath)],
    ["invitation to another person", await browser.get(invitationPath)],
    ["no invitation", await visitor.get("/invitations/nothing")],
    ["no page", await visitor.get("/account/nothing/here")],
    ["no method", await browser.request("PUT", "/account/password")],
    ["no form", await browser.post("/account/password", {})],
  ];
};

describe("every page", () => {
  test("cannot be framed, cached, sniffed, scripted except for passkeys, or given another base URL", async () => {
    for (const [name, { headers }] of await allPages()) {
      const policy = headers.get("content-security-policy") ?? "";
      expect({ name, policy }).toEqual({ name, policy: expect.stringContaining("default-src 'none'") });
      for (const part of ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]) {
        expect(policy.split("; ")).toContain(part);
      }
      const scripts = policy.split("; ").filter((part) => part.startsWith("script-src"));
      expect(scripts).toEqual(/^sign.in/.test(name) ? [`script-src '${PASSKEY_SCRIPT_HASH}'`] : []);
      expect(policy).not.toMatch(/unsafe|https?:/);
      expect(Object.fromEntries(headers)).toMatchObject({
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-type": "text/html; charset=utf-8",
      });
    }
  });

  test("is one document in one language with one heading, loads nothing, and runs only the script for passkeys", async () => {
    for (const [name, { text }] of await allPages()) {
      expect({ name, text }).toEqual({ name, text: expect.stringMatching(/^<!doctype html>\n<html lang="en">/) });
      expect(text.match(/<h1[ >]/g)).toHaveLength(1);
      expect(text).toMatch(/<title>[^<]+ · Skucast<\/title>/);
      // The URL for AI clients is text, not a link.
      const rest = text.replace(`<script>${PASSKEY_SCRIPT}</script>`, "").replace(/<code>[^<]*<\/code>/g, "");
      expect(rest).not.toMatch(
        /<script|<img|<iframe|<link (?!rel="icon" href="data:)|style="|\son\w+="|https?:\/\/(?!www\.w3\.org)/,
      );
    }
  });

  test("labels every input and has no duplicate ids", async () => {
    for (const [name, { text }] of await allPages()) {
      const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      expect({ name, ids }).toEqual({ name, ids: [...new Set(ids)] });
      const inputs = [...text.matchAll(/<(?:input|select)\s[^>]*>/g)].filter(
        ([input]) => !/type="hidden"| hidden>/.test(input),
      );
      for (const [input] of inputs) {
        const id = /\sid="([^"]+)"/.exec(input)?.[1] ?? "none";
        expect(text).toContain(`<label for="${id}">`);
      }
      for (const [, described] of text.matchAll(/aria-describedby="([^"]+)"/g)) {
        for (const id of (described ?? "").split(" ")) expect(ids).toContain(id);
      }
    }
  });

  test("masks every password, and lets password managers and the clipboard fill it in", async () => {
    let passwords = 0;
    for (const [name, { text }] of await allPages()) {
      for (const [input] of text.matchAll(/<input\s[^>]*name="[a-z_]*password"[^>]*>/g)) {
        passwords += 1;
        expect([name, input]).toEqual([name, expect.stringContaining('type="password"')]);
        expect(input).toMatch(/autocomplete="(current|new)-password"/);
        expect(input).not.toMatch(/ value=|onpaste|readonly/);
      }
    }
    expect(passwords).toBeGreaterThan(5);
  });

  test("that needs a session offers to end it", async () => {
    const eve = await accounts.signUp("eve-signs-out@example.com");
    await eve.fill("/account", { action: "/account/authenticator/start" });
    for (const path of SIGNED_IN) {
      expect([path, (await accounts.browser().get(path)).location?.startsWith("/sign-in")]).toEqual([path, true]);
      expect([path, (await eve.get(path)).text.match(/<a [^>]*href="\/sign-out"/g)?.length]).toEqual([path, 1]);
    }
  });

  test("keeps its opener only in the flow of an app that connects", async () => {
    const tied = new Set([
      "sign in",
      "sign up",
      "sign-in with errors",
      "sign-up with errors",
      "sign-up mailed",
      "sign-up link",
      "sign-up link with errors",
      "sign out",
      "new workspace",
    ]);
    for (const [name, { headers }] of await allPages()) {
      expect({ name, policy: headers.get("cross-origin-opener-policy") }).toEqual({
        name,
        policy: tied.has(name) ? null : "same-origin",
      });
    }
  });
});

describe("an unknown page", () => {
  test("is answered with a page: 404 below a known path, 405 with the allowed methods", async () => {
    const missing = await browser.get("/account/nothing");
    expect([missing.status, missing.text.includes("This page does not exist.")]).toEqual([404, true]);
    const wrong = await browser.request("PUT", "/account/password");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect((await browser.request("DELETE", "/account")).headers.get("allow")).toBe("GET, HEAD");
    expect((await browser.get("/sign-in/")).status).toBe(303);
  });

  test.each([
    "/account/password",
    "/account/apps/end",
    "/account/sessions/end",
    "/account/sessions/end-others",
    "/account/workspaces/switch",
  ])("at %s, the target of account forms, redirects to the account page", async (path) => {
    const answer = await browser.get(path);
    expect([answer.status, answer.location]).toEqual([303, "/account"]);
  });

  test("at other paths is left to other routers", async () => {
    expect((await browser.get("/accountant")).headers.get("content-type")).toContain("application/problem+json");
  });
});

describe("a form", () => {
  const FORMS = [
    ["/sign-out", "/sign-out"],
    ["/account", "/account/password"],
    ["/account", "/account/sessions/end-others"],
    ["/account/workspaces/new", "/account/workspaces/new"],
  ] as const;
  const attempt = (from: Browser, action: string, fields: Record<string, string>, headers?: Record<string, string>) =>
    from.post(action, { ...fields, present_password: "x", password: "y", workspace: "Stolen" }, headers);

  beforeAll(async () => {
    await accounts.signIn(accounts.browser(), "ada@example.com");
  });

  test.each(FORMS)("of %s to %s is rejected from another site", async (page, action) => {
    const fields = hiddenFields((await browser.get(page)).text, action);
    const refusals: Record<string, string>[] = [
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { "Sec-Fetch-Site": "none" },
      { "Sec-Fetch-Site": "cross-site", Origin: PUBLIC_URL },
    ];
    for (const headers of refusals) {
      const answer = await attempt(browser, action, fields, headers);
      expect([answer.status, answer.text.includes("not sent from a page of this service")]).toEqual([403, true]);
    }
    expect((await browser.get("/account")).status).toBe(200);
  });

  test.each(FORMS)(
    "of %s to %s is rejected without a token, or with a changed one, that of another form, or that of another user",
    async (page, action) => {
      const fields = hiddenFields((await browser.get(page)).text, action);
      const { form_token: token = "" } = fields;
      const other =
        action === "/sign-out" ? (["/account", "/account/password"] as const) : (["/sign-out", "/sign-out"] as const);
      const elsewhere = hiddenFields((await browser.get(other[0])).text, other[1]);
      const eve = await accounts.signUp(`eve${Math.random()}@example.com`);
      const hers = hiddenFields((await eve.get("/sign-out")).text, "/sign-out");
      const changed = token.slice(0, -2) + (token.endsWith("AA") ? "BB" : "AA");
      for (const form_token of ["", "x", changed, elsewhere.form_token ?? "", hers.form_token ?? ""]) {
        expect((await attempt(browser, action, { ...fields, form_token })).status).toBe(403);
      }
      expect((await browser.get("/account")).status).toBe(200);
    },
  );

  test("is accepted from a browser that sends only its origin, and rejected with another origin or none", async () => {
    const guest = accounts.browser();
    const send = async (headers: Record<string, string>) => {
      const fields = hiddenFields((await guest.get("/sign-in")).text, "/sign-in");
      const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(`${guest.origin}/sign-in`, {
        method: "POST",
        body: new URLSearchParams({ ...fields, email: "ada@example.com", password: accounts.password }),
        headers: { Cookie: cookie, ...headers },
        redirect: "manual",
      });
      return response.status;
    };
    expect(await send({ Origin: PUBLIC_URL })).toBe(303);
    for (const Origin of ["https://evil.example", "null", `${PUBLIC_URL}.evil.example`, `${PUBLIC_URL}:444`]) {
      expect(await send({ Origin })).toBe(403);
    }
    expect(await send({})).toBe(403);
  });

  test("of a visitor is useless in another browser, so that no one can be signed in to a foreign account", async () => {
    const fields = hiddenFields((await accounts.browser().get("/sign-in")).text, "/sign-in");
    const victim = accounts.browser();
    await victim.get("/sign-in");
    const answer = await victim.post("/sign-in", { ...fields, email: "ada@example.com", password: accounts.password });
    expect(answer.status).toBe(403);
    expect(victim.cookies.has("__Host-skc_session")).toBe(false);
  });

  test("expires after 12 hours", async () => {
    const guest = accounts.browser();
    const fields = hiddenFields((await guest.get("/sign-in")).text, "/sign-in");
    accounts.passTime(12 * 3_600_000 + 1);
    expect((await guest.post("/sign-in", { ...fields, email: "ada@example.com", password: "x" })).status).toBe(403);
  });

  test("is limited to 16 KiB and 100 fields, and to the form content type", async () => {
    const big = await browser.post("/sign-in", { email: "a".repeat(17_000) });
    expect([big.status, big.headers.get("content-type")]).toEqual([413, "text/html; charset=utf-8"]);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, "1"]));
    expect((await browser.post("/sign-in", many)).status).toBe(413);
    const json = await browser.post("/sign-in", {}, { "Content-Type": "application/json" });
    expect(json.status).toBe(403);
    const broken = await browser.post("/sign-in", {}, { "Content-Encoding": "deflate", "Content-Length": "0" });
    expect(broken.status).toBeLessThan(500);
  });

  test("survives unusual input: fields as lists, NUL, unpaired surrogates, names of object members", async () => {
    const guest = accounts.browser();
    const { form_token = "" } = hiddenFields((await guest.get("/sign-up")).text, "/sign-up");
    const bodies = [
      `form_token=${form_token}&email=a%40example.com&email=b%40example.com&name=A&workspace=W&password=seven+blue+lamps`,
      `form_token=${form_token}&email=a%00%40example.com&name=A%00&workspace=%00&password=seven+blue%00+lamps`,
      `form_token=${form_token}&email=a%40example.com&name=%ED%A0%80&workspace=%FF%FE&password=seven+blue+lamps&invitation=%00`,
      `form_token=${form_token}&__proto__[name]=x&constructor=y&toString=z&name[a]=b`,
    ];
    for (const body of bodies) {
      const response = await fetch(`${guest.origin}/sign-up`, {
        method: "POST",
        body,
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          "Sec-Fetch-Site": "same-origin",
          Cookie: [...guest.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
        redirect: "manual",
      });
      expect({ body, isRefused: response.status === 422 || response.status === 404 }).toEqual({
        body,
        isRefused: true,
      });
    }
  });
});

describe("the redirect after sign-in", () => {
  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "%2F%2Fevil.example",
    "/.//evil.example",
    "javascript:alert(1)",
  ])("never leaves the origin: %s", async (target) => {
    const guest = accounts.browser();
    const page = await guest.get(`/sign-in?return_to=${encodeURIComponent(target)}`);
    expect(page.text).not.toContain("evil.example");
    const fields = { email: "ada@example.com", password: accounts.password, return_to: target };
    const answer = await guest.fill("/sign-in", { action: "/sign-in", fields });
    expect([answer.status, answer.location]).toEqual([303, "/"]);
    expect((await guest.get(`/sign-in?return_to=${encodeURIComponent(target)}`)).location).toBe("/");
    const out = await guest.fill("/sign-out", { action: "/sign-out", fields: { return_to: target } });
    expect([out.status, out.location]).toEqual([200, null]);
  });
});

describe("a name with markup in it", () => {
  test("is shown as text on every page", async () => {
    const evil = `<script>alert("x")</script><img src=x onerror='y'>`;
    const email = "evil@example.com";
    const workspace = `${evil} Ltd`;
    const guest = accounts.browser();
    const faulty = await guest.fill("/sign-up", { action: "/sign-up", fields: { email: `"${evil}` } });
    await guest.fill("/sign-up", { action: "/sign-up", fields: { email } });
    const link = await accounts.signUpLinkTo(email);
    const rejected = await guest.fill(link, { action: link, fields: { name: evil, password: "x", workspace } });
    const fields = { name: evil, password: "seven blue lamps", workspace };
    expect((await guest.fill(link, { action: link, fields })).status).toBe(303);
    const { token } = await insertInvitation(accounts, { inviter: email, email: "bo@example.com" });
    const pages = [
      faulty,
      await guest.get("/account"),
      rejected,
      await accounts.browser().get(`/invitations/${token}`),
      await accounts.browser().get(`/sign-up?invitation=${token}`),
      await guest.get(`/account?done=${encodeURIComponent(evil)}`),
      await guest.get(`/account/workspaces/new?return_to=${encodeURIComponent(`/x?${evil}`)}`),
    ];
    for (const { text } of pages) expect(text).not.toMatch(/<script|<img|onerror='/);
    expect(pages[1]?.text).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
  });
});

describe("the language of pages", () => {
  const languageOf = ({ text, headers }: BrowserPage) => [
    /<html lang="([^"]*)">/.exec(text)?.[1],
    headers.get("content-language"),
    headers.get("vary"),
  ];
  const inBoth = (language: string) => [language, language, "Accept-Language, Cookie"];

  test("is the browser's, for pages, forms with errors and error pages", async () => {
    const guest = accounts.browser();
    const headers = { "Accept-Language": "de-AT,de;q=0.9,en;q=0.8" };
    const page = await guest.get("/sign-in", headers);
    expect(languageOf(page)).toEqual(inBoth("de"));
    expect(page.text).toContain("<h1>Anmelden</h1>");
    const answer = await guest.fill("/sign-in", { action: "/sign-in", headers });
    expect(languageOf(answer)).toEqual(inBoth("de"));
    expect(answer.text).toContain("Geben Sie Ihr Passwort ein.");
    const missing = await guest.get("/account/nothing/here", headers);
    expect(languageOf(missing)).toEqual(inBoth("de"));
    expect(missing.text).toContain("Diese Seite gibt es nicht.");
  });

  test("is chosen on the sign-in page, kept in the browser, and taken over by a new account", async () => {
    const guest = accounts.browser();
    const chosen = await guest.fill("/sign-up?return_to=%2Faccount", {
      action: "/sign-in/language",
      fields: { language: "fr" },
    });
    expect([chosen.status, chosen.location]).toEqual([303, "/sign-up?return_to=%2Faccount"]);
    expect(languageOf(await guest.get("/sign-in"))).toEqual(inBoth("fr"));
    const account = { name: "Fé", email: "fe@example.com", password: accounts.password, workspace: "Lampes" };
    const linkOf = () => accounts.signUpLinkTo(account.email);
    expect((await signUpWithForms(guest, { ...account, linkOf })).status).toBe(303);
    guest.cookies.delete("skc_language");
    const own = await guest.get("/account");
    expect(languageOf(own)).toEqual(inBoth("fr"));
    expect(own.text).toContain("Votre compte");
    expect(own.text).toContain("Firefox sur Linux");
  });

  test("is the account's on every device, until it follows the browser again", async () => {
    const person = await accounts.signUp("lang@example.com");
    const choose = (language: string) => person.fill("/account", { action: "/account/language", fields: { language } });
    expect((await choose("ja")).location).toBe("/account?done=language");
    expect(languageOf(await person.get("/account?done=language"))).toEqual(inBoth("ja"));
    const other = accounts.browser();
    const fields = { email: "lang@example.com", password: accounts.password };
    await other.fill("/sign-in", { action: "/sign-in", fields });
    expect(other.cookies.get("skc_language")).toBe("ja");
    expect(languageOf(await other.get("/account", { "Accept-Language": "de" }))).toEqual(inBoth("ja"));
    expect((await choose("")).status).toBe(303);
    expect(person.cookies.has("skc_language")).toBe(false);
    expect(languageOf(await person.get("/account", { "Accept-Language": "es" }))).toEqual(inBoth("es"));
  });

  test("a choice before signing in is taken over by an account that has none, and changes no other", async () => {
    const signInAs = async (email: string, language: string) => {
      const guest = accounts.browser();
      await guest.fill("/sign-in", { action: "/sign-in/language", fields: { language } });
      await guest.fill("/sign-in", { action: "/sign-in", fields: { email, password: accounts.password } });
      return languageOf(await guest.get("/account"));
    };
    await accounts.signUp("none@example.com");
    expect(await signInAs("none@example.com", "de")).toEqual(inBoth("de"));
    expect(await signInAs("none@example.com", "fr")).toEqual(inBoth("de"));
  });

  test("cannot be set by a form of another site", async () => {
    const guest = accounts.browser();
    const fields = { language: "fr", page: "/sign-in" };
    expect((await guest.post("/sign-in/language", fields)).status).toBe(403);
    expect(guest.cookies.has("skc_language")).toBe(false);
  });
});
