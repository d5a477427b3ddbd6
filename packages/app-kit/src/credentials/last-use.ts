import type { Principal } from "@skucast/contracts/principal";
import { touchLastUse } from "@skucast/db/credentials/touch-last-use";
import type { Database } from "@skucast/db/database";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, startLoop } from "@skucast/service-kit/loop";

/**
 * Remembers when credentials are used, and writes it down off the request path: once a minute, and at once what this process
 * had not seen, so that nobody reads "never used" of a key that works.
 */
export interface LastUse {
  start(): void;
  note(principal: Principal): void;
  /** Writes what is noted; without its database the process must still end well. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 60_000;
/** Of each kind; uses of more credentials than these within a minute are not noted. */
const NOTED_MAX = 50_000;

export function createLastUse({ db, clock, logger }: { db: Database; clock: Clock; logger: Logger }): LastUse {
  let noted = nothing();
  const seen = new Set<string>();
  let loop: Loop | undefined;

  async function flush(): Promise<void> {
    const uses = noted;
    noted = nothing();
    try {
      await touchLastUse(db, uses);
    } catch (error) {
      for (const kind of ["keys", "grants", "sessions"] as const) {
        for (const [id, at] of uses[kind]) if (!noted[kind].has(id)) set(noted[kind], id, at);
      }
      throw error;
    }
  }

  function remember(uses: Map<string, Date>, id: string): void {
    set(uses, id, clock.now());
    if (seen.has(id)) return;
    if (seen.size >= NOTED_MAX) seen.clear();
    seen.add(id);
    loop?.wake();
  }

  return {
    start: () => {
      loop ??= startLoop({ name: "last-use", intervalMs: INTERVAL_MS, logger, run: flush });
    },
    note: (principal) => {
      if (principal.kind === "api_key") remember(noted.keys, principal.keyId);
      if (principal.kind === "oauth") remember(noted.grants, principal.grantId);
      if (principal.kind === "user") remember(noted.sessions, principal.sessionId);
    },
    stop: async () => {
      await loop?.stop();
      await flush().catch((err: unknown) => logger.warn({ event: "last_use.lost", err }, "last uses are lost"));
    },
  };
}

const nothing = () => ({
  keys: new Map<string, Date>(),
  grants: new Map<string, Date>(),
  sessions: new Map<string, Date>(),
});

function set(uses: Map<string, Date>, id: string, at: Date): void {
  if (uses.size < NOTED_MAX || uses.has(id)) uses.set(id, at);
}
