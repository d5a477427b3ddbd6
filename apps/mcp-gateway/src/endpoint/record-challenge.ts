import type { Principal } from "@skucast/contracts/principal";
import type { Problem } from "@skucast/contracts/problem";
import { recordStepUp } from "@skucast/db/oauth/step-up";
import type { McpContext } from "../context.js";
import type { Message } from "./read-message.js";

/**
 * Records for the authorization server that an app of an earlier revision was challenged for more scopes, before the app can
 * react. If this fails, the app still gets its error.
 */
export function createChallengeRecorder({ catalog: { db, clock }, logger }: Pick<McpContext, "catalog" | "logger">) {
  return async function recordChallenge(
    principal: Principal,
    { headers }: Problem,
    messages: readonly Message[],
  ): Promise<void> {
    if (principal.kind !== "oauth" || !("WWW-Authenticate" in headers)) return;
    if (messages.every(({ era }) => era === "modern")) return;
    try {
      await recordStepUp(db, principal.grantId, clock.now());
    } catch (err) {
      logger.warn({ event: "mcp.challenge_not_noted", err }, "a challenge was not recorded");
    }
  };
}
