import type { AccountsContext } from "../accounts/accounts-context.js";

/** What the checks of domains need. */
export type DomainChecksContext = Pick<
  AccountsContext,
  "db" | "clock" | "keyring" | "logger" | "domainProofs" | "announce" | "hint" | "onMailQueued"
>;
