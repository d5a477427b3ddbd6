import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { createChangedSubjects } from "@skucast/credentials/changed-subjects";
import { presentMoment } from "@skucast/credentials/moment";
import { createTokenVerifier } from "@skucast/credentials/verify-token";
import type { Database } from "@skucast/db/database";
import type { Bus } from "@skucast/events/bus";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import type { Metrics } from "@skucast/service-kit/metrics";
import { findCredentialIn } from "./credentials/find-credential.js";
import { createLastUse } from "./credentials/last-use.js";
import { createRevocationFeed } from "./credentials/revocation-feed.js";
import { createRevocationListeners } from "./credentials/revocation-listeners.js";

/** Who may come in. One per process: what one app is told of a revocation, all of them know. */
export interface Credentials {
  /**
   * The principal of a bearer token or session secret; null when it does not exist, expired or was revoked. Throws 403
   * `forbidden` for a person who is signed in and in no workspace, 503 `unavailable` when nobody can tell just now.
   */
  verify(token: string): Promise<Principal | null>;
  /** Tells every process that these lost what they had; called after the commit. Never throws. */
  announce(subjects: readonly string[]): void;
  /**
   * Calls back when one of the subjects is revoked or changed (for open streams), perhaps twice for one change; answers
   * how to stop. What changed before is not told: subscribe first, verify then.
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
  /** Ends the loops and writes down what was last used; database and bus must still be open. */
  close(): Promise<void>;
}

const NO_WORKSPACE = "This credential is valid and in no workspace: choose or create one on the account page.";

/** Opens them. What runs in the background begins with the first use: a process that verifies nothing asks nothing. */
export function openCredentials(options: CredentialsOptions): OpenCredentials {
  const { db, clock, logger } = options;
  const changes = createChangedSubjects({ now: presentMoment });
  const listeners = createRevocationListeners(logger);
  const feed = createRevocationFeed({ ...options, changes, listeners, now: presentMoment });
  const verifyToken = createTokenVerifier({
    find: findCredentialIn(db),
    changes,
    freshness: feed.freshness,
    now: presentMoment,
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
        if (found.principal === null) throw new Problem("forbidden", NO_WORKSPACE);
        lastUse.note(found.principal);
        return found.principal;
      },
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
