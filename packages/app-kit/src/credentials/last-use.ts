import type { Principal } from "@skucast/contracts/principal";
import { touchLastUse } from "@skucast/db/credentials/touch-last-use";
import type { Database } from "@skucast/db/database";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, startLoop } from "@skucast/service-kit/loop";

/** Remembers when credentials are used, and writes it down once a minute, off the request path. */
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

  return {
    start: () => {
      loop ??= startLoop({ name: "last-use", intervalMs: INTERVAL_MS, logger, run: flush });
    },
    note: (principal) => {
      if (principal.kind === "api_key") set(noted.keys, principal.keyId, clock.now());
      if (principal.kind === "oauth") set(noted.grants, principal.grantId, clock.now());
      if (principal.kind === "user") set(noted.sessions, principal.sessionId, clock.now());
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
