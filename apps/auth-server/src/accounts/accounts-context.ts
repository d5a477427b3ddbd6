import type { ChangeKind } from "@skucast/contracts/live/change-kinds";
import type { Keyring } from "@skucast/credentials/keyring";
import type { Database } from "@skucast/db/database";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";

/** Everything that accounts, sessions and their pages touch. */
export interface AccountsContext {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Address at which browsers see the origin, without a slash at its end. */
  readonly publicUrl: string;
  /** Whether browsers reach the origin over https: cookies are then Secure and named with a prefix. */
  readonly isSecure: boolean;
  /** Who may open an account: anyone, or only who was invited to a workspace. */
  readonly signUp: "open" | "invited";
  /** Tells every process that these subjects lost what they had; called after the commit. */
  readonly announce: (subjects: readonly string[]) => void;
  /** Tells open pages that things of these kinds have changed in a workspace; called after the commit. Never throws. */
  readonly hint: (workspaceId: string, ...kinds: readonly ChangeKind[]) => void;
}
