import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { MANAGE_WORKSPACE, SCOPES } from "@skucast/contracts/scopes";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertApiKey } from "@skucast/db/api-keys/insert-api-key";
import { inSystem } from "@skucast/db/database";
import { insertAccessToken, insertPerson, insertSession, type Person } from "@skucast/db/testing/insert-people";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { openVerifyingProcess, type VerifyingProcess } from "./testing/open-verifying-process.js";

let database: TestDatabase;
let here: VerifyingProcess;
let there: VerifyingProcess;
let more: VerifyingProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  [here, there] = [await openVerifyingProcess(database), await openVerifyingProcess(database)];
  for (const process of [here, there]) await process.verify(newToken("sk"));
  await Promise.all([here.confirmed(), there.confirmed()]);
});
afterEach(async () => {
  await Promise.all(more.map((process) => process.close()));
  more = [];
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

async function another(): Promise<VerifyingProcess> {
  const process = await openVerifyingProcess(database);
  more.push(process);
  return process;
}

async function newKey() {
  const { workspaceId } = await insertPerson(here.db);
  const id = newId("key");
  const token = newToken("sk");
  await insertApiKey(here.db, { workspaceId, id, name: "k", secretHash: hashToken(token), lastFour: "abcd" });
  const revoke = () => here.db.system.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [id]);
  return { workspaceId, id, token, revoke };
}
async function newAccessToken(person: Person, scope: string, grantScope = scope) {
  const token = newToken("at");
  const { grantId } = await insertAccessToken(here.db, person, { secretHash: hashToken(token), scope, grantScope });
  return { token, grantId };
}
async function newSession(person: Person, workspaceId: string | null = person.workspaceId) {
  const token = newToken("ss");
  const { id } = await insertSession(here.db, person, { secretHash: hashToken(token), workspaceId });
  return { token, id };
}
const join = (workspaceId: string, userId: string, role: string) =>
  here.db.system.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)", [
    workspaceId,
    userId,
    role,
  ]);
const changeRole = ({ userId }: Person, role: string) =>
  here.db.system.query("UPDATE memberships SET role = $2 WHERE user_id = $1", [userId, role]);

describe("the principal of a credential", () => {
  test("an API key: its whole workspace, with every permission", async () => {
    const { workspaceId, id, token } = await newKey();
    const scopes = new Set([...SCOPES, MANAGE_WORKSPACE]);
    expect(await here.verify(token)).toEqual({ kind: "api_key", workspaceId, keyId: id, scopes });
  });

  test("an access token: scopes that were issued, are still granted, and that the user's role allows; never managing", async () => {
    const person = await insertPerson(here.db, "viewer");
    const asked = "products:read products:write feeds:read workspace:manage offline_access";
    const { token, grantId } = await newAccessToken(person, asked, "products:read products:write workspace:manage");
    const allowedByRole = new Set(SCOPES.filter((scope) => scope.endsWith(":read")));
    const may = { scopes: new Set(["products:read"]), allowedByRole };
    expect(await here.verify(token)).toEqual({ kind: "oauth", ...person, clientId: "client", grantId, ...may });
  });

  test("an expired access token: none, like an unknown one", async () => {
    const { token } = await newAccessToken(await insertPerson(here.db, "owner"), "products:read");
    await here.db.system.query(
      "UPDATE oauth_artifacts SET expires_at = now() - interval '1 second' WHERE id_hash = $1",
      [hashToken(token)],
    );
    expect(await here.verify(token)).toBeNull();
    expect(await here.verify(newToken("at"))).toBeNull();
  });

  test("a session: its user, with the permissions of the role", async () => {
    const person = await insertPerson(here.db, "admin");
    const { token, id } = await newSession(person);
    const scopes = new Set([...SCOPES, MANAGE_WORKSPACE]);
    expect(await here.verify(token)).toEqual({
      kind: "user",
      ...person,
      sessionId: id,
      scopes,
      authenticatedAt: expect.any(Date),
    });
  });

  test("a session without a workspace: a known user without permissions, until they join one", async () => {
    const person = await insertPerson(here.db);
    const { workspaceId } = await insertPerson(here.db);
    const { token } = await newSession(person, workspaceId);
    await expect(here.verify(token)).rejects.toMatchObject({ code: "forbidden" });
    await join(workspaceId, person.userId, "viewer");
    const principal = await eventually(async () => (await here.verify(token)) ?? undefined);
    expect(principal).toMatchObject({ kind: "user", workspaceId });
    await expect(here.verify((await newSession(person, null)).token)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a revocation", () => {
  test("that is announced is applied here immediately, and in other processes by the bus", async () => {
    const { id, token, revoke } = await newKey();
    expect(await there.verify(token)).not.toBeNull();
    expect(await here.verify(token)).not.toBeNull();
    const heard = Promise.withResolvers<void>();
    there.onRevoked([id], heard.resolve);
    await revoke();
    here.announce([id]);
    expect(await here.verify(token)).toBeNull();
    await heard.promise;
    expect(await there.verify(token)).toBeNull();
  });

  test.each([
    ["of a key", async () => newKey()],
    [
      "of a grant",
      async () => {
        const { token, grantId } = await newAccessToken(await insertPerson(here.db), "products:read");
        const revoke = () =>
          here.db.system.query("UPDATE oauth_grants SET revoked_at = now() WHERE id = $1", [grantId]);
        return { token, revoke };
      },
    ],
    [
      "of a session",
      async () => {
        const { token, id } = await newSession(await insertPerson(here.db));
        return {
          token,
          revoke: () => here.db.system.query("UPDATE sessions SET ended_at = now() WHERE id = $1", [id]),
        };
      },
    ],
  ])("%s that was not announced is applied within the limit by the journal", async (_title, arrange) => {
    const { token, revoke } = await arrange();
    expect(await there.verify(token)).not.toBeNull();
    await revoke();
    await eventually(async () => (await there.verify(token)) === null);
  });

  test("of a role removes its permissions from the user's sessions and apps", async () => {
    const person = await insertPerson(here.db, "editor");
    const { token } = await newAccessToken(person, "products:read products:write");
    expect((await there.verify(token))?.scopes).toEqual(new Set(["products:read", "products:write"]));
    await changeRole(person, "viewer");
    await eventually(async () => (await there.verify(token))?.scopes.size === 1);
    expect((await there.verify(token))?.scopes).toEqual(new Set(["products:read"]));
  });

  test("during a network outage is known on reconnect, before any cached result is trusted", async () => {
    const { token, revoke } = await newKey();
    const lonely = await another();
    await lonely.verify(token);
    await lonely.confirmed();
    expect(await lonely.verify(token)).not.toBeNull();
    await lonely.network.cut();
    await eventually(async () => !(await lonely.isConfirmed()));
    await revoke();
    await lonely.network.heal();
    await lonely.confirmed();
    await eventually(async () => (await lonely.verify(token)) === null);
  });
});

describe("a revocation listener", () => {
  test("is called by the journal only, and not after it is removed", async () => {
    const { id, revoke } = await newKey();
    const other = await newKey();
    const calls: string[] = [];
    there.onRevoked([id, "x"], () => calls.push("a"));
    const stop = there.onRevoked([id], () => calls.push("b"));
    there.onRevoked([other.id], () => calls.push("c"));
    stop();
    await revoke();
    await eventually(() => calls.length > 0);
    expect(calls).toEqual(["a"]);
  });

  test("is called even if another one fails", async () => {
    const { id } = await newKey();
    const heard: string[] = [];
    here.onRevoked([id], () => {
      throw new Error("a fault in the listener");
    });
    here.onRevoked([id], () => heard.push("b"));
    here.announce([id]);
    expect(heard[0]).toBe("b");
  });
});

test("announcing never throws, and delivers hundreds at once", async () => {
  const ids = Array.from({ length: 250 }, () => newId("key"));
  const heard = Promise.withResolvers<void>();
  there.onRevoked(ids.slice(-1), heard.resolve);
  here.announce(ids);
  await heard.promise;
  const closed = await another();
  await closed.close();
  expect(() => closed.announce(ids)).not.toThrow();
});

test("the first use of an API key is stored while the process runs", async () => {
  const { id, token } = await newKey();
  await here.verify(token);
  await eventually(async () => {
    const { rows } = await here.db.system.query("SELECT last_used_at FROM api_keys WHERE id = $1", [id]);
    return rows[0]?.last_used_at !== null;
  });
});

test("the last use of keys, apps and sessions is stored when the process stops, and never moves back", async () => {
  const person = await insertPerson(here.db);
  const key = await newKey();
  const app = await newAccessToken(person, "products:read");
  const session = await newSession(person);
  const process = await another();
  const before = new Date();
  for (const { token } of [key, app, session]) await process.verify(token);
  await process.close();
  const lastUses = await inSystem(here.db, async (client) => {
    const { rows } = await client.query(
      `SELECT last_used_at FROM api_keys WHERE id = $1 UNION ALL SELECT last_used_at FROM oauth_grants WHERE id = $2
       UNION ALL SELECT last_used_at FROM sessions WHERE id = $3`,
      [key.id, app.grantId, session.id],
    );
    return rows.map(({ last_used_at }) => last_used_at.getTime());
  });
  expect(lastUses).toHaveLength(3);
  for (const at of lastUses) expect(at).toBeGreaterThanOrEqual(before.getTime());
});
