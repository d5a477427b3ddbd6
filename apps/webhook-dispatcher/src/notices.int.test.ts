import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inEachLanguage } from "@skucast/contracts/languages";
import { LIMITS } from "@skucast/contracts/limits";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inSystem, inWorkspace } from "@skucast/db/database";
import { openIncident } from "@skucast/db/notices/incidents";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { Mail, MailOutcome } from "@skucast/mail/mailer";
import { openSmtpMailer } from "@skucast/mail/open-smtp-mailer";
import { eventually } from "@skucast/testkit/eventually";
import { type MailServer, startMailServer } from "@skucast/testkit/start-mail-server";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { describeEndpoint } from "./endpoints/describe-endpoint.js";
import { sendNotice } from "./notices/send-notice.js";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

let server: MailServer;
let fixture: DispatcherFixture;
let sink: WebhookSink;
let workspaceId: string;

beforeAll(async () => {
  [server, sink] = await Promise.all([startMailServer(), startWebhookSink()]);
  fixture = await openDispatcherFixture({
    mailer: openSmtpMailer({ url: server.url, from: "no-reply@skucast.example" }),
  });
  sink.answerWith({ status: 410 });
});
beforeEach(async () => {
  server.answerWith({});
  workspaceId = await fixture.createWorkspace();
});
afterEach(async () => {
  await fixture.stopApps();
  await fixture.query("DELETE FROM notices");
});
afterAll(async () => {
  await fixture.close();
  await Promise.all([server.close(), sink.close()]);
});

async function addMember(role: string): Promise<string> {
  const userId = newId("usr");
  const email = `${role}.${newId("usr")}@example.com`;
  await fixture.query("INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, 'Ada', 'x')", [
    userId,
    email,
  ]);
  const member = "INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)";
  await fixture.query(member, [workspaceId, userId, role]);
  return email;
}

async function choose(email: string, choices: Readonly<Record<string, boolean>>): Promise<void> {
  const [user] = await fixture.query<{ id: string }>("SELECT id FROM users WHERE email = $1", [email]);
  await inWorkspace(fixture.ctx.db, wholeWorkspace(workspaceId), (client) =>
    client.query(
      "INSERT INTO notification_settings (workspace_id, user_id, choices, updated_at) VALUES ($1, $2, $3, now())",
      [workspaceId, user?.id, JSON.stringify(choices)],
    ),
  );
}

/** Creates an endpoint that answers 410 to its first delivery and is disabled. */
async function disableEndpoint(): Promise<string> {
  const { id } = await fixture.createEndpoint({ workspaceId, url: `${sink.url}/hook?token=t0ken` });
  await fixture.emit(workspaceId);
  await eventually(
    async () => (await fixture.query("SELECT FROM webhook_endpoints WHERE id = $1 AND status = 'disabled'", [id]))[0],
  );
  return id;
}

const notices = () =>
  fixture.query<{ status: string; attempt_count: number }>("SELECT * FROM notices ORDER BY user_id");
const statuses = async () => (await notices()).map(({ status }) => status);
/** The source of a mail without the line breaks of its transfer encoding. */
const textOf = (mail: { readonly source: string } | undefined) => mail?.source.replace(/=\r?\n/g, "") ?? "";
const mailsTo = (email: string) => server.received.filter(({ to }) => to === email);

test("owners, admins and editors get exactly one mail when an endpoint is disabled; viewers get none", async () => {
  const owner = await addMember("owner");
  const admin = await addMember("admin");
  const editor = await addMember("editor");
  const viewer = await addMember("viewer");
  await Promise.all([fixture.startApp(), fixture.startApp()]);
  const id = await disableEndpoint();
  await eventually(async () => (await statuses()).join() === "sent,sent,sent");
  await Promise.all([1, 2, 3].map(() => sendNotice(fixture.ctx, { send: () => Promise.reject(new Error("again")) })));
  expect([owner, admin, editor, viewer].map((email) => mailsTo(email).length)).toEqual([1, 1, 1, 0]);
  const [{ source } = { source: "" }] = mailsTo(owner);
  expect(source).toContain(id);
  expect(source).toContain("410 Gone");
  expect(source).not.toContain("t0ken");
});

test("each member gets a mail in their language, and a mail of the previous version stays English", async () => {
  const owner = await addMember("owner");
  const admin = await addMember("admin");
  const editor = await addMember("editor");
  await fixture.query("UPDATE users SET language = 'fr' WHERE email = $1", [owner]);
  await fixture.query("UPDATE users SET language = 'xx' WHERE email = $1", [editor]);
  const problem = { workspaceId, kind: "run_failed", objectId: "feed_1", channelId: null } as const;
  const describe = () => describeEndpoint("failing", ENDPOINT);
  const now = fixture.ctx.clock.now();
  await inSystem(fixture.ctx.db, (client) =>
    openIncident(client, problem, { eventId: newId("evt"), now, isMailing: true, describe }),
  );
  await fixture.query("UPDATE users SET language = 'de' WHERE email = $1", [admin]);
  await fixture.startApp();
  await eventually(async () => (await statuses()).join() === "sent,sent,sent");
  const french = textOf(mailsTo(owner)[0]);
  expect(french).toContain("Consulter ses r=C3=A9ponses");
  expect(french).toContain("en tant que membre de l'espace de travail");
  for (const email of [admin, editor]) {
    expect(textOf(mailsTo(email)[0])).toContain("View its responses");
    expect(textOf(mailsTo(email)[0])).toContain("You get this email as a member");
  }
});

test("a mail is plain text and HTML, with a button that leads to the endpoint", async () => {
  const owner = await addMember("owner");
  await fixture.query("UPDATE users SET language = 'de' WHERE email = $1", [owner]);
  await fixture.startApp();
  const id = await disableEndpoint();
  await eventually(() => mailsTo(owner).length === 1);
  const source = textOf(mailsTo(owner)[0]);
  expect(source).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(source).toMatch(/^Content-Language: de$/m);
  const [text = "", html = ""] = source.split(/^Content-Type: text\/html/m);
  for (const part of [text, html]) expect(part).toContain(`https://skucast.example/webhooks/${id}`);
  expect(html).toMatch(new RegExp(`<a class=3D"button" href=3D"https://skucast.example/webhooks/${id}" style=3D"`));
  expect(html).toContain("In Skucast =C3=B6");
});

const ENDPOINT = {
  host: "shop.example",
  endpointId: "whe_1",
  since: "2026-11-20",
  link: "https://skucast.example/webhooks/whe_1",
  publicUrl: "https://skucast.example",
  deliveryId: "dlv_1",
};

test("mails about an exhausted delivery and a disabled endpoint contain a link to the endpoint", async () => {
  const owner = await addMember("owner");
  await fixture.startApp();
  const disabledId = await disableEndpoint();
  await eventually(() => mailsTo(owner).length === 1);
  expect(textOf(mailsTo(owner)[0])).toContain(`https://skucast.example/webhooks/${disabledId}`);
  expect(textOf(mailsTo(owner)[0])).toContain(
    `PATCH https://skucast.example/api/public/v1/webhook-endpoints/${disabledId}`,
  );
  const failing = await startWebhookSink();
  failing.answerWith({ status: 500 });
  const { id } = await fixture.createEndpoint({ workspaceId, url: `${failing.url}/hook?token=t0ken` });
  await fixture.emit(workspaceId);
  const isRecorded = "SELECT FROM deliveries WHERE endpoint_id = $1 AND attempt_count = 1";
  await eventually(async () => (await fixture.query(isRecorded, [id])).length === 1);
  await fixture.query("UPDATE deliveries SET attempt_count = 9, next_attempt_at = now() WHERE endpoint_id = $1", [id]);
  await eventually(() => mailsTo(owner).length === 2);
  await failing.close();
  const text = textOf(mailsTo(owner)[1]);
  expect(text).toContain(`https://skucast.example/webhooks/${id}`);
  expect(text).toContain("failed for good");
  expect(text).not.toContain("t0ken");
});

test("a mail is retried while the mail server is unavailable", async () => {
  const owner = await addMember("owner");
  server.answerWith({ recipient: "450 4.2.1 later" });
  await fixture.startApp();
  await disableEndpoint();
  await eventually(async () => (await notices())[0]?.attempt_count === 1 && (await statuses())[0] === "pending");
  server.answerWith({});
  fixture.advance(61_000);
  await eventually(async () => (await statuses())[0] === "sent");
  expect(mailsTo(owner)).toHaveLength(1);
});

test("a mail from another process gets the public URL in place of the placeholder", async () => {
  const owner = await addMember("owner");
  server.answerWith({ recipient: "450 4.2.1 later" });
  await fixture.startApp();
  await disableEndpoint();
  await eventually(async () => (await notices())[0]?.attempt_count === 1 && (await statuses())[0] === "pending");
  await fixture.query("UPDATE notices SET body = $1", [`POST ${PUBLIC_URL}/api/public/v1/feeds/feed_1/runs`]);
  server.answerWith({});
  fixture.advance(61_000);
  await eventually(async () => (await statuses())[0] === "sent");
  expect(textOf(mailsTo(owner)[0])).toContain("POST https://skucast.example/api/public/v1/feeds/feed_1/runs");
});

test("a mail that may have arrived is not sent again, neither after a missing reply nor after the sender's crash", async () => {
  const owner = await addMember("owner");
  server.answerWith({ message: "drop" });
  await fixture.startApp();
  await disableEndpoint();
  await eventually(async () => (await statuses())[0] === "unconfirmed");
  await fixture.stopApps();
  expect(mailsTo(owner)).toHaveLength(1);

  await fixture.query("UPDATE notices SET status = 'pending', next_attempt_at = now(), completed_at = NULL");
  const dying = { send: (_: Mail) => new Promise<MailOutcome>(() => {}) };
  void sendNotice(fixture.ctx, dying);
  await eventually(async () => (await statuses())[0] === "sending");
  const sent: Mail[] = [];
  const successor = {
    send: async (mail: Mail) => {
      sent.push(mail);
      return { type: "accepted" } as const;
    },
  };
  expect(await sendNotice(fixture.ctx, successor)).toBe("idle");
  fixture.advance(61_000);
  expect(await sendNotice(fixture.ctx, successor)).toBe("more");
  expect([await statuses(), sent]).toEqual([["unconfirmed"], []]);
});

test("a user who does not want the mail any more gets none", async () => {
  await addMember("owner");
  server.answerWith({ recipient: "450 4.2.1 later" });
  await fixture.startApp();
  await disableEndpoint();
  await eventually(async () => (await notices())[0]?.attempt_count === 1 && (await statuses())[0] === "pending");
  await fixture.query("UPDATE memberships SET role = 'viewer' WHERE workspace_id = $1", [workspaceId]);
  fixture.advance(61_000);
  await eventually(async () => (await statuses())[0] === "cancelled");
});

test("each member gets the mails that they chose, with a link to choose others", async () => {
  const silent = await addMember("owner");
  const watching = await addMember("viewer");
  await choose(silent, { endpoint_disabled: false });
  await choose(watching, { endpoint_disabled: true });
  await fixture.startApp();
  await disableEndpoint();
  await eventually(async () => (await statuses()).join() === "sent");
  expect([mailsTo(silent).length, mailsTo(watching).length]).toEqual([0, 1]);
  const text = textOf(mailsTo(watching)[0]);
  expect(text).toContain("You get this email as a member of the workspace");
  expect(text).toContain("https://skucast.example/settings#notifications");
});

test("members get one mail when an endpoint that was disabled works again", async () => {
  const owner = await addMember("owner");
  await Promise.all([fixture.startApp(), fixture.startApp()]);
  const id = await disableEndpoint();
  await eventually(() => mailsTo(owner).length === 1);
  const working = await startWebhookSink();
  await fixture.query("UPDATE webhook_endpoints SET status = 'active', url = $2, version = version + 1 WHERE id = $1", [
    id,
    `${working.url}/hook?token=t0ken`,
  ]);
  await fixture.query("UPDATE webhook_endpoints SET failing_since = NULL, failing_noticed_at = NULL WHERE id = $1", [
    id,
  ]);
  await fixture.emit(workspaceId);
  await eventually(() => mailsTo(owner).length === 2);
  await working.close();
  const text = textOf(mailsTo(owner)[1]);
  expect(text).toMatch(/^Subject: Skucast: the webhook endpoint at .* works again/m);
  expect(text).toContain(`https://skucast.example/webhooks/${id}`);
  expect(text).not.toContain("t0ken");
  const open = await fixture.query("SELECT FROM incidents WHERE workspace_id = $1 AND closed_at IS NULL", [
    workspaceId,
  ]);
  expect(open).toEqual([]);
});

test("problems beyond the hourly limit come in one summary when the hour is over, each to who wants it", async () => {
  const owner = await addMember("owner");
  const picky = await addMember("editor");
  await choose(picky, { run_failed: false });
  const french = await addMember("admin");
  await fixture.query("UPDATE users SET language = 'fr' WHERE email = $1", [french]);
  const now = fixture.ctx.clock.now();
  const hour = new Date(now.getTime() - (now.getTime() % 3_600_000));
  const count = LIMITS.problemMailsPerHour + 3;
  await inSystem(fixture.ctx.db, async (client) => {
    for (let i = 1; i <= count; i += 1) {
      const failed = { workspaceId, kind: "run_failed", objectId: `feed_${i}`, channelId: null } as const;
      const describe = () =>
        inEachLanguage((language) => ({ subject: `Skucast: feed ${i} failed (${language})`, body: "Failed.\n" }));
      await openIncident(client, failed, { eventId: `evt_${i}`, now: hour, isMailing: true, describe });
    }
  });
  await fixture.startApp();
  await eventually(() => [owner, french].every((email) => mailsTo(email).length === LIMITS.problemMailsPerHour));
  expect((await statuses()).filter((status) => status === "pending")).toHaveLength(3);
  fixture.advance(3_600_000);
  await eventually(async () => (await statuses()).every((status) => status !== "pending" && status !== "sending"));
  expect(mailsTo(owner)).toHaveLength(LIMITS.problemMailsPerHour + 1);
  const summary = textOf(mailsTo(owner).at(-1));
  expect(summary).toContain("3 more changes");
  for (let i = LIMITS.problemMailsPerHour + 1; i <= count; i += 1) expect(summary).toContain(`feed ${i} failed (en)`);
  const frenchSummary = textOf(mailsTo(french).at(-1));
  expect(frenchSummary).toContain(`feed ${count} failed (fr)`);
  expect(frenchSummary).toContain("3 autres changements");
  expect(mailsTo(picky)).toEqual([]);
});

test("a mail that waited for a mail server for days is not sent", async () => {
  const owner = await addMember("owner");
  await fixture.startApp();
  await disableEndpoint();
  await eventually(() => mailsTo(owner).length === 1);
  await fixture.stopApps();
  await fixture.query(
    "UPDATE notices SET status = 'pending', next_attempt_at = created_at, completed_at = NULL, attempt_count = 0",
  );
  fixture.advance(3 * 86_400_000);
  expect(await sendNotice(fixture.ctx, { send: () => Promise.reject(new Error("sent")) })).toBe("more");
  expect(await statuses()).toEqual(["cancelled"]);
});

test("without a mail server no notices are stored", async () => {
  await addMember("owner");
  await fixture.startApp({ mailer: undefined });
  await disableEndpoint();
  expect(await notices()).toEqual([]);
});
