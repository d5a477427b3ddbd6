import { faultsBelow } from "@skucast/contracts/faults";
import { mergePatch } from "@skucast/contracts/merge-patch";
import { validationFailed } from "@skucast/contracts/problem";
import type { SourceType } from "@skucast/contracts/sources/source";
import {
  AUTH_TYPES_OF,
  type ShownSourceAuth,
  type SourceAuth,
  type SourceAuthPatch,
  sourceAuthSchema,
} from "@skucast/contracts/sources/source-auth";
import type { Keyring } from "@skucast/credentials/keyring";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";

/** Identifies a source. */
interface Named {
  readonly workspaceId: string;
  readonly id: string;
}

const placeOf = ({ workspaceId, id }: Named): string => `${workspaceId}/${id}/auth`;

/** The columns of a login: its secret, sealed for this row, and our public key if it has one. */
export function sealLogin(keyring: Keyring, source: Named, auth: SourceAuth) {
  const sealed = (secret: string) => Uint8Array.from(sealSecret(keyring, secret, placeOf(source)));
  const columns = { authType: auth.type, authName: null, publicKey: null };
  switch (auth.type) {
    case "none":
      return { ...columns, authSealed: null };
    case "basic":
      return { ...columns, authName: auth.username, authSealed: sealed(auth.password) };
    case "bearer":
      return { ...columns, authSealed: sealed(auth.token) };
    case "header":
      return { ...columns, authName: auth.name, authSealed: sealed(auth.value) };
    case "password":
      return { ...columns, authSealed: sealed(auth.password) };
    case "public_key": {
      const { publicKey, privateKey } = newSshKeyPair(`skucast-${source.id}`);
      return { ...columns, publicKey, authSealed: sealed(privateKey) };
    }
  }
}

/** Decrypts a source's password, token, header value or private key; "" for no login. Discard it after the fetch. */
export const openLogin = (keyring: Keyring, source: Named & { readonly authSealed: Uint8Array | null }): string =>
  source.authSealed === null ? "" : openSecret(keyring, source.authSealed, placeOf(source));

/**
 * Applies a patch to a login; null if it changes nothing. A changed login needs its secret. A login by key keeps its key,
 * whose public part the host has installed.
 */
export function patchedLogin(
  type: SourceType,
  { public_key: _, ...before }: ShownSourceAuth,
  patch: SourceAuthPatch | undefined,
): SourceAuth | null {
  if (patch === undefined) return null;
  const isOther = patch.type !== undefined && patch.type !== before.type;
  const merged = mergePatch(isOther ? {} : before, patch);
  if (JSON.stringify(merged) === JSON.stringify(before)) return null;
  const parsed = sourceAuthSchema.safeParse(merged);
  if (!parsed.success) throw validationFailed(faultsBelow("/auth", parsed.error, sourceAuthSchema));
  const legal: readonly string[] = AUTH_TYPES_OF[type];
  if (legal.includes(parsed.data.type)) return parsed.data;
  const message = `must be ${legal.join(", ")} for type ${type}`;
  throw validationFailed([{ pointer: "/auth/type", code: "not_allowed", message }]);
}
