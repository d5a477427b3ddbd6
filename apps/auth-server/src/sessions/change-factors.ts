import { Problem } from "@skucast/contracts/problem";
import { inSystem, type TransactionClient } from "@skucast/db/database";
import { type LockedFactors, lockSecondFactor } from "@skucast/db/second-factor/second-factor";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { texts } from "../language/request-language.js";
import type { CurrentSession } from "./current-session.js";
import { mayChangeFactors } from "./require-factor-session.js";

/**
 * Changes the second factors or recovery codes of a person in one transaction, after any other such change. Throws conflict
 * if the session may no longer do that: it ended, or the account got a factor meanwhile that the session has not passed.
 */
export const changeFactors = <T>(
  ctx: AccountsContext,
  { id: sessionId, userId }: CurrentSession,
  work: (client: TransactionClient, factors: LockedFactors) => Promise<T>,
): Promise<T> =>
  inSystem(ctx.db, async (client) => {
    const factors = await lockSecondFactor(client, { userId, sessionId });
    if (factors === null || !mayChangeFactors(ctx, factors, factors.hasPassed)) {
      throw new Problem("conflict", texts().problems.factorsChanged);
    }
    return work(client, factors);
  });
