import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { firstIdAt, newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";
import { addMember, type Credentials, PUBLIC_URL, signIn, type TestPerson } from "./testing/people.js";

const CHANNEL = firstIdAt("ch", 0);
const FEED = firstIdAt("feed", 0);
let api: ApiFixture;
let owner: TestPerson;
beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL });
  owner = await signIn(api.db, await insertPerson(api.db, "owner"));
});
afterAll(() => api.close());

interface Given {
  readonly openedAt: string;
  readonly closedAt?: string;
  readonly channelId?: string;
  readonly subject?: string;
}

async function report({ openedAt, closedAt, channelId, subject = "Feed Night is held" }: Given): Promise<string> {
  const id = newId("inc");
  const subjects = JSON.stringify({ en: subject, de: `${subject} (de)` });
  const ends = closedAt === undefined ? null : JSON.stringify({ en: "It is over", de: "It is over (de)" });
  await api.superuser.query(
    `INSERT INTO incidents (workspace_id, id, kind, object_id, channel_id, subject, subjects, opened_at, closed_at,
       closed_subject, closed_subjects, is_opening_mailed)
     VALUES ($1, $2, 'run_held', $3, $4, $5, $6, $7, $8, $9, $10, true)`,
    [
      owner.workspaceId,
      id,
      newId("feed"),
      channelId ?? null,
      subject,
      subjects,
      openedAt,
      closedAt ?? null,
      ends && "It is over",
      ends,
    ],
  );
  return id;
}
const list = async (who: Credentials, query = "") => (await api.ask("GET", `/me/incidents${query}`, who)).json;
const read = (who: Credentials, until: string, query = "") =>
  api.ask("POST", `/me/incidents/read${query}`, { ...who, body: { until } });
const clear = () => api.superuser.query("DELETE FROM incidents");
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
/** Lets a member have joined before everything that the tests report. */
async function newMember(options: { readonly channelIds?: readonly string[] } = {}) {
  const member = await addMember(api.db, { workspaceId: owner.workspaceId, role: "editor", ...options });
  await api.superuser.query("UPDATE memberships SET created_at = now() - interval '1 day' WHERE user_id = $1", [
    member.userId,
  ]);
  return member;
}

test("problems are listed newest first, in pages and in the requested language", async () => {
  await clear();
  const { session } = await newMember();
  const sameTime = at(-30);
  const ids = [
    await report({ openedAt: at(-60), closedAt: at(-50) }),
    await report({ openedAt: sameTime }),
    await report({ openedAt: sameTime }),
  ];
  const first = await list(session, "?limit=2");
  expect(first.data.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]].sort().reverse());
  const second = await list(session, `?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`);
  expect(second.data.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
  expect([second.has_more, second.unread_count]).toEqual([false, 3]);
  expect(second.data[0]).toMatchObject({ subject: "Feed Night is held", closed_subject: "It is over" });
  await api.superuser.query("UPDATE users SET language = 'de' WHERE id = $1", [await me(session)]);
  expect((await list(session)).data[2]).toMatchObject({
    subject: "Feed Night is held (de)",
    closed_subject: "It is over (de)",
  });
  expect((await list(session, "?language=en")).data[2].subject).toBe("Feed Night is held");
  // Subjects of an earlier version are English only.
  expect((await list(session, "?language=fr")).data[2].subject).toBe("Feed Night is held");
});

const me = async (who: Credentials): Promise<string> => (await api.ask("GET", "/me", who)).json.user_id;

test("each person has their own read state: it never goes back, and the end of a problem is news", async () => {
  await clear();
  const { session } = await newMember();
  const other = await newMember();
  await report({ openedAt: at(-60) });
  const later = await report({ openedAt: at(-10) });
  expect((await read(session, at(-30), "?validate_only=true")).status).toBe(204);
  expect((await list(session)).unread_count).toBe(2);
  expect((await read(session, at(-30))).status).toBe(204);
  const { data, unread_count } = await list(session);
  expect([unread_count, ...data.map(({ is_read }: { is_read: boolean }) => is_read)]).toEqual([1, false, true]);
  await read(session, at(60));
  await read(session, at(-60));
  expect((await list(session)).unread_count).toBe(0);
  expect((await list(other.session)).unread_count).toBe(2);
  await api.superuser.query("UPDATE incidents SET closed_at = $2 WHERE id = $1", [later, at(1)]);
  expect((await list(session)).unread_count).toBe(1);
});

test("a new member has read what happened before they joined, and the choice of mails stays with the read state", async () => {
  await clear();
  await report({ openedAt: at(-60) });
  const { session } = await addMember(api.db, { workspaceId: owner.workspaceId, role: "viewer" });
  expect(await list(session)).toMatchObject({ unread_count: 0, data: [{ is_read: true }] });
  await api.ask("PATCH", "/me/notifications", { ...session, body: { emails: { run_held: true } } });
  await read(session, at(0));
  expect((await api.ask("GET", "/me/notifications", session)).json.emails.run_held).toBe(true);
});

test("a member who is restricted to channels sees only the problems of these channels", async () => {
  await clear();
  const { session } = await newMember({ channelIds: [CHANNEL] });
  const own = await report({ openedAt: at(-5), channelId: CHANNEL });
  await report({ openedAt: at(-5), channelId: firstIdAt("ch", 1) });
  await report({ openedAt: at(-5) });
  expect(await list(session)).toMatchObject({ unread_count: 1, data: [{ id: own }] });
});

test("unread problems are counted up to a limit", async () => {
  await clear();
  const { session } = await newMember();
  await api.superuser.query(
    `INSERT INTO incidents (workspace_id, id, kind, object_id, subject, opened_at, closed_at, is_opening_mailed)
     SELECT $1, 'inc_' || lpad(n::text, 26, '0'), 'import_failed', $2, 'An upload failed', now(), now(), true
     FROM generate_series(1, $3::int) n`,
    [owner.workspaceId, FEED, LIMITS.unreadIncidentsCounted + 20],
  );
  expect((await list(session)).unread_count).toBe(LIMITS.unreadIncidentsCounted);
  expect((await list(session)).data[0]).toMatchObject({ closed_subject: null, is_acknowledged: false });
});

test("the list is a person's: keys and connected apps are rejected", async () => {
  const { app } = await newMember();
  const { token } = await api.newWorkspace();
  for (const who of [app, { token }]) {
    expect((await api.ask("GET", "/me/incidents", who)).json.code).toBe("forbidden");
    expect((await read(who, at(0))).json.code).toBe("forbidden");
  }
});
