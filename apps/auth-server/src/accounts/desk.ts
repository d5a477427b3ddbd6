import type { PasswordDesk } from "@skucast/credentials/password-desk";
import type { AccountsContext } from "./accounts-context.js";

/** What the handlers of forms touch: the app's context, and the one place where passwords are hashed, few at once. */
export interface Desk extends AccountsContext {
  readonly passwords: PasswordDesk;
}
