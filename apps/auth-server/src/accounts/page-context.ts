import type { PasswordHasherPool } from "@skucast/credentials/password-hasher-pool";
import type { AccountsContext } from "./accounts-context.js";

/** What form handlers need: the accounts context and the pool that hashes passwords. */
export interface PageContext extends AccountsContext {
  readonly passwords: PasswordHasherPool;
}
