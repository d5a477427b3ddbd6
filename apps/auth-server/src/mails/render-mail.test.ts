import { describe, expect, test } from "@jest/globals";
import { LANGUAGES } from "@skucast/contracts/languages";
import { accountMailSchema } from "@skucast/contracts/mails/account-mail";
import { LOGO_CID } from "@skucast/mail/logo";
import { TEXTS } from "../texts/texts.js";
import { contentOf } from "./mail-content.js";
import { renderMail } from "./render-mail.js";
import { SAMPLE_MAILS } from "./sample-mails.js";

const URL = "https://skucast.example";

const EACH = LANGUAGES.flatMap((language) => SAMPLE_MAILS.map((mail) => [mail.kind, language, mail] as const));

test("the samples have a mail of every kind; mails about problems have their own", () => {
  const kinds = accountMailSchema.options.map(({ shape }) => shape.kind.value).filter((kind) => kind !== "notice");
  expect([...new Set(SAMPLE_MAILS.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
});

describe.each(EACH)("a mail of the kind %s in %s", (_, language, mail) => {
  const { subject, text, html } = renderMail({ mail, language }, URL);

  test("has the same link in both forms, below the deployment's URL, and no other resource", () => {
    const links = [...html.matchAll(/(?:href|src|url)\s*[=(]\s*["']?([^"')>]+)/g)].map(([, target]) => target);
    expect(links.shift()).toBe(`cid:${LOGO_CID}`);
    for (const link of links) expect(link).toMatch(new RegExp(`^${URL}/`));
    for (const link of links) expect(text).toContain(link);
    expect(links.length).toBeGreaterThan(0);
  });

  test("names its language", () => {
    expect(html).toContain(`<html lang="${language}">`);
  });

  test("says the same in plain text, has a short subject on one line, and no lone placeholder", () => {
    expect(subject).toMatch(/^[^\r\n]{1,140}$/);
    expect(text).not.toMatch(/undefined|null|\[object|\$\{/);
    const words = html.replace(/<[^>]+>/g, " ");
    for (const line of text.split("\n").filter((each) => each !== "" && !each.includes(": ") && !each.endsWith(":"))) {
      if (!line.startsWith("Skucast ·")) expect(words.replaceAll(/&#39;/g, "'")).toContain(line);
    }
  });
});

test("names of people and workspaces become neither markup, headers nor links", () => {
  const mail = {
    kind: "invitation",
    workspaceName: 'Win <b>money</b>\r\nBcc: eve@example.com https://evil.example/x www.evil.example evil.example/y"',
    inviter: "\u202eEve <img src=x>",
    role: "viewer",
    path: "/invitations/x",
    days: 7,
  } as const;
  const { subject, text, html } = renderMail({ mail, language: "en" }, URL);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toMatch(/<b>|<img src=x/);
  expect(`${subject}${text}${html}`).not.toMatch(/evil\.example\/|www\.evil|\u202e/);
});

const ORIGIN = { device: "Firefox on Linux", ip: null, at: "2026-11-27T06:00:00.000Z" } as const;

test.each(["passkey_added", "passkey_removed", "single_sign_on_connected"] as const)(
  "a name in a mail about %s becomes no link, and no domain that a mail program makes one",
  (change) => {
    const detail = "Won! https://evil.example/x or shop.evil.example";
    const mail = { kind: "credentials_changed", name: "Eve", change, detail, ...ORIGIN } as const;
    const { text, html } = renderMail({ mail, language: "en" }, URL);
    expect(`${text}${html}`).not.toMatch(/evil\.example/);
    expect(text).toContain("shop·evil·example");
  },
);

test("a link that invisible characters take apart does not come together in a mail", () => {
  const names = { workspaceName: "x https:\ue000//evil.example", inviter: "www\u200b.evil.example" };
  const mail = { kind: "invitation", ...names, role: "viewer", path: "/invitations/x", days: 7 } as const;
  const { subject, text, html } = renderMail({ mail, language: "en" }, URL);
  expect(`${subject}${text}${html}`).not.toMatch(/evil/);
});

test("a domain in the name of a workspace stays readable, and initials stay as they are", () => {
  const names = { workspaceName: "Lamps.example", inviter: "J.R.R. Tolkien" };
  const mail = { kind: "invitation", ...names, role: "viewer", path: "/invitations/x", days: 7 } as const;
  const { subject, text } = renderMail({ mail, language: "en" }, URL);
  expect([subject, text.includes("J.R.R. Tolkien")]).toEqual([
    "Skucast: invitation to the workspace “Lamps·example”",
    true,
  ]);
});

describe.each(LANGUAGES)("the subject of a mail with a name that people choose, in %s", (language) => {
  const workspaceName =
    "”」»“ PayPal Security: your account is locked, call 0800 555 0100 or open evil\uff0eexample\uff0flogin now";
  const samples = SAMPLE_MAILS.filter((mail) => "workspaceName" in mail && mail.kind !== "domain_proof");

  test("begins with our name and quotes a short form of the name", () => {
    const subjects = samples.map(
      (mail) => renderMail({ mail: { ...mail, workspaceName } as typeof mail, language }, URL).subject,
    );
    const quoting = subjects.filter((subject) => subject.includes("PayPal"));
    expect(quoting).toHaveLength(3);
    for (const subject of quoting) {
      expect(subject).toMatch(/^Skucast ?[:：][^“„«「]+[“„«「] ?PayPal Security: your account is locked…[ ”“»」]/u);
      expect([...subject].length).toBeLessThanOrEqual(110);
      expect(subject.match(/[“”„«»「」]/gu)).toHaveLength(2);
    }
  });
});

test("a new address is shown as it is", () => {
  const facts = { change: "email_changed", detail: "ada@shop.example.com" } as const;
  const mail = { kind: "credentials_changed", name: "Ada", ...facts, ...ORIGIN } as const;
  expect(renderMail({ mail, language: "en" }, URL).text).toContain("ada@shop.example.com");
});

test.each(LANGUAGES)("a former address is not advised to reset the password, which no longer works: %s", (language) => {
  const changed = { kind: "credentials_changed", name: "Ada", detail: null, ...ORIGIN } as const;
  const closingOf = (change: "email_changed" | "password_changed") =>
    contentOf({ ...changed, change }, language).closing;
  expect(closingOf("email_changed")).toBe(TEXTS[language].mails.credentialsChanged.closingOfFormerAddress);
  expect(closingOf("password_changed")).toBe(TEXTS[language].mails.credentialsChanged.closing);
});

test.each([
  ["Ada's bank", "eve@shop.example.com", "Ada's bank (eve@shop.example.com) invites you"],
  ["", "eve@shop.example.com", "eve@shop.example.com invites you"],
  [null, null, "An API key of the workspace invites you"],
])("an inviter is named with their address: %s, %s", (inviter, inviterEmail, shown) => {
  const names = { workspaceName: "Lamps", inviter, inviterEmail };
  const mail = { kind: "invitation", ...names, role: "viewer", path: "/invitations/x", days: 7 } as const;
  expect(renderMail({ mail, language: "en" }, URL).text).toContain(shown);
});

test("an inviter whose name is invisible is not missing from the sentence", () => {
  const names = { workspaceName: "\u200b", inviter: "\u202e\u200b" };
  const mail = { kind: "invitation", ...names, role: "viewer", path: "/invitations/x", days: 7 } as const;
  const { subject, text } = renderMail({ mail, language: "en" }, URL);
  expect([subject, text.split("\n")[0]]).toEqual([
    "Skucast: invitation to the workspace “…”",
    "… invites you to the workspace … as viewer.",
  ]);
});
