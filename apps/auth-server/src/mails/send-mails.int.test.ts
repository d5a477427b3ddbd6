import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { accountMailPlace } from "@skucast/credentials/account-mail-place";
import { sealSecret } from "@skucast/credentials/seal";
import { inSystem } from "@skucast/db/database";
import { openSmtpMailer } from "@skucast/mail/open-smtp-mailer";
import { readMail } from "@skucast/testkit/read-mail";
import { type MailServer, startMailServer } from "@skucast/testkit/start-mail-server";
import { inLanguage } from "../language/request-language.js";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";
import { queueMail } from "./queue-mail.js";
import { renderMail } from "./render-mail.js";
import { SAMPLE_MAILS } from "./sample-mails.js";
import { type MailingContext, sendNextMail } from "./send-mails.js";

const HOUR_MS = 3_600_000;
const LINK = "/verify-email/secret-of-the-link";

let accounts: AccountsFixture;
let server: MailServer;
let ctx: MailingContext;
beforeAll(async () => {
  accounts = await openAccountsFixture();
  server = await startMailServer();
  ctx = { ...accounts.ctx, mailer: openSmtpMailer({ url: server.url, from: "Skucast <no-reply@skucast.example>" }) };
});
afterAll(async () => {
  await server.close();
  await accounts.close();
});

const queue = (recipient: string, more: { readonly expiresAt?: Date; readonly isVoid?: boolean } = {}) =>
  inSystem(accounts.db, (client) =>
    queueMail(accounts.ctx, client, {
      recipient,
      mail: { kind: "verify_email", name: "Ada", path: LINK, hours: 48 },
      ...more,
    }),
  );
const storedOf = async (recipient: string) =>
  (
    await accounts.db.system.query(
      "SELECT status, attempt_count, error, sealed IS NULL AS is_emptied FROM account_mails WHERE recipient = $1",
      [recipient],
    )
  ).rows;
const arrivedAt = (recipient: string) => server.received.filter(({ to }) => to === recipient);
async function sendAll(): Promise<void> {
  while ((await sendNextMail(ctx)) === "more");
}

describe("a queued mail", () => {
  test("arrives as plain text and HTML, and its content is deleted", async () => {
    await queue("sent@example.com");
    await sendAll();
    const [{ source } = { source: "" }] = arrivedAt("sent@example.com");
    expect(source).toContain("multipart/alternative");
    const plain = source.replaceAll("=\n", "");
    expect(plain.split("https://skucast.example/verify-email/secret-of-the-link").length).toBeGreaterThan(2);
    expect(await storedOf("sent@example.com")).toEqual([
      { status: "sent", attempt_count: 1, error: null, is_emptied: true },
    ]);
  });

  test("of every kind arrives with the words that it was written with, in both forms", async () => {
    const to = (i: number) => `kind${i}@example.com`;
    for (const [i, mail] of SAMPLE_MAILS.entries()) {
      await inLanguage("ja", () =>
        inSystem(accounts.db, (client) => queueMail(accounts.ctx, client, { recipient: to(i), mail })),
      );
    }
    await sendAll();
    for (const [i, mail] of SAMPLE_MAILS.entries()) {
      const written = renderMail({ mail, language: "ja" }, accounts.ctx.publicUrl);
      const [arrived, ...more] = arrivedAt(to(i)).map(({ source }) => readMail(source));
      expect([mail.kind, more]).toEqual([mail.kind, []]);
      expect(arrived).toMatchObject({ subject: written.subject, text: written.text, html: written.html });
    }
  });

  test("is in the language that the recipient chose, or else in that of the request that caused it", async () => {
    await accounts.signUp("chosen@example.com");
    await accounts.db.system.query("UPDATE users SET language = 'fr' WHERE email = 'chosen@example.com'");
    await sendAll();
    await inLanguage("de", () => queue("chosen@example.com"));
    await inLanguage("de", () => queue("new@example.com"));
    await sendAll();
    const [, chosen, ...more] = arrivedAt("chosen@example.com");
    expect(more).toEqual([]);
    expect(chosen?.source).toContain("Confirmer cette adresse");
    expect(chosen?.source).toContain('lang=3D"fr"');
    expect(arrivedAt("new@example.com").map(({ source }) => source)).toEqual([expect.stringContaining('lang=3D"de"')]);
  });

  test("of the previous version, which names no language, is in English", async () => {
    await queue("former@example.com");
    const mail = JSON.stringify({ kind: "verify_email", name: "Ada", path: LINK, hours: 48 });
    const { rows } = await accounts.db.system.query<{ id: string }>(
      "SELECT id FROM account_mails WHERE recipient = 'former@example.com'",
    );
    const id = rows[0]?.id ?? "";
    const sealed = sealSecret(accounts.ctx.keyring, mail, accountMailPlace(id));
    await accounts.db.system.query("UPDATE account_mails SET sealed = $2 WHERE id = $1", [id, sealed]);
    await sendAll();
    expect(arrivedAt("former@example.com")[0]?.source).toContain("Confirm this address");
  });

  test("is sent again while the server is down, with the same Message-ID, and is not lost", async () => {
    server.answerWith({ recipient: "450 4.2.1 later" });
    await queue("later@example.com");
    await sendAll();
    expect(await storedOf("later@example.com")).toMatchObject([{ status: "pending", attempt_count: 1 }]);
    server.answerWith({ message: "drop" });
    accounts.passTime(HOUR_MS / 2);
    await sendAll();
    server.answerWith({});
    accounts.passTime(HOUR_MS / 2);
    await sendAll();
    expect(await storedOf("later@example.com")).toMatchObject([{ status: "sent", attempt_count: 3 }]);
    const ids = arrivedAt("later@example.com").map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test("is not sent after its link expired, nor to an address without an account", async () => {
    await queue("expired@example.com", { expiresAt: new Date(accounts.ctx.clock.now().getTime() + HOUR_MS) });
    await queue("void@example.com", { isVoid: true });
    accounts.passTime(HOUR_MS + 1);
    await sendAll();
    expect([...arrivedAt("expired@example.com"), ...arrivedAt("void@example.com")]).toEqual([]);
  });

  test("is sent by one of several senders", async () => {
    for (let i = 0; i < 5; i += 1) await queue(`shared${i}@example.com`);
    await Promise.all(Array.from({ length: 4 }, sendAll));
    for (let i = 0; i < 5; i += 1) expect(arrivedAt(`shared${i}@example.com`)).toHaveLength(1);
  });

  test("of a sender that died is sent by another one once its lease ends", async () => {
    await queue("lease@example.com");
    const dying = { ...ctx, mailer: { send: () => Promise.reject(new Error("the process dies")) } };
    await expect(sendNextMail(dying)).rejects.toThrow("the process dies");
    await sendAll();
    expect(arrivedAt("lease@example.com")).toEqual([]);
    accounts.passTime(61_000);
    await sendAll();
    expect(arrivedAt("lease@example.com")).toHaveLength(1);
  });

  test("that is rejected for good, or sealed with a lost key, fails and does not stop the others", async () => {
    server.answerWith({ recipient: "550 5.1.1 unknown" });
    await queue("refused@example.com");
    await sendAll();
    server.answerWith({});
    await queue("lost-key@example.com");
    await accounts.db.system.query("UPDATE account_mails SET sealed = 'x' WHERE recipient = 'lost-key@example.com'");
    await queue("after@example.com");
    await sendAll();
    expect(await storedOf("refused@example.com")).toMatchObject([{ status: "failed", is_emptied: true }]);
    expect(await storedOf("lost-key@example.com")).toMatchObject([{ status: "failed" }]);
    expect(arrivedAt("after@example.com")).toHaveLength(1);
  });
});

describe("without a mail server", () => {
  test("a mail fails where the outbox is hidden, and is kept where it is shown", async () => {
    await queue("hidden@example.com");
    await sendNextMail({ ...ctx, mailer: undefined, mails: "none" });
    expect(await storedOf("hidden@example.com")).toMatchObject([{ status: "failed" }]);
    await queue("kept@example.com");
    await sendNextMail({ ...ctx, mailer: undefined, mails: "shown" });
    expect(await storedOf("kept@example.com")).toMatchObject([{ status: "kept", is_emptied: false }]);
  });
});
