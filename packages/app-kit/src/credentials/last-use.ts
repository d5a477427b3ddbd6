import type { Principal } from "@skucast/contracts/principal";
import { touchLastUse } from "@skucast/db/credentials/touch-last-use";
import type { Database } from "@skucast/db/database";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, startLoop } from "@skucast/service-kit/loop";

/**
 * Records when credentials are used and stores it in the background: once a minute, and immediately for credentials
 * that are new to this process, so that a working key is not shown as never used.
 */
export interface LastUse {
  start(): void;
  note(principal: Principal): void;
  /** Stores the pending uses. Does not fail if the database is unavailable, so that the process can stop. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 60_000;
/** Per kind. Uses of more credentials within a minute are not recorded. */
const PENDING_MAX = 50_000;

export function createLastUse({ db, clock, logger }: { db: Database; clock: Clock; logger: Logger }): LastUse {
  let pendingUses = emptyUses();
  const seen = new Set<string>();
  let loop: Loop | undefined;

  async function flush(): Promise<void> {
    const uses = pendingUses;
    pendingUses = emptyUses();
    try {
      await touchLastUse(db, uses);
    } catch (error) {
      for (const kind of ["keys", "grants", "sessions"] as const) {
        for (const [id, at] of uses[kind]) if (!pendingUses[kind].has(id)) set(pendingUses[kind], id, at);
      }
      throw error;
    }
  }

  function remember(uses: Map<string, Date>, id: string): void {
    set(uses, id, clock.now());
    if (seen.has(id)) return;
    if (seen.size >= PENDING_MAX) seen.clear();
    seen.add(id);
    loop?.wake();
  }

  return {
    start: () => {
      loop ??= startLoop({ name: "last-use", intervalMs: INTERVAL_MS, logger, run: flush });
    },
    note: (principal) => {
      if (principal.kind === "api_key") remember(pendingUses.keys, principal.keyId);
      if (principal.kind === "oauth") remember(pendingUses.grants, principal.grantId);
      if (principal.kind === "user") remember(pendingUses.sessions, principal.sessionId);
    },
    stop: async () => {
      await loop?.stop();
      await flush().catch((err: unknown) =>
        logger.warn({ event: "last_use.lost", err }, "the last uses could not be stored"),
      );
    },
  };
}

const emptyUses = () => ({
  keys: new Map<string, Date>(),
  grants: new Map<string, Date>(),
  sessions: new Map<string, Date>(),
});

function set(uses: Map<string, Date>, id: string, at: Date): void {
  if (uses.size < PENDING_MAX || uses.has(id)) uses.set(id, at);
}
