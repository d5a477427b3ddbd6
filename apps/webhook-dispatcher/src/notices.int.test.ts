import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { Mail, MailOutcome } from "@skucast/mail/mailer";
import { openSmtpMailer } from "@skucast/mail/open-smtp-mailer";
import { eventually } from "@skucast/testkit/eventually";
import { type MailServer, startMailServer } from "@skucast/testkit/start-mail-server";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { sendNotice } from "./notices/send-notice.js";
import { type House, openHouse } from "./testing/run-dispatcher.js";

let server: MailServer;
let house: House;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  [server, sink] = await Promise.all([startMailServer(), startWebhookSink()]);
  house = await openHouse({ mailer: openSmtpMailer({ url: server.url, from: "no-reply@skucast.example" }) });
  sink.answerWith({ status: 410 });
});
beforeEach(async () => {
  server.answerWith({});
  workspaceId = await house.createWorkspace();
});
afterEach(async () => {
  await house.stopApps();
  await house.query("DELETE FROM notices");
});
afterAll(async () => {
  await house.close();
  await Promise.all([server.close(), sink.close()]);
});

async function addMember(role: string): Promise<string> {
  const [userId, email] = [newId("usr"), `${role}.${newId("usr")}@example.com`];
  await house.query("INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, 'Ada', 'x')", [userId, email]);
  await house.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)", [
    ...[workspaceId, userId, role],
  ]);
  return email;
}

/** An endpoint that answers 410 to its first delivery. */
async function disable(): Promise<string> {
  const { id } = await house.createEndpoint({ workspaceId, url: `${sink.url}/hook?token=t0ken` });
  await house.emit(workspaceId);
  await eventually(
    async () => (await house.query("SELECT FROM webhook_endpoints WHERE id = $1 AND status = 'disabled'", [id]))[0],
  );
  return id;
}

const notices = () => house.query<{ status: string; attempt_count: number }>("SELECT * FROM notices ORDER BY user_id");
const statuses = async () => (await notices()).map(({ status }) => status);
/** A mail without the line breaks of its transfer encoding. */
const textOf = (mail: { readonly source: string } | undefined) => mail?.source.replace(/=\r?\n/g, "") ?? "";
const mailsTo = (email: string) => server.received.filter(({ to }) => to === email);

test("owners and admins are told once that an endpoint was disabled, whatever runs how often; others are not", async () => {
  const [owner, admin, editor] = [await addMember("owner"), await addMember("admin"), await addMember("editor")];
  await Promise.all([house.startApp(), house.startApp()]);
  const id = await disable();
  await eventually(async () => (await statuses()).join() === "sent,sent");
  await Promise.all([1, 2, 3].map(() => sendNotice(house.ctx, { send: () => Promise.reject(new Error("again")) })));
  expect([mailsTo(owner), mailsTo(admin), mailsTo(editor)].map(({ length }) => length)).toEqual([1, 1, 0]);
  const [{ source } = { source: "" }] = mailsTo(owner);
  expect(source).toContain(id);
  expect(source).toContain("410 Gone");
  expect(source).not.toContain("t0ken");
});

test("owners get a link to an endpoint that has given up a delivery, and to one that was disabled", async () => {
  const owner = await addMember("owner");
  await house.startApp();
  const disabledId = await disable();
  await eventually(() => mailsTo(owner).length === 1);
  expect(textOf(mailsTo(owner)[0])).toContain(`https://skucast.example/webhooks/${disabledId}`);
  expect(textOf(mailsTo(owner)[0])).toContain(
    `PATCH https://skucast.example/api/public/v1/webhook-endpoints/${disabledId}`,
  );
  const refusing = await startWebhookSink();
  refusing.answerWith({ status: 500 });
  const { id } = await house.createEndpoint({ workspaceId, url: `${refusing.url}/hook?token=t0ken` });
  await house.emit(workspaceId);
  const isRecorded = "SELECT FROM deliveries WHERE endpoint_id = $1 AND attempt_count = 1";
  await eventually(async () => (await house.query(isRecorded, [id])).length === 1);
  await house.query("UPDATE deliveries SET attempt_count = 9, next_attempt_at = now() WHERE endpoint_id = $1", [id]);
  await eventually(() => mailsTo(owner).length === 2);
  await refusing.close();
  const text = textOf(mailsTo(owner)[1]);
  expect(text).toContain(`https://skucast.example/webhooks/${id}`);
  expect(text).toContain("failed for good");
  expect(text).not.toContain("t0ken");
});

test("a mail server that is away is waited for", async () => {
  const owner = await addMember("owner");
  server.answerWith({ recipient: "450 4.2.1 later" });
  await house.startApp();
  await disable();
  await eventually(async () => (await notices())[0]?.attempt_count === 1 && (await statuses())[0] === "pending");
  server.answerWith({});
  house.advance(61_000);
  await eventually(async () => (await statuses())[0] === "sent");
  expect(mailsTo(owner)).toHaveLength(1);
});

test("the mail of another process has the public URL where that process left it open", async () => {
  const owner = await addMember("owner");
  server.answerWith({ recipient: "450 4.2.1 later" });
  await house.startApp();
  await disable();
  await eventually(async () => (await notices())[0]?.attempt_count === 1 && (await statuses())[0] === "pending");
  await house.query("UPDATE notices SET body = $1", [`POST ${PUBLIC_URL}/api/public/v1/feeds/feed_1/runs`]);
  server.answerWith({});
  house.advance(61_000);
  await eventually(async () => (await statuses())[0] === "sent");
  expect(textOf(mailsTo(owner)[0])).toContain("POST https://skucast.example/api/public/v1/feeds/feed_1/runs");
});

test("a mail that may have arrived is not sent again: neither after silence nor after the sender's death", async () => {
  const owner = await addMember("owner");
  server.answerWith({ message: "drop" });
  await house.startApp();
  await disable();
  await eventually(async () => (await statuses())[0] === "unconfirmed");
  await house.stopApps();
  expect(mailsTo(owner)).toHaveLength(1);

  await house.query("UPDATE notices SET status = 'pending', next_attempt_at = now(), completed_at = NULL");
  const dying = { send: (_: Mail) => new Promise<MailOutcome>(() => {}) };
  void sendNotice(house.ctx, dying);
  await eventually(async () => (await statuses())[0] === "sending");
  const sent: Mail[] = [];
  const heir = {
    send: async (mail: Mail) => {
      sent.push(mail);
      return { type: "accepted" } as const;
    },
  };
  expect(await sendNotice(house.ctx, heir)).toBe("idle");
  house.advance(61_000);
  expect(await sendNotice(house.ctx, heir)).toBe("more");
  expect([await statuses(), sent]).toEqual([["unconfirmed"], []]);
});

test("who is no longer an owner or admin when the mail leaves is not told", async () => {
  await addMember("owner");
  server.answerWith({ recipient: "450 4.2.1 later" });
  await house.startApp();
  await disable();
  await eventually(async () => (await notices())[0]?.attempt_count === 1 && (await statuses())[0] === "pending");
  await house.query("UPDATE memberships SET role = 'viewer' WHERE workspace_id = $1", [workspaceId]);
  house.advance(61_000);
  await eventually(async () => (await statuses())[0] === "cancelled");
});

test("without a mail server nothing is written for one", async () => {
  await addMember("owner");
  await house.startApp({ mailer: undefined });
  await disable();
  expect(await notices()).toEqual([]);
});
