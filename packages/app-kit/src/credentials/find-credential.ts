import { PERMISSIONS_OF_ROLE } from "@skucast/contracts/roles";
import {
  KEY_PERMISSIONS,
  MANAGE_WORKSPACE,
  type Permission,
  permissionsOfKey,
  SCOPES,
} from "@skucast/contracts/scopes";
import type { FindCredential, Found, Source } from "@skucast/credentials/verify-token";
import { type AccessTokenRow, findAccessToken } from "@skucast/db/credentials/find-access-token";
import { findApiKey } from "@skucast/db/credentials/find-api-key";
import { findCanary } from "@skucast/db/credentials/find-canary";
import { findSession } from "@skucast/db/credentials/find-session";
import type { Database } from "@skucast/db/database";

type Find = (db: Database, secretHash: Buffer, source: Source) => Promise<Found | null>;

const FIND = {
  sk: findKey,
  at: findToken,
  ss: findPerson,
  cn: findOwnCanary,
} as const satisfies Record<Parameters<FindCredential>[1], Find>;

/** Finds credentials of every kind in the database, with their principals. */
export const findCredentialIn =
  (db: Database): FindCredential =>
  (secretHash, kind, source) =>
    FIND[kind](db, secretHash, source);

/** An API key covers its whole workspace unless it was created with restrictions. */
async function findKey(...args: Parameters<Find>): Promise<Found | null> {
  const key = await findApiKey(...args);
  if (key === null) return null;
  const { workspaceId, id: keyId, scopes, expiresAt, channelIds, hasManagementEnded } = key;
  const limits = { ...(expiresAt && { expiresAt }), ...(channelIds && { channelIds }) };
  const named = scopes === null ? null : permissionsIn(scopes);
  const held = new Set(permissionsOfKey(named, channelIds !== null));
  if (hasManagementEnded) held.delete(MANAGE_WORKSPACE);
  const principal = { kind: "api_key", workspaceId, keyId, scopes: held, ...limits, ...deletion(key) } as const;
  return { principal, subjects: [keyId], expiresAt };
}

function permissionsIn(scopes: string): readonly Permission[] {
  const named = new Set(scopes.split(" "));
  return KEY_PERMISSIONS.filter((each) => named.has(each));
}

async function findToken(...args: Parameters<Find>): Promise<Found | null> {
  const token = await findAccessToken(...args);
  if (token === null) return null;
  const { workspaceId, userId, clientId, grantId, expiresAt } = token;
  const subjects = [grantId, membershipOf(workspaceId, userId)];
  if (token.lacksSecondFactor) return { principal: null, refusal: "second_factor_required", subjects, expiresAt };
  const may = { scopes: scopesOf(token), allowedByRole: PERMISSIONS_OF_ROLE[token.role] };
  const principal = { kind: "oauth", workspaceId, userId, clientId, grantId, ...may, ...deletion(token) } as const;
  return { principal, subjects, expiresAt };
}

/**
 * The scopes that were issued, are still granted, and that the user's role allows. Managing the workspace is never
 * granted to an app.
 */
function scopesOf({ scope, grantScope, role }: AccessTokenRow): ReadonlySet<Permission> {
  const issued = new Set(scope.split(" "));
  const granted = new Set(grantScope.split(" "));
  const allowed = PERMISSIONS_OF_ROLE[role];
  return new Set(SCOPES.filter((each) => issued.has(each) && granted.has(each) && allowed.has(each)));
}

async function findPerson(...args: Parameters<Find>): Promise<Found | null> {
  const session = await findSession(...args);
  if (session === null) return null;
  const { id: sessionId, userId, workspaceId, role, expiresAt } = session;
  if (workspaceId === null) return { principal: null, subjects: [sessionId], expiresAt };
  const subjects = [sessionId, membershipOf(workspaceId, userId)];
  if (role === null) return { principal: null, subjects, expiresAt };
  if (session.lacksSingleSignOn) return { principal: null, refusal: "single_sign_on_required", subjects, expiresAt };
  if (session.lacksSecondFactor) return { principal: null, refusal: "second_factor_required", subjects, expiresAt };
  const scopes = PERMISSIONS_OF_ROLE[role];
  const { authenticatedAt } = session;
  const principal = {
    kind: "user",
    workspaceId,
    userId,
    sessionId,
    scopes,
    authenticatedAt,
    ...deletion(session),
  } as const;
  return { principal, subjects, expiresAt };
}

async function findOwnCanary(...args: Parameters<Find>): Promise<Found | null> {
  const id = await findCanary(...args);
  return id === null ? null : { principal: null, subjects: [id], expiresAt: null };
}

/** When the workspace is deleted, if it is. */
const deletion = ({ deletesAt }: { readonly deletesAt: Date | null }) => (deletesAt === null ? {} : { deletesAt });

/** The subject of a membership in the journal. */
const membershipOf = (workspaceId: string, userId: string): string => `${workspaceId}:${userId}`;
