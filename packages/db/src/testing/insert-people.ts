import { randomBytes } from "node:crypto";
import { newId } from "@skucast/contracts/ids";
import type { Role } from "@skucast/contracts/roles";
import type { Database } from "../database.js";

/** A person in a workspace of their own. */
export interface Person {
  readonly workspaceId: string;
  readonly userId: string;
}

export async function insertPerson({ system }: Database, role: Role = "owner"): Promise<Person> {
  const person = { workspaceId: newId("ws"), userId: newId("usr") };
  const { workspaceId, userId } = person;
  await system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Test')", [workspaceId]);
  await system.query("INSERT INTO users (id, email, password_hash) VALUES ($1, $2, '')", [userId, `${userId}@a.test`]);
  await system.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)", [
    workspaceId,
    userId,
    role,
  ]);
  return person;
}

interface NewToken {
  readonly scope?: string;
  readonly grantScope?: string;
  readonly secretHash?: Uint8Array;
}

/** A connected app of the person, with one access token. */
export async function insertAccessToken({ system }: Database, person: Person, token: NewToken = {}) {
  const { scope = "products:read", grantScope = scope, secretHash = randomBytes(32) } = token;
  const grantId = newId("grt");
  await system.query(
    `INSERT INTO oauth_grants
       (workspace_id, id, user_id, client_id, client_name, redirect_host, scope, created_at, expires_at)
     VALUES ($1, $2, $3, 'client', 'Client', 'a.test', $4, now(), now() + interval '1 year')`,
    [person.workspaceId, grantId, person.userId, grantScope],
  );
  await system.query(
    `INSERT INTO oauth_artifacts (model, id_hash, grant_id, scope, sealed, expires_at)
     VALUES ('AccessToken', $1, $2, $3, '', now() + interval '1 hour')`,
    [secretHash, grantId, scope],
  );
  return { grantId, secretHash };
}

/** A browser session of the person. Its current workspace is the person's by default. */
export async function insertSession(
  { system }: Database,
  person: Person,
  session: { readonly secretHash?: Uint8Array; readonly workspaceId?: string | null } = {},
) {
  const { secretHash = randomBytes(32), workspaceId = person.workspaceId } = session;
  const id = newId("ses");
  await system.query(
    `INSERT INTO sessions (id, secret_hash, user_id, current_workspace_id, created_at, last_used_at, expires_at)
     VALUES ($1, $2, $3, $4, now(), now() - interval '1 hour', now() + interval '1 hour')`,
    [id, secretHash, person.userId, workspaceId],
  );
  return { id, secretHash };
}
