import { hash, hkdfSync } from "node:crypto";
import { aesGcmDecrypt, aesGcmEncrypt } from "@skucast/credentials/aes-gcm";
import type { Keyring } from "@skucast/credentials/keyring";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import type { IdempotencyStore, IdempotentRequest } from "@skucast/http-kit/idempotency";

/**
 * Keeps answers sealed: one of them may hold a secret that is shown once, such as the signing secret of a new endpoint.
 * The keyring alone does not open them, it takes the Idempotency-Key as well, and of that only a hash is stored: who has
 * database and keyring reads no answer whose key cannot be guessed.
 */
export function sealAnswers(store: IdempotencyStore, keyring: Keyring): IdempotencyStore {
  return {
    begin: async (request) => {
      const begun = await store.begin(withHashedKey(request));
      if (typeof begun === "string" || begun.replay.body === null) return begun;
      return { replay: { ...begun.replay, body: openAnswer(keyring, request, begun.replay.body) } };
    },
    finish: (request, answer) => {
      const body = answer.body === null ? null : sealAnswer(keyring, request, answer.body);
      return store.finish(withHashedKey(request), { ...answer, body });
    },
    abandon: (request) => store.abandon(withHashedKey(request)),
  };
}

/** A migration has hashed what earlier versions stored in the same way. */
const withHashedKey = (request: IdempotentRequest): IdempotentRequest => ({
  ...request,
  key: hash("sha256", placeOf(request), "hex"),
});

/** Earlier versions sealed the answer itself under the keyring; no answer in JSON begins like this. */
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

/** The key that only who presents the Idempotency-Key has (HKDF-SHA-256, RFC 5869), another one in each place. */
const keyFrom = (request: IdempotentRequest): Buffer =>
  Buffer.from(hkdfSync("sha256", request.key, placeOf(request), "skucast idempotency answer", 32));

const placeOf = ({ workspaceId, method, path, key }: IdempotentRequest): string =>
  `${workspaceId}/${method} ${path}/${key}`;
