import { touchOAuthClient } from "@skucast/db/oauth/clients";
import { touchGrant } from "@skucast/db/oauth/touch-grant";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { AuthContext } from "../context.js";
import { LIFETIMES, later } from "./lifetimes.js";

/**
 * Records that a client got tokens for a connection, which keeps its registration alive. It runs in the background; the
 * next use retries after a failure.
 */
export async function recordUse({ db, clock, logger }: AuthContext, { oidc }: KoaContextWithOIDC): Promise<void> {
  const now = clock.now();
  const clientId = oidc.client?.clientId;
  const grantId = oidc.entities.Grant?.jti;
  try {
    if (clientId !== undefined) await touchOAuthClient(db, clientId, now, later(now, LIFETIMES.idleClient));
    if (grantId !== undefined) await touchGrant(db, grantId, now);
  } catch (err) {
    logger.warn(
      { event: "oauth.use_lost", client_id: clientId, grant_id: grantId, err },
      "the use of a connection was not recorded",
    );
  }
}
