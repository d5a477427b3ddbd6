import type { Principal } from "@skucast/contracts/principal";
import { SCOPES } from "@skucast/contracts/scopes";
import type { FindCredential } from "@skucast/credentials/verify-token";
import { findApiKey } from "@skucast/db/api-keys/find-api-key";
import type { Database } from "@skucast/db/database";

const ALL_SCOPES: Principal["scopes"] = new Set(SCOPES);

/** Finds API keys, which hold every scope of their workspace. There are no OAuth tokens to be found yet. */
export const findCredentialIn =
  (db: Database): FindCredential =>
  async (secretHash, kind) => {
    if (kind !== "sk") return null;
    const key = await findApiKey(db, secretHash);
    return key && { kind: "api_key", workspaceId: key.workspaceId, keyId: key.id, scopes: ALL_SCOPES };
  };
