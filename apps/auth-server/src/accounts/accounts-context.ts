import type { ChangeKind } from "@skucast/contracts/live/change-kinds";
import type { Keyring } from "@skucast/credentials/keyring";
import type { Database } from "@skucast/db/database";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import type { DomainProofs } from "@skucast/targets/domain-proofs";
import type { Dispatcher } from "undici";

/** What the account, session and page handlers need. */
export interface AccountsContext {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
  /** URL at which browsers reach the origin, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether browsers reach the origin over HTTPS. Cookies are then Secure and have a name prefix. */
  readonly isSecure: boolean;
  /** Who may create an account: anyone, or only people who were invited to a workspace. */
  readonly signUp: "open" | "invited";
  /** Whether mails reach people: sent by a mail server, kept in the outbox that the deployment shows, or not at all. */
  readonly mails: "sent" | "shown" | "none";
  /** Talks to identity providers of workspaces, only at hosts that the guard of tenants' targets allows. */
  readonly providers: Dispatcher;
  /** Reads what owners have published about their domains. */
  readonly domainProofs: DomainProofs;
  /** Called after a mail was queued and committed, so that it is sent at once. Never throws. */
  readonly onMailQueued: () => void;
  /** Notifies every process that these subjects were revoked. Called after the commit. */
  readonly announce: (subjects: readonly string[]) => void;
  /** Notifies open pages that objects of these kinds changed in a workspace. Called after the commit. Never throws. */
  readonly hint: (workspaceId: string, ...kinds: readonly ChangeKind[]) => void;
}
