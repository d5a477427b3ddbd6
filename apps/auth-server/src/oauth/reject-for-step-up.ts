import { hashToken, tokenKind } from "@skucast/credentials/token";
import { consumeStepUp } from "@skucast/db/oauth/step-up";
import type { AuthContext } from "../context.js";
import { LIFETIMES, later } from "./lifetimes.js";
import { OAuthError } from "./oauth-error.js";

/**
 * Rejects the first refresh after a challenge for more scopes. Clients such as the TypeScript SDK 1 react to the
 * challenge with a refresh, which can never gain a scope, and then give up. After an error that is not about the token
 * they prompt the user. The refresh token stays valid, and the next refresh succeeds.
 */
export async function rejectForStepUp({ db, clock }: AuthContext, params: URLSearchParams): Promise<void> {
  const token = params.get("refresh_token") ?? "";
  if (tokenKind(token) !== "rt") return;
  if (!(await consumeStepUp(db, hashToken(token), later(clock.now(), -LIFETIMES.stepUp)))) return;
  const sentence =
    "this app must request more scopes from the user: start an authorization, or repeat this request to keep the current scopes";
  throw new OAuthError(400, "interaction_required", sentence);
}
