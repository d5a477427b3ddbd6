import { hashToken, tokenKind } from "@skucast/credentials/token";
import { takeStepUp } from "@skucast/db/oauth/step-up";
import type { AuthContext } from "../context.js";
import { LIFETIMES, later } from "./lifetimes.js";
import { OAuthRefusal } from "./refusal.js";

/**
 * Refuses the first refresh after a challenge for more scopes. Clients such as the TypeScript SDK 1 answer the challenge by a
 * refresh if they have a refresh token, which can never gain a scope, and give up; after an error that is not about the
 * token they ask the person. The refresh token stays good, and the next refresh is answered.
 */
export async function refuseForStepUp({ db, clock }: AuthContext, params: URLSearchParams): Promise<void> {
  const token = params.get("refresh_token") ?? "";
  if (tokenKind(token) !== "rt") return;
  if (!(await takeStepUp(db, hashToken(token), later(clock.now(), -LIFETIMES.stepUp)))) return;
  const sentence =
    "the app was told to ask the user for more: begin an authorization, or repeat this request to go on as before";
  throw new OAuthRefusal(400, "interaction_required", sentence);
}
