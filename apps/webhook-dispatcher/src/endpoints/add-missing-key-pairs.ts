import { sealSecret } from "@skucast/credentials/seal";
import { sealingKeyOf } from "@skucast/credentials/sealing-keys";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import type { DispatcherContext } from "../context.js";

const ENDPOINTS_MAX = 100;

const FIND = `
  SELECT workspace_id, id FROM webhook_endpoints WHERE private_key_sealed IS NULL
  ORDER BY workspace_id, id LIMIT ${ENDPOINTS_MAX}`;

const ADD = `
  UPDATE webhook_endpoints SET private_key_sealed = $3, public_key = $4, version = version + 1, updated_at = $5
  WHERE workspace_id = $1 AND id = $2 AND private_key_sealed IS NULL`;

/**
 * Creates key pairs for endpoints that have none because an earlier version created them. Any number of dispatchers may
 * call it concurrently; the first pair wins. Returns `more` if more endpoints may lack one.
 */
export async function addMissingKeyPairs({
  db,
  keyring,
  clock,
}: Pick<DispatcherContext, "db" | "keyring" | "clock">): Promise<"more" | "idle"> {
  const { rows } = await db.system.query<{ workspace_id: string; id: string }>(FIND);
  const sealer = sealingKeyOf(keyring.privateKeys);
  for (const { workspace_id: workspaceId, id: endpointId } of rows) {
    const { privateKey, publicKey } = newWebhookKeyPair();
    const sealed = sealSecret(sealer, privateKey, webhookKeyPlace("key_pair", { workspaceId, endpointId }));
    await db.system.query(ADD, [workspaceId, endpointId, sealed, publicKey, clock.now()]);
  }
  return rows.length === ENDPOINTS_MAX ? "more" : "idle";
}
