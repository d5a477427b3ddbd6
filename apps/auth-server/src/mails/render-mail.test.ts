import { describe, expect, test } from "@jest/globals";
import { LANGUAGES } from "@skucast/contracts/languages";
import { renderMail } from "./render-mail.js";
import { SAMPLE_MAILS } from "./sample-mails.js";

const URL = "https://skucast.example";

const EACH = LANGUAGES.flatMap((language) => SAMPLE_MAILS.map((mail) => [mail.kind, language, mail] as const));

describe.each(EACH)("a mail of the kind %s in %s", (_, language, mail) => {
  const { subject, text, html } = renderMail({ mail, language }, URL);

  test("has the same link in both forms, below the deployment's URL, and no other resource", () => {
    const links = [...html.matchAll(/(?:href|src|url)\s*[=(]\s*["']?([^"')>]+)/g)].map(([, target]) => target);
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
  expect(html).not.toMatch(/<b>|<img/);
  expect(`${subject}${text}${html}`).not.toMatch(/evil\.example\/|www\.evil|\u202e/);
});
