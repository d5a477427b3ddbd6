import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type AccountsFixture, openAccountsFixture } from "../testing/open-accounts.js";
import { sendNextMail } from "./send-mails.js";

/** The fixture's server has a free port, but the outbox compares the host: so each request names the public one. */
let shown: AccountsFixture;
let hidden: AccountsFixture;
beforeAll(async () => {
  [shown, hidden] = [await openAccountsFixture({ mails: "shown" }), await openAccountsFixture({ mails: "none" })];
});
afterAll(async () => {
  await shown.close();
  await hidden.close();
});

/** A request with a chosen Host header, which fetch does not allow. */
function get(accounts: AccountsFixture, path: string, host: string): Promise<string> {
  const url = new URL(accounts.browser().origin);
  return new Promise((resolve, reject) => {
    const sent = request({ host: url.hostname, port: url.port, path, headers: { Host: host } }, (res) => {
      let text = `${res.statusCode} `;
      res.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      res.on("end", () => resolve(text));
    });
    sent.on("error", reject).end();
  });
}

test("shows every mail with its link, as text and as HTML without scripts", async () => {
  await shown.signUpUnconfirmed("outbox@example.com");
  await sendNextMail({ ...shown.ctx, mailer: undefined });
  const list = await get(shown, "/outbox", "skucast.example");
  expect(list).toContain("Confirm your email address");
  const path = /href="(\/outbox\/mail_\w+)"/.exec(list)?.[1] ?? "";
  expect(await get(shown, path, "skucast.example")).toMatch(/<a href="\/verify-email\/\w{43}">/);
  expect(await get(shown, `${path}/html`, "skucast.example")).toContain("Confirm this address</a>");
  expect(await get(shown, "/outbox/mail_unknown", "skucast.example")).toMatch(/^404 /);
});

test("is not there on a deployment that hides it, nor under another name of the machine", async () => {
  expect(await get(hidden, "/outbox", "skucast.example")).toMatch(/^404 /);
  expect(await get(shown, "/outbox", "rebound.evil.example")).toMatch(/^404 /);
});
