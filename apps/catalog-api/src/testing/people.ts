import { newId } from "@skucast/contracts/ids";
import type { Role } from "@skucast/contracts/roles";
import { SCOPES } from "@skucast/contracts/scopes";
import { hashToken, newToken } from "@skucast/credentials/token";
import type { Database } from "@skucast/db/database";
import { insertAccessToken, insertSession, type Person } from "@skucast/db/testing/insert-people";
import { sessionCookieName } from "@skucast/http-kit/session-cookie";

/** SKUCAST_PUBLIC_URL of the API in tests with signed-in users. */
export const PUBLIC_URL = "https://skucast.example";

/** The token or headers of a principal. */
export interface Credentials {
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A user with a browser session and a connected app that has every scope. */
export interface TestPerson extends Person {
  readonly session: Credentials;
  readonly app: Credentials;
  readonly grantId: string;
}

export async function signIn(db: Database, person: Person): Promise<TestPerson> {
  const secret = newToken("ss");
  const token = newToken("at");
  await insertSession(db, person, { secretHash: hashToken(secret) });
  const { grantId } = await insertAccessToken(db, person, { scope: SCOPES.join(" "), secretHash: hashToken(token) });
  const headers = { Cookie: `${sessionCookieName(true)}=${secret}`, Origin: PUBLIC_URL };
  return { ...person, grantId, session: { token: "", headers }, app: { token } };
}

interface NewMember {
  readonly workspaceId: string;
  readonly role: Role;
  /** The channels that the member is restricted to. */
  readonly channelIds?: readonly string[];
}

/** Adds a new signed-in member to a workspace. */
export async function addMember(db: Database, { workspaceId, role, channelIds }: NewMember): Promise<TestPerson> {
  const person = { workspaceId, userId: newId("usr") };
  const email = `${person.userId}@example.com`;
  await db.system.query("INSERT INTO users (id, email, password_hash) VALUES ($1, $2, '')", [person.userId, email]);
  await db.system.query("INSERT INTO memberships (workspace_id, user_id, role, channel_ids) VALUES ($1, $2, $3, $4)", [
    workspaceId,
    person.userId,
    role,
    channelIds ? JSON.stringify(channelIds) : null,
  ]);
  return signIn(db, person);
}
