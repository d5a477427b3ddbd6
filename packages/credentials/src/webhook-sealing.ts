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

/** What opens endpoints' signing keys: what was set, and after it those that whoever set nothing has sealed with. */
export const webhookPrivateKeys = (keyring: Keyring, text: string | undefined): PrivateKeys =>
  new Map([...(text === undefined ? [] : parsePrivateKeys(text)), ...derivePrivateKeys(keyring, PURPOSE)]);

/** What endpoints' signing keys are sealed with: the public key that was set, or one made from the keyring. */
export const webhookSealingKey = (keyring: Keyring, text: string | undefined): SealingKey =>
  text === undefined ? sealingKeyOf(derivePrivateKeys(keyring, PURPOSE)) : parseSealingKey(text);
