import { Problem } from "@skucast/contracts/problem";
import type { TransactionClient } from "@skucast/db/database";
import { type LockedFactors, replaceRecoveryCodes } from "@skucast/db/second-factor/second-factor";
import type { Request, Response } from "express";
import type { PageContext } from "../accounts/page-context.js";
import { afterCredentialChange, reportCredentialChange } from "../accounts/report-credential-change.js";
import { requestOrigin } from "../accounts/request-origin.js";
import { texts } from "../language/request-language.js";
import { recoveryCodesPage } from "../pages/recovery-codes-page.js";
import { sendPage } from "../pages/send-page.js";
import { changeFactors } from "../sessions/change-factors.js";
import { requireFactorSession } from "../sessions/require-factor-session.js";
import { checkSessionForm } from "../sessions/require-session.js";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-code.js";

const CODES_PATH = "/account/recovery-codes";

/** Replaces the recovery codes and shows the new ones once. */
export async function replaceOwnRecoveryCodes(ctx: PageContext, req: Request, res: Response): Promise<void> {
  const session = await requireFactorSession(ctx, req, res);
  if (session === null) return;
  checkSessionForm(ctx, req, session, CODES_PATH);
  const { userId, email: recipient, name } = session;
  const { codes, reported } = await changeFactors(ctx, session, async (client, { isTotpEnabled, passkeyCount }) => {
    if (!isTotpEnabled && passkeyCount === 0) throw new Problem("conflict", texts().problems.factorFirst);
    const now = ctx.clock.now();
    const change = { change: "recovery_codes_replaced", origin: requestOrigin(req, res), now } as const;
    return {
      codes: await storeNewCodes(client, userId, now),
      reported: await reportCredentialChange(ctx, client, { userId, recipient, name, ...change }),
    };
  });
  afterCredentialChange(ctx, reported);
  sendPage(res, { page: recoveryCodesPage({ codes, news: null }) });
}

/**
 * The first recovery codes of an account, in the transaction that adds a second factor. Null if it has some already: those
 * that the person stored keep working.
 */
export const firstRecoveryCodes = (
  client: TransactionClient,
  userId: string,
  { recoveryCodeCount }: LockedFactors,
  now: Date,
): Promise<readonly string[] | null> =>
  recoveryCodeCount > 0 ? Promise.resolve(null) : storeNewCodes(client, userId, now);

async function storeNewCodes(client: TransactionClient, userId: string, now: Date): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(userId, code));
  await replaceRecoveryCodes(client, userId, hashes, now);
  return codes;
}
