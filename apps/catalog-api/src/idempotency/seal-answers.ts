import { hash, hkdfSync } from "node:crypto";
import { aesGcmDecrypt, aesGcmEncrypt } from "@skucast/credentials/aes-gcm";
import type { Keyring } from "@skucast/credentials/keyring";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import type { IdempotencyStore, IdempotentRequest } from "@skucast/http-kit/idempotency";

/**
 * Encrypts stored responses, because they may contain a secret that is shown once, such as the signing secret of a new
 * endpoint. Decryption needs the keyring and the Idempotency-Key, of which only a hash is stored. So access to database
 * and keyring is not enough, unless the key can be guessed.
 */
export function sealAnswers(store: IdempotencyStore, keyring: Keyring): IdempotencyStore {
  return {
    begin: async (request) => {
      const state = await store.begin(withHashedKey(request));
      if (typeof state === "string" || state.replay.body === null) return state;
      return { replay: { ...state.replay, body: openAnswer(keyring, request, state.replay.body) } };
    },
    finish: (request, answer) => {
      const body = answer.body === null ? null : sealAnswer(keyring, request, answer.body);
      return store.finish(withHashedKey(request), { ...answer, body });
    },
    abandon: (request) => store.abandon(withHashedKey(request)),
  };
}

/** A migration has hashed in this way the keys that earlier versions stored unhashed. */
const withHashedKey = (request: IdempotentRequest): IdempotentRequest => ({
  ...request,
  key: hash("sha256", placeOf(request), "hex"),
});

/** Marks responses that cannot be decrypted without the Idempotency-Key. Those of earlier versions are plain JSON. */
const LOCKED = "locked:";

function sealAnswer(keyring: Keyring, request: IdempotentRequest, body: string): string {
  const locked = aesGcmEncrypt(keyFrom(request), Buffer.from(body, "utf8"), placeOf(request));
  return sealSecret(keyring, LOCKED + locked.toString("base64"), placeOf(request)).toString("base64");
}

function openAnswer(keyring: Keyring, request: IdempotentRequest, sealed: string): string {
  const opened = openSecret(keyring, Buffer.from(sealed, "base64"), placeOf(request));
  if (!opened.startsWith(LOCKED)) return opened;
  const locked = Buffer.from(opened.slice(LOCKED.length), "base64");
  return aesGcmDecrypt(keyFrom(request), locked, placeOf(request)).toString("utf8");
}

/** Derives the encryption key from the Idempotency-Key (HKDF-SHA-256, RFC 5869); it differs per workspace and path. */
const keyFrom = (request: IdempotentRequest): Buffer =>
  Buffer.from(hkdfSync("sha256", request.key, placeOf(request), "skucast idempotency answer", 32));

const placeOf = ({ workspaceId, method, path, key }: IdempotentRequest): string =>
  `${workspaceId}/${method} ${path}/${key}`;
