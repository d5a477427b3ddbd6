import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { insertPerson, type Person } from "../testing/insert-people.js";
import { openTestDb, type TestDb } from "../testing/open-test-db.js";
import { consumeArtifact, saveArtifact } from "./artifacts.js";
import { disconnectOwnGrant } from "./disconnect-own-grant.js";
import { endUnusedGrants, UNUSED_GRANTS_MAX } from "./end-unused-grants.js";
import { insertGrant } from "./insert-grant.js";
import { listOwnGrants, OWN_GRANTS_MAX } from "./list-own-grants.js";
import { revokeGrant } from "./revoke-grant.js";
import { touchGrant } from "./touch-grant.js";

const NOW = new Date("2026-11-21T10:00:00Z");
const YEAR_MS = 365 * 86_400_000;
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const ORIGIN = { ip: "203.0.113.9", userAgent: "Firefox", requestId: "req_1" };
let testDb: TestDb;
let person: Person;

beforeAll(async () => {
  testDb = await openTestDb();
});
afterAll(() => testDb.close());
beforeEach(async () => {
  await testDb.superuser.query("DELETE FROM oauth_grants");
  person = await insertPerson(testDb.db);
});

async function connect(createdAt = NOW, clientId = "client", owner = person): Promise<string> {
  const id = newId("grt", createdAt.getTime());
  await insertGrant(testDb.db, {
    ...owner,
    id,
    clientId,
    clientName: "App",
    redirectHost: "app.example",
    scope: "products:read",
    createdAt,
    expiresAt: later(YEAR_MS),
    origin: ORIGIN,
  });
  return id;
}

/** A code or token of a connection. */
async function issue(grantId: string, model: string, expiresAt: Date) {
  const key = { model, idHash: randomBytes(32) };
  await saveArtifact(testDb.db, { ...key, grantId, scope: null, sealed: Buffer.of(1), expiresAt }, { now: NOW });
  return key;
}

const grantOf = async (id: string) =>
  (await testDb.superuser.query("SELECT * FROM oauth_grants WHERE id = $1", [id])).rows[0];
const endingsOf = async (id: string) =>
  (await testDb.superuser.query("SELECT * FROM audit_entries WHERE object_id = $1", [id])).rows;
const artifactsOf = async (id: string) =>
  (await testDb.superuser.query("SELECT FROM oauth_artifacts WHERE grant_id = $1", [id])).rowCount;
const detailsOf = (reason: string) => ({
  client_id: "client",
  client_name: "App",
  redirect_host: "app.example",
  user_id: person.userId,
  reason,
});

const ENDING = { reason: "client", now: NOW, ip: "1.2.3.4", userAgent: "x", requestId: "req_1" } as const;

describe("the audit log says which app was disconnected, for whom it acted, and why,", () => {
  test("when its client revokes a token: by the client", async () => {
    const id = await connect();
    await issue(id, "AccessToken", later(1));
    expect(await revokeGrant(testDb.db, id, ENDING)).toMatchObject({ id, workspaceId: person.workspaceId });
    expect(await endingsOf(id)).toMatchObject([
      {
        action: "connected_app.revoked",
        actor: { type: "client", id: "client" },
        details: detailsOf("client"),
        ip: "1.2.3.4",
        user_agent: "x",
        request_id: "req_1",
      },
    ]);
    expect(await artifactsOf(id)).toBe(0);
    expect(await revokeGrant(testDb.db, id, ENDING)).toBeNull();
    expect(await endingsOf(id)).toHaveLength(1);
  });

  test("when the user disconnects it: by the user, with the origin of the request. Another user cannot", async () => {
    const id = await connect();
    await issue(id, "RefreshToken", later(1));
    const otherPerson = await insertPerson(testDb.db);
    const disconnect = (userId: string) => disconnectOwnGrant(testDb.db, { id, userId, origin: ORIGIN, now: NOW });
    expect(await disconnect(otherPerson.userId)).toBeNull();
    expect((await grantOf(id)).revoked_at).toBeNull();
    expect(await disconnect(person.userId)).toMatchObject({ id, workspaceId: person.workspaceId });
    expect(await disconnect(person.userId)).toBeNull();
    expect(await grantOf(id)).toMatchObject({ revoked_at: NOW, revoked_reason: "disconnected" });
    expect(await endingsOf(id)).toMatchObject([
      {
        workspace_id: person.workspaceId,
        ip: ORIGIN.ip,
        user_agent: ORIGIN.userAgent,
        request_id: "req_1",
        actor: { type: "user", id: person.userId },
        details: detailsOf("disconnected"),
      },
    ]);
    expect(await artifactsOf(id)).toBe(0);
  });

  test("when another connection of the same app replaces it: by the user who created that one", async () => {
    const first = await connect(later(-1_000));
    for (let i = 1; i < 50; i += 1) await connect(later(-999 + i));
    expect(await endingsOf(first)).toEqual([]);
    await connect(NOW);
    expect(await endingsOf(first)).toMatchObject([
      {
        actor: { type: "user", id: person.userId },
        details: detailsOf("replaced"),
        ip: ORIGIN.ip,
        user_agent: ORIGIN.userAgent,
        at: NOW,
      },
    ]);
    await connect(NOW, "another client");
    expect((await listOwnGrants(testDb.db, person.userId, NOW)).grants).toHaveLength(51);
  });
});

describe("a connection whose code was never exchanged", () => {
  const endUnused = (agreedBefore = later(-120_000)) =>
    endUnusedGrants(testDb.db, { agreedBefore, overBefore: later(-60_000), now: NOW });

  test("is ended by the system after its code has expired", async () => {
    const id = await connect(later(-120_001));
    expect(await endUnused()).toEqual([
      {
        id,
        workspaceId: person.workspaceId,
        userId: person.userId,
        clientId: "client",
        clientName: "App",
        redirectHost: "app.example",
      },
    ]);
    expect(await grantOf(id)).toMatchObject({ revoked_at: NOW, revoked_reason: "unused" });
    expect(await endingsOf(id)).toMatchObject([
      { actor: { type: "system", id: "housekeeping" }, details: detailsOf("unused") },
    ]);
    const journal = await testDb.superuser.query("SELECT FROM revocations WHERE subject = $1", [id]);
    expect(journal.rowCount).toBe(1);
    expect(await endUnused()).toEqual([]);
  });

  test("is kept while it is new, has a code or a token, or was used", async () => {
    await connect(later(-119_999));
    const withCode = await connect(later(-YEAR_MS));
    const withToken = await connect(later(-YEAR_MS));
    const used = await connect(later(-YEAR_MS));
    await issue(withCode, "AuthorizationCode", later(-59_999));
    await issue(withToken, "RefreshToken", later(1));
    await touchGrant(testDb.db, used, NOW);
    expect(await endUnused()).toEqual([]);
  });

  test("is not one whose code is being exchanged: exchange and use are one statement", async () => {
    const id = await connect(later(-180_000));
    const code = await issue(id, "AuthorizationCode", later(-61_000));
    const attempts = Array.from({ length: 8 }, () => consumeArtifact(testDb.db, code, NOW));
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
    expect((await grantOf(id)).last_used_at).toEqual(NOW);
    expect(await endUnused()).toEqual([]);
  });

  test("is ended by one of several concurrent processes, 100 at a time, each with one entry in the log", async () => {
    for (let i = 0; i < UNUSED_GRANTS_MAX + 20; i += 1) await connect(later(-200_000 + i), `client ${i}`);
    const rounds = await Promise.all(Array.from({ length: 4 }, () => endUnused()));
    for (const round of rounds) expect(round.length).toBeLessThanOrEqual(UNUSED_GRANTS_MAX);
    rounds.push(await endUnused());
    const ended = rounds.flat().map(({ id }) => id);
    expect([ended.length, new Set(ended).size]).toEqual([UNUSED_GRANTS_MAX + 20, UNUSED_GRANTS_MAX + 20]);
    const { rows } = await testDb.superuser.query(
      "SELECT count(*)::int AS count FROM audit_entries WHERE object_id = ANY($1)",
      [ended],
    );
    expect(rows).toEqual([{ count: ended.length }]);
  });

  test("is found through an index, however many connections there are", async () => {
    await testDb.superuser.query(
      `INSERT INTO oauth_grants (workspace_id, id, user_id, client_id, client_name, redirect_host, scope, created_at, last_used_at, expires_at)
       SELECT $1, 'grt_' || n, $2, 'c', '', '', '', $3, $3, $3 FROM generate_series(1, 20000) n`,
      [person.workspaceId, person.userId, NOW],
    );
    await testDb.superuser.query("ANALYZE oauth_grants");
    const { rows } = await testDb.superuser.query(
      "EXPLAIN SELECT FROM oauth_grants WHERE revoked_at IS NULL AND last_used_at IS NULL AND created_at < now() ORDER BY created_at LIMIT 100",
    );
    expect(JSON.stringify(rows)).toContain("oauth_grants_unused_idx");
  });
});

test("consuming a code and ending its connection concurrently never deadlock", async () => {
  for (let i = 0; i < 20; i += 1) {
    const id = await connect();
    const code = await issue(id, "AuthorizationCode", later(60_000));
    const [isConsumed] = await Promise.all([
      consumeArtifact(testDb.db, code, NOW),
      disconnectOwnGrant(testDb.db, { id, userId: person.userId, origin: ORIGIN, now: NOW }),
    ]);
    expect([typeof isConsumed, await artifactsOf(id)]).toEqual(["boolean", 0]);
  }
});

describe("the list of a user's connections", () => {
  test("contains those of all the user's workspaces, newest first, without ended ones and those of other users", async () => {
    const first = await connect(later(-2));
    const elsewhere = { ...(await insertPerson(testDb.db)), userId: person.userId };
    await testDb.db.system.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')", [
      elsewhere.workspaceId,
      person.userId,
    ]);
    const second = await connect(later(-1), "client", elsewhere);
    const ended = await connect();
    await disconnectOwnGrant(testDb.db, { id: ended, userId: person.userId, origin: ORIGIN, now: NOW });
    await connect(NOW, "client", await insertPerson(testDb.db));
    const { grants, isWhole } = await listOwnGrants(testDb.db, person.userId, NOW);
    expect([grants.map(({ id }) => id), isWhole]).toEqual([[second, first], true]);
    expect(grants[1]).toEqual({
      id: first,
      workspaceName: "Test",
      clientName: "App",
      redirectHost: "app.example",
      scope: "products:read",
      createdAt: later(-2),
      lastUsedAt: null,
    });
    expect((await listOwnGrants(testDb.db, person.userId, later(YEAR_MS))).grants).toEqual([]);
  });

  test("contains at most 100, and says if there are more", async () => {
    for (let i = 0; i <= OWN_GRANTS_MAX; i += 1) await connect(later(i), `client ${i}`);
    const { grants, isWhole } = await listOwnGrants(testDb.db, person.userId, later(1_000));
    expect([grants.length, isWhole]).toEqual([OWN_GRANTS_MAX, false]);
  });
});
