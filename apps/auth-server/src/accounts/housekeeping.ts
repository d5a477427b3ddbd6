import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { pruneAccounts } from "../sessions/prune-accounts.js";
import type { AccountsContext } from "./accounts-context.js";

const INTERVAL_MS = 600_000;

/** Forgets old attempts and sessions, now and every ten minutes. */
export const startAccountsHousekeeping = (ctx: AccountsContext): Loop =>
  startLoop({
    name: "accounts-housekeeping",
    intervalMs: INTERVAL_MS,
    logger: ctx.logger,
    run: () => pruneAccounts(ctx),
  });
