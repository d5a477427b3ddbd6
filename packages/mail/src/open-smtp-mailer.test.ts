import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createCertificate } from "@skucast/testkit/create-certificate";
import { type MailServer, startMailServer } from "@skucast/testkit/start-mail-server";
import { LOGO_CID, LOGO_PNG } from "./logo.js";
import { openSmtpMailer } from "./open-smtp-mailer.js";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(() => server.answerWith({}));
afterAll(() => server.close());

const from = "Skucast <no-reply@skucast.example>";
const mail = {
  id: "evt_1.usr_1@skucast",
  to: "ada@example.com",
  subject: "Größe: endpoint\r\nBcc: eve@example.com",
  text: "It was disabled.\nNothing is lost.",
  html: "<p>It was disabled.</p>",
  language: "en",
  at: new Date("2026-11-21T08:00:00Z"),
} as const;
const send = (url = server.url, timeoutMs?: number) =>
  openSmtpMailer({ url, from, ...(timeoutMs && { timeoutMs }) }).send(mail);

describe("an email", () => {
  test("reaches the server completely, with its id and marked as auto-generated", async () => {
    expect(await send()).toEqual({ type: "accepted" });
    const [{ to, source } = { to: "", source: "" }] = server.received;
    expect(to).toBe(mail.to);
    expect(source).toMatch(/^Message-ID: <evt_1\.usr_1@skucast>$/im);
    expect(source).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(source).toMatch(/^From: Skucast <no-reply@skucast\.example>$/im);
    expect(source).toContain("Nothing is lost.");
  });

  test("has both forms, and names their language", () => {
    const [{ source } = { source: "" }] = server.received;
    expect(source).toMatch(/^Content-Language: en$/im);
    expect(source).toMatch(/^Content-Type: multipart\/alternative/im);
    expect(source).toContain(mail.html);
  });

  test("has the logo attached if its HTML shows it, and nothing attached otherwise", async () => {
    expect(server.received[0]?.source).not.toContain("image/png");
    await openSmtpMailer({ url: server.url, from }).send({ ...mail, html: `<img src="cid:${LOGO_CID}">` });
    const source = server.received.at(-1)?.source ?? "";
    expect(source).toMatch(/^Content-Id: <logo@skucast>$/im);
    expect(source.replace(/\s/g, "")).toContain(LOGO_PNG.toString("base64").slice(0, 200));
  });

  test("does not contain headers injected through its subject", () => {
    expect(server.received[0]?.source).not.toMatch(/^Bcc:/im);
  });
});

describe("the outcome", () => {
  test("of each email is reported, for metrics", async () => {
    const outcomes: string[] = [];
    const sendTo = (url: string) =>
      openSmtpMailer({ url, from, onOutcome: (outcome) => outcomes.push(outcome) }).send(mail);
    await sendTo(server.url);
    server.answerWith({ recipient: "550 5.1.1 unknown" });
    await sendTo(server.url);
    await sendTo("smtp://127.0.0.1:1");
    expect(outcomes).toEqual(["accepted", "refused", "unreachable"]);
  });

  test("says whether a rejection is permanent", async () => {
    server.answerWith({ recipient: "450 4.2.1 later" });
    expect(await send()).toMatchObject({ type: "refused", isFinal: false });
    server.answerWith({ recipient: "550 5.1.1 unknown" });
    expect(await send()).toMatchObject({ type: "refused", isFinal: true });
    server.answerWith({ message: "451 4.3.0 disk full" });
    expect(await send()).toMatchObject({ type: "refused", isFinal: false });
  });

  test("is unconfirmed if the server got the message and did not respond", async () => {
    server.answerWith({ message: "drop" });
    expect(await send()).toMatchObject({ type: "unconfirmed" });
  });

  test("is unreachable if the connection fails, the server is silent, or a password would be sent unencrypted", async () => {
    expect(await send("smtp://127.0.0.1:1")).toMatchObject({ type: "unreachable" });
    const mute = createServer().listen(0, "127.0.0.1");
    await once(mute, "listening");
    const { port } = mute.address() as AddressInfo;
    expect(await send(`smtp://127.0.0.1:${port}`, 200)).toMatchObject({ type: "unreachable" });
    mute.close();
    // The same server under a name that is not recognized as this machine.
    const elsewhere = server.url.replace("127.0.0.1", "user:password@[::ffff:127.0.0.1]");
    expect(await send(elsewhere)).toMatchObject({ type: "unreachable", error: expect.stringMatching(/STARTTLS/) });
  });
});

describe.each([
  ["STARTTLS", false],
  ["TLS from the start", true],
])("a mail server with %s", (_, isImplicit) => {
  const trusted = createCertificate(["localhost"]);
  let secure: MailServer;
  beforeAll(async () => {
    secure = await startMailServer({ tls: { ...trusted, isImplicit }, hasLogin: true });
  });
  afterAll(() => secure.close());

  const urlOf = (login = "") => secure.url.replace("127.0.0.1", `${login}localhost`);
  const sendWith = (ca: string | undefined, url = urlOf()) =>
    openSmtpMailer({ url, from, ...(ca !== undefined && { ca }) }).send(mail);

  test("gets the mail encrypted, also with a login", async () => {
    expect(await sendWith(trusted.cert)).toEqual({ type: "accepted" });
    expect(await sendWith(trusted.cert, urlOf("user:password@"))).toEqual({ type: "accepted" });
    expect(secure.received.map(({ to, isEncrypted }) => [to, isEncrypted])).toEqual([
      [mail.to, true],
      [mail.to, true],
    ]);
  });

  test.each([
    ["that no known authority signed", () => undefined, "localhost"],
    ["of another authority", () => createCertificate(["localhost"]).cert, "localhost"],
    ["of another host", () => trusted.cert, "127.0.0.1"],
  ])("gets nothing if its certificate is one %s", async (_what, ca, host) => {
    const before = secure.received.length;
    const outcome = await sendWith(ca(), secure.url.replace("127.0.0.1", `user:password@${host}`));
    expect(outcome).toMatchObject({
      type: "unreachable",
      error: expect.stringMatching(/certificate|self-signed|names/i),
    });
    expect(secure.received).toHaveLength(before);
  });

  test("gets nothing if its certificate has expired", async () => {
    const expired = createCertificate(["localhost"], { until: "210101000000Z" });
    const old = await startMailServer({ tls: { ...expired, isImplicit } });
    const outcome = await sendWith(expired.cert, old.url.replace("127.0.0.1", "localhost"));
    expect(outcome).toMatchObject({ type: "unreachable", error: expect.stringMatching(/expired/) });
    expect(old.received).toEqual([]);
    await old.close();
  });
});
