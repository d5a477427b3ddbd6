import type { DestinationAuth } from "@skucast/contracts/destinations/destination";
import type { WebhookHeader } from "@skucast/contracts/webhook-endpoints/request-options";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";
import { loginSchema as httpsLoginSchema } from "@skucast/partners/https/https-options";
import { parseLogin } from "@skucast/sftp/login";
import type { CatalogContext } from "../context.js";

/** Identifies a destination. */
interface Named {
  readonly workspaceId: string;
  readonly id: string;
}

/** The context that a sealed login is bound to: a value from one row or column cannot be decrypted in another. */
export const placeOf = ({ workspaceId, id }: Named, column: "auth" | "next_auth"): string =>
  `${workspaceId}/${id}/${column}`;

/**
 * The columns of a login: its secret, sealed for this row, and our public key if it has one. An unconfirmed next key of the
 * former login is deleted.
 */
export function sealAuth(
  { keyring }: CatalogContext,
  destination: Named,
  auth: DestinationAuth,
  headers: readonly WebhookHeader[] = [],
) {
  const noNextKey = { nextAuthSealed: null, nextPublicKey: null };
  if (auth.type !== "public_key") {
    const text = JSON.stringify({ ...auth, ...(headers.length > 0 && { headers }) });
    const sealed = sealSecret(keyring, text, placeOf(destination, "auth"));
    return {
      authType: auth.type,
      authSealed: Uint8Array.from(sealed),
      publicKey: null,
      hasPassword: auth.type !== "none" || headers.length > 0,
      ...noNextKey,
    };
  }
  const { password } = auth;
  const { publicKey, sealed } = sealNewKey(keyring, destination, { column: "auth", password });
  return { authType: auth.type, authSealed: sealed, publicKey, hasPassword: password !== undefined, ...noNextKey };
}

/** The login of a destination of type https or acp, with its headers. Discard it after the change. */
export function openHttpsLogin({ keyring }: CatalogContext, row: Named & { readonly authSealed: Uint8Array }) {
  return httpsLoginSchema.parse(JSON.parse(openSecret(keyring, row.authSealed, placeOf(row, "auth"))));
}

/** The columns of a login by key with another password and the same key. */
export function resealPassword(
  { keyring }: CatalogContext,
  row: Named & { readonly authSealed: Uint8Array },
  password: string | undefined,
) {
  const place = placeOf(row, "auth");
  const login = { ...parseLogin(openSecret(keyring, row.authSealed, place), null), password };
  const sealed = sealSecret(keyring, JSON.stringify(login), place);
  return { authSealed: Uint8Array.from(sealed), hasPassword: password !== undefined };
}

interface NewKey {
  readonly column: "auth" | "next_auth";
  /** A password that the host requires in addition to the key. */
  readonly password?: string | undefined;
}

/** Creates a key pair and seals its private key for the column. */
export function sealNewKey(keyring: CatalogContext["keyring"], destination: Named, { column, password }: NewKey) {
  const pair = newSshKeyPair(`skucast-${destination.id}`);
  const text = JSON.stringify({ type: "public_key", private_key: pair.privateKey, password });
  return {
    publicKey: pair.publicKey,
    sealed: Uint8Array.from(sealSecret(keyring, text, placeOf(destination, column))),
  };
}
