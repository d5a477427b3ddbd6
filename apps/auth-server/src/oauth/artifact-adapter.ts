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
import { currentEndReason } from "./current-end-reason.js";
import { endGrant } from "./end-grant.js";
import { later } from "./lifetimes.js";

/** Entries of this model may be used once. Storing one again is a second use, not a change. */
const SINGLE_USE_MODEL = "ReplayDetection";
/** Only one request may delete an entry of this model: one user decision produces one code. */
const DELETED_ONCE_MODEL = "Interaction";

/**
 * Stores a model of the provider in PostgreSQL for all replicas. The key is the SHA-256 of the id. The payload is
 * sealed and bound to its row, and does not contain the id.
 */
export function artifactAdapter(ctx: AuthContext, model: string): Adapter {
  const keyOf = (id: string): ArtifactKey => ({ model, idHash: hashToken(id) });
  const aadOf = ({ idHash }: ArtifactKey) => oauthArtifactPlace(model, idHash);

  return {
    upsert: async (id, { jti: _jti, ...payload }, expiresInSeconds = 0) => {
      const key = keyOf(id);
      const now = ctx.clock.now();
      const artifact = {
        ...key,
        grantId: payload.grantId ?? null,
        scope: model === "AccessToken" ? (payload.scope ?? "") : null,
        sealed: sealSecret(ctx.keyring, JSON.stringify(payload), aadOf(key)),
        expiresAt: later(now, expiresInSeconds),
      };
      const isStored = await saveArtifact(ctx.db, artifact, { now, isNew: model === SINGLE_USE_MODEL });
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
      // Another request used it between the read and the write. That is a second use, no matter which came first.
      const grantId = await grantIdOf(id);
      if (grantId !== undefined) await endGrant(ctx, grantId, "replay");
      throw new errors.InvalidGrant("used at the same time by another request");
    },
    destroy: async (id) => {
      const isDeleted = await deleteArtifact(ctx.db, keyOf(id));
      // The provider deletes the interaction before it creates the code. A concurrent request has read the same
      // decision and must not get a code.
      if (!isDeleted && model === DELETED_ONCE_MODEL)
        throw new errors.SessionNotFound("the request was already answered");
    },
    revokeByGrantId: (grantId) => endGrant(ctx, grantId, currentEndReason()),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };

  async function grantIdOf(id: string): Promise<string | undefined> {
    const key = keyOf(id);
    const row = await findArtifact(ctx.db, key, ctx.clock.now());
    return row ? JSON.parse(openSecret(ctx.keyring, row.sealed, aadOf(key))).grantId : undefined;
  }
}
