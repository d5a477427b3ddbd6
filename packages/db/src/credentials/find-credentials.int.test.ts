import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { insertAccessToken, insertPerson, insertSession, type Person } from "../testing/insert-people.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { findAccessToken } from "./find-access-token.js";
import { findSession } from "./find-session.js";
import { touchLastUse } from "./touch-last-use.js";

let own: TestDb;
beforeAll(async () => {
  own = await openTestDb();
});
afterAll(() => own.close());

const run = (text: string, ...values: unknown[]) => own.db.system.query(text, values);

describe("an access token", () => {
  const find = (secretHash: Uint8Array) => findAccessToken(own.db, secretHash, "primary");

  test("is found by its hash, with its grant and the rights of its user", async () => {
    const person = await insertPerson(own.db, "editor");
    const token = await insertAccessToken(own.db, person, {
      scope: "feeds:read",
      grantScope: "feeds:read feeds:write",
    });
    const { rows } = await run("SELECT expires_at FROM oauth_artifacts WHERE grant_id = $1", token.grantId);
    expect(await find(token.secretHash)).toEqual({
      ...person,
      grantId: token.grantId,
      clientId: "client",
      scope: "feeds:read",
      grantScope: "feeds:read feeds:write",
      role: "editor",
      expiresAt: rows[0].expires_at,
      lacksSecondFactor: false,
      deletesAt: null,
    });
    expect(await find(randomBytes(32))).toBeNull();
  });

  test.each([
    ["nothing", "SELECT $1::text", true],
    ["an authenticator app", "UPDATE users SET totp_sealed = '', totp_enabled_at = now() WHERE id = $1", false],
    [
      "a passkey",
      "INSERT INTO passkeys (credential_id, user_id, name, public_key, counter, created_at) VALUES ($1, $1, 'Key', '', 0, now())",
      false,
    ],
    [
      "an identity of the workspace's provider",
      `INSERT INTO single_sign_on_identities (workspace_id, issuer, subject, user_id, created_at, last_sign_in_at)
       SELECT workspace_id, 'https://idp.example', $1, $1, now(), now() FROM memberships WHERE user_id = $1`,
      false,
    ],
  ])("in a workspace that requires a second factor, of a person with %s", async (_title, provide, lacks) => {
    const person = await insertPerson(own.db);
    const { secretHash } = await insertAccessToken(own.db, person);
    await run(provide, person.userId);
    expect((await find(secretHash))?.lacksSecondFactor).toBe(false);
    await run("UPDATE workspaces SET requires_second_factor = true WHERE id = $1", person.workspaceId);
    expect((await find(secretHash))?.lacksSecondFactor).toBe(lacks);
  });

  test("ends with its grant if that ends first", async () => {
    const token = await insertAccessToken(own.db, await insertPerson(own.db));
    const soon = new Date(Date.now() + 60_000);
    await run("UPDATE oauth_grants SET expires_at = $2 WHERE id = $1", token.grantId, soon);
    expect((await find(token.secretHash))?.expiresAt).toEqual(soon);
  });

  test.each([
    ["it expired", "UPDATE oauth_artifacts SET expires_at = now() - interval '1 s' WHERE grant_id = $1"],
    ["it was consumed", "UPDATE oauth_artifacts SET consumed_at = now() WHERE grant_id = $1"],
    ["it is of another type", "UPDATE oauth_artifacts SET model = 'RefreshToken' WHERE grant_id = $1"],
    ["its grant expired", "UPDATE oauth_grants SET expires_at = now() - interval '1 s' WHERE id = $1"],
    ["its grant was revoked", "UPDATE oauth_grants SET revoked_at = now() WHERE id = $1"],
    [
      "its user left the workspace",
      "DELETE FROM memberships USING oauth_grants g WHERE g.id = $1 AND memberships.user_id = g.user_id",
    ],
  ])("is not found when %s", async (_title, ending) => {
    const token = await insertAccessToken(own.db, await insertPerson(own.db));
    expect(await find(token.secretHash)).not.toBeNull();
    await run(ending, token.grantId);
    expect(await find(token.secretHash)).toBeNull();
  });
});

describe("a browser session", () => {
  const find = (secretHash: Uint8Array) => findSession(own.db, secretHash, "primary");

  test("is found by its hash, with the workspace and the role in it", async () => {
    const person = await insertPerson(own.db, "viewer");
    const { id, secretHash } = await insertSession(own.db, person);
    expect(await find(secretHash)).toEqual({
      ...person,
      id,
      role: "viewer",
      expiresAt: expect.any(Date),
      authenticatedAt: expect.any(Date),
      lacksSecondFactor: false,
      lacksSingleSignOn: false,
      deletesAt: null,
    });
  });

  test("without a workspace, or in one that the person left, is found without a role", async () => {
    const person = await insertPerson(own.db);
    const homeless = await insertSession(own.db, person, { workspaceId: null });
    const { secretHash } = await insertSession(own.db, person);
    expect(await find(homeless.secretHash)).toMatchObject({ workspaceId: null, role: null });
    await run("DELETE FROM memberships WHERE user_id = $1", person.userId);
    expect(await find(secretHash)).toMatchObject({ workspaceId: person.workspaceId, role: null });
  });

  test.each([
    ["it ended", "UPDATE sessions SET ended_at = now() WHERE id = $1"],
    ["it expired", "UPDATE sessions SET expires_at = now() - interval '1 s' WHERE id = $1"],
  ])("is not found when %s", async (_title, ending) => {
    const { id, secretHash } = await insertSession(own.db, await insertPerson(own.db));
    await run(ending, id);
    expect(await find(secretHash)).toBeNull();
  });
});

describe("a session that is used", () => {
  test("lives seven days from then, at most thirty days from its creation, and never shorter than before", async () => {
    const { id } = await insertSession(own.db, await insertPerson(own.db));
    const began = new Date("2026-11-01T00:00:00Z");
    const day = (n: number) => new Date(began.getTime() + n * 24 * 3_600_000);
    await run(
      "UPDATE sessions SET created_at = $2, last_used_at = $2, expires_at = $3 WHERE id = $1",
      id,
      began,
      day(7),
    );
    const expiry = async (usedAt: Date): Promise<Date> => {
      await touchLastUse(own.db, { keys: new Map(), grants: new Map(), sessions: new Map([[id, usedAt]]) });
      return (await run("SELECT expires_at FROM sessions WHERE id = $1", id)).rows[0].expires_at;
    };
    expect([await expiry(day(5)), await expiry(day(2)), await expiry(day(28))]).toEqual([day(12), day(12), day(30)]);
  });
});

describe("the journal of revocations", () => {
  let person: Person;
  beforeAll(async () => {
    person = await insertPerson(own.db);
  });
  const subjectsAfter = async (work: () => Promise<unknown>) => {
    const { rows } = await run("SELECT coalesce(max(id), 0) AS id FROM revocations");
    await work();
    const added = await run("SELECT subject FROM revocations WHERE id > $1", rows[0].id);
    return added.rows.map(({ subject }) => subject);
  };

  test("contains the membership of a new member, who may be cached as not a member", async () => {
    const other = await insertPerson(own.db);
    const join = () => run("INSERT INTO memberships VALUES ($1, $2, 'viewer')", person.workspaceId, other.userId);
    expect(await subjectsAfter(join)).toEqual([`${person.workspaceId}:${other.userId}`]);
  });

  test("contains a session whose workspace changes, but not its last use", async () => {
    const { id } = await insertSession(own.db, person);
    expect(await subjectsAfter(() => run("UPDATE sessions SET last_used_at = now() WHERE id = $1", id))).toEqual([]);
    const leave = () => run("UPDATE sessions SET current_workspace_id = NULL WHERE id = $1", id);
    expect(await subjectsAfter(leave)).toEqual([id]);
  });
});
