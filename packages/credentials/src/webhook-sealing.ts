import type { Keyring } from "./keyring.js";
import {
  derivePrivateKeys,
  type PrivateKeys,
  parsePrivateKeys,
  parseSealingKey,
  type SealingKey,
  sealingKeyOf,
} from "./sealing-keys.js";

const PURPOSE = "webhook-keys";

/**
 * The private keys that open endpoints' signing keys: the configured ones, then the derived ones, which were used while
 * none was configured.
 */
export const webhookPrivateKeys = (keyring: Keyring, text: string | undefined): PrivateKeys =>
  new Map([...(text === undefined ? [] : parsePrivateKeys(text)), ...derivePrivateKeys(keyring, PURPOSE)]);

/** The public key that seals endpoints' signing keys: the configured one, or one derived from the keyring. */
export const webhookSealingKey = (keyring: Keyring, text: string | undefined): SealingKey =>
  text === undefined ? sealingKeyOf(derivePrivateKeys(keyring, PURPOSE)) : parseSealingKey(text);
