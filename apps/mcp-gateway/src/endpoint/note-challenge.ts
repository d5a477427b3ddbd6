import type { Principal } from "@skucast/contracts/principal";
import type { Problem } from "@skucast/contracts/problem";
import { noteStepUp } from "@skucast/db/oauth/step-up";
import type { McpContext } from "../context.js";
import type { Message } from "./read-message.js";

/**
 * Notes for the authorization server that an app of an earlier revision was told to ask its user for more, before the app
 * can act on it. Without the note the app is refused all the same.
 */
export function challengeNoting({ catalog: { db, clock }, logger }: Pick<McpContext, "catalog" | "logger">) {
  return async function noteChallenge(
    principal: Principal,
    { headers }: Problem,
    messages: readonly Message[],
  ): Promise<void> {
    if (principal.kind !== "oauth" || !("WWW-Authenticate" in headers)) return;
    if (messages.every(({ era }) => era === "modern")) return;
    try {
      await noteStepUp(db, principal.grantId, clock.now());
    } catch (err) {
      logger.warn({ event: "mcp.challenge_not_noted", err }, "a challenge was not noted");
    }
  };
}
