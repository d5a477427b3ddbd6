import { newId } from "@skucast/contracts/ids";
import type { Role } from "@skucast/contracts/roles";
import { sealSecret } from "@skucast/credentials/seal";
import { singleSignOnPlace } from "@skucast/credentials/single-sign-on-place";
import { type Browser, type BrowserPage, unescaped } from "./browser.js";
import type { AuthFixture, Person } from "./open-auth.js";

export const CLIENT_ID = "skucast";
export const CLIENT_SECRET = "the client's secret";

export interface SettingsOfTest {
  readonly issuer: string;
  readonly domain: string;
  readonly roleClaim?: string;
  readonly roleMapping?: readonly object[];
  readonly defaultRole?: Role | null;
  readonly isRequired?: boolean;
}

/** Sets up single sign-on for a domain that counts as proven, as the API does. */
export async function insertSingleSignOn(
  { superuser, accounts }: AuthFixture,
  workspaceId: string,
  { issuer, domain, ...more }: SettingsOfTest,
): Promise<void> {
  const sealed = sealSecret(accounts.keyring, CLIENT_SECRET, singleSignOnPlace(workspaceId));
  await superuser.query(
    `INSERT INTO single_sign_on (workspace_id, issuer, client_id, client_secret_sealed, role_claim, role_mapping,
       default_role, is_required, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(), now())`,
    [
      workspaceId,
      issuer,
      CLIENT_ID,
      sealed,
      more.roleClaim ?? null,
      JSON.stringify(more.roleMapping ?? []),
      more.defaultRole === undefined ? "viewer" : more.defaultRole,
      more.isRequired ?? false,
    ],
  );
  await superuser.query(
    "INSERT INTO workspace_domains (workspace_id, domain, token, verified_at, created_at) VALUES ($1, $2, 't', now(), now())",
    [workspaceId, domain],
  );
  await superuser.query("INSERT INTO single_sign_on_domains (workspace_id, domain) VALUES ($1, $2)", [
    workspaceId,
    domain,
  ]);
}

/** Submits the address and returns the page that leads to the provider. */
export const startAt = (browser: Browser, email: string, returnTo = ""): Promise<BrowserPage> =>
  browser.fill(`/sign-in/sso?return_to=${encodeURIComponent(returnTo)}`, { action: "/sign-in/sso", fields: { email } });

/** The provider's URL on the page that leads to it. */
export function authorizationUrlOn({ status, text }: BrowserPage): URL {
  const [, href] = /<a class="button" href="(https:[^"]+)" rel="noreferrer">/.exec(text) ?? [];
  if (status !== 200 || href === undefined) throw new Error(`no way to the provider, but ${status}: ${text}`);
  return new URL(unescaped(href));
}

/** Gives a person another address, as if they had confirmed it. */
export async function setEmail({ superuser }: AuthFixture, { userId }: Person, email: string): Promise<void> {
  await superuser.query("UPDATE users SET email = $2, email_verified_at = now() WHERE id = $1", [userId, email]);
}

/** A new account with an address, a member of one workspace; not signed in. */
export async function insertMember(
  { superuser }: AuthFixture,
  { workspaceId, email, role }: { readonly workspaceId: string; readonly email: string; readonly role: Role },
): Promise<string> {
  const userId = newId("usr");
  await superuser.query(
    "INSERT INTO users (id, email, name, password_hash, email_verified_at) VALUES ($1, $2, 'Bo', '', now())",
    [userId, email],
  );
  await superuser.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)", [
    workspaceId,
    userId,
    role,
  ]);
  return userId;
}
