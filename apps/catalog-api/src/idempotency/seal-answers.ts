import type { Keyring } from "@skucast/credentials/keyring";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import type { IdempotencyStore, IdempotentRequest } from "@skucast/http-kit/idempotency";

/**
 * Keeps answers sealed: one of them may hold a secret that is shown once, such as the signing secret of a new endpoint,
 * and no secret stands in plain in the database.
 */
export function sealAnswers(store: IdempotencyStore, keyring: Keyring): IdempotencyStore {
  return {
    begin: async (request) => {
      const begun = await store.begin(request);
      if (typeof begun === "string" || begun.replay.body === null) return begun;
      const body = openSecret(keyring, Buffer.from(begun.replay.body, "base64"), placeOf(request));
      return { replay: { ...begun.replay, body } };
    },
    finish: (request, answer) => {
      const { body } = answer;
      const sealed = body === null ? null : sealSecret(keyring, body, placeOf(request)).toString("base64");
      return store.finish(request, { ...answer, body: sealed });
    },
    abandon: (request) => store.abandon(request),
  };
}

const placeOf = ({ workspaceId, method, path, key }: IdempotentRequest): string =>
  `${workspaceId}/${method} ${path}/${key}`;
