import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { createChangedSubjects } from "@skucast/credentials/changed-subjects";
import { readClocks } from "@skucast/credentials/clock-readings";
import { createTokenVerifier, type Found } from "@skucast/credentials/verify-token";
import type { Database } from "@skucast/db/database";
import type { Bus } from "@skucast/events/bus";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import { explainRejection } from "./credentials/explain-rejection.js";
import { findCredentialIn } from "./credentials/find-credential.js";
import { createLastUse } from "./credentials/last-use.js";
import { createRevocationFeed } from "./credentials/revocation-feed.js";
import { createRevocationListeners } from "./credentials/revocation-listeners.js";

/** Verifies credentials. One per process, so that all its apps share what is known about revocations. */
export interface Credentials {
  /**
   * Returns the principal of a bearer token or session secret; null if it is unknown, expired or revoked. Throws 403
   * `forbidden` for a signed-in user without a workspace, 503 `unavailable` if it cannot be verified now.
   */
  verify(token: string): Promise<Principal | null>;
  /**
   * What to tell the sender of a token that `verify` did not accept: when its API key expired or was revoked, and what
   * to do. Undefined if the token is not that of such a key.
   */
  explainRejection(token: string): Promise<string | undefined>;
  /** Notifies every process that these subjects were revoked. Called after the commit. Never throws. */
  announce(subjects: readonly string[]): void;
  /**
   * Calls back when one of the subjects is revoked or changed (for open streams), possibly twice for one change.
   * Returns a function that unsubscribes. Earlier changes are not reported, so subscribe first and then verify.
   */
  onRevoked(subjects: readonly string[], revoked: () => void): () => void;
}

export interface CredentialsOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly region: string;
}

export interface OpenCredentials {
  readonly credentials: Credentials;
  /** Stops the background loops and stores the last uses. Database and bus must still be open. */
  close(): Promise<void>;
}

const NO_WORKSPACE = "This credential is valid but has no workspace. Choose or create one on the account page.";

const REFUSALS = {
  second_factor_required:
    "The workspace requires a second factor. Add an authenticator app or a passkey on the account page, or sign in again with it.",
  single_sign_on_required:
    "The workspace requires single sign-on. Continue with single sign-on at /sign-in/sso, or switch to another workspace on the account page.",
} as const satisfies Record<NonNullable<Found["refusal"]>, string>;

/**
 * Opens the credentials. The background loops start with the first use, so a process that verifies nothing runs no
 * queries.
 */
export function openCredentials(options: CredentialsOptions): OpenCredentials {
  const { db, clock, logger } = options;
  const changes = createChangedSubjects({ now: readClocks });
  const listeners = createRevocationListeners(logger);
  const feed = createRevocationFeed({ ...options, changes, listeners, now: readClocks });
  const verifyToken = createTokenVerifier({
    find: findCredentialIn(db),
    changes,
    freshness: feed.freshness,
    now: readClocks,
  });
  const lastUse = createLastUse({ db, clock, logger });
  const begin = () => {
    feed.start();
    lastUse.start();
  };
  return {
    credentials: {
      verify: async (token) => {
        begin();
        const found = await verifyToken(token);
        if (found === null) return null;
        if (found.refusal !== undefined) throw new Problem(found.refusal, REFUSALS[found.refusal]);
        if (found.principal === null) throw new Problem("forbidden", NO_WORKSPACE);
        lastUse.note(found.principal);
        return found.principal;
      },
      explainRejection: (token) => explainRejection(db, token),
      announce: feed.announce,
      onRevoked: (subjects, revoked) => {
        begin();
        return listeners.add(subjects, revoked);
      },
    },
    close: async () => {
      await feed.stop();
      await lastUse.stop();
    },
  };
}
