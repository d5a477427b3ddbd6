import type { DestinationCreate } from "@skucast/contracts/destinations/destination";
import { sealSecret } from "@skucast/credentials/seal";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";
import type { CatalogContext } from "../context.js";

/** The columns of a login: its secret sealed for this row, and our public key where it has one. */
export function sealAuth(
  { keyring }: CatalogContext,
  { workspaceId, id }: { workspaceId: string; id: string },
  auth: DestinationCreate["auth"],
): { authType: string; authSealed: Uint8Array<ArrayBuffer>; publicKey: string | null } {
  const place = `${workspaceId}/${id}/auth`;
  if (auth.type === "password") {
    const sealed = sealSecret(keyring, JSON.stringify({ type: "password", password: auth.password }), place);
    return { authType: auth.type, authSealed: Uint8Array.from(sealed), publicKey: null };
  }
  const pair = newSshKeyPair(`skucast-${id}`);
  const sealed = sealSecret(keyring, JSON.stringify({ type: "public_key", private_key: pair.privateKey }), place);
  return { authType: auth.type, authSealed: Uint8Array.from(sealed), publicKey: pair.publicKey };
}
