import { oauthArtifactPlace } from "@skucast/credentials/oauth-artifact-place";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import { hashToken } from "@skucast/credentials/token";
import {
  type ArtifactKey,
  consumeArtifact,
  deleteArtifact,
  findArtifact,
  saveArtifact,
} from "@skucast/db/oauth/artifacts";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { AuthContext } from "../context.js";
import { currentReason } from "./current-reason.js";
import { endGrant } from "./end-grant.js";
import { later } from "./lifetimes.js";

/** What is used once alone, so that storing it again is no change but a second use. */
const UNIQUE_MODEL = "ReplayDetection";
/** What one request alone may end: a person's answer, of which one code is made. */
const ENDED_ONCE = "Interaction";

/**
 * Keeps a model of the provider in PostgreSQL, so that any replica knows it. A row stands by the SHA-256 of its id; the
 * payload is sealed and bound to that row, without the id in it.
 */
export function artifactAdapter(ctx: AuthContext, model: string): Adapter {
  const keyOf = (id: string): ArtifactKey => ({ model, idHash: hashToken(id) });
  const aadOf = ({ idHash }: ArtifactKey) => oauthArtifactPlace(model, idHash);

  return {
    upsert: async (id, { jti: _jti, ...payload }, expiresInSeconds = 0) => {
      const [key, now] = [keyOf(id), ctx.clock.now()];
      const artifact = {
        ...key,
        grantId: payload.grantId ?? null,
        scope: model === "AccessToken" ? (payload.scope ?? "") : null,
        sealed: sealSecret(ctx.keyring, JSON.stringify(payload), aadOf(key)),
        expiresAt: later(now, expiresInSeconds),
      };
      const isStored = await saveArtifact(ctx.db, artifact, { now, isNew: model === UNIQUE_MODEL });
      if (!isStored) throw new errors.InvalidClientAuth("client assertion tokens must only be used once");
    },
    find: async (id) => {
      const key = keyOf(id);
      const row = await findArtifact(ctx.db, key, ctx.clock.now());
      if (row === null) return undefined;
      const payload: AdapterPayload = JSON.parse(openSecret(ctx.keyring, row.sealed, aadOf(key)));
      const consumed = row.consumedAt === null ? {} : { consumed: Math.floor(row.consumedAt.getTime() / 1_000) };
      return { ...payload, jti: id, ...consumed };
    },
    consume: async (id) => {
      if (await consumeArtifact(ctx.db, keyOf(id), ctx.clock.now())) return;
      // Someone was faster between the look and the use: that is a second use, whoever came first.
      const grantId = await grantIdOf(id);
      if (grantId !== undefined) await endGrant(ctx, grantId, "replay");
      throw new errors.InvalidGrant("used at the same time by another request");
    },
    destroy: async (id) => {
      const isDeleted = await deleteArtifact(ctx.db, keyOf(id));
      // The provider ends a request before it makes the code: who comes second has read the same answer, and gets none.
      if (!isDeleted && model === ENDED_ONCE) throw new errors.SessionNotFound("the request was answered already");
    },
    revokeByGrantId: (grantId) => endGrant(ctx, grantId, currentReason()),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };

  async function grantIdOf(id: string): Promise<string | undefined> {
    const key = keyOf(id);
    const row = await findArtifact(ctx.db, key, ctx.clock.now());
    return row ? JSON.parse(openSecret(ctx.keyring, row.sealed, aadOf(key))).grantId : undefined;
  }
}
