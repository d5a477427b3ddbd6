import type { Principal } from "@skucast/contracts/principal";
import { touchApiKeys } from "@skucast/db/api-keys/touch-api-keys";
import type { Database } from "@skucast/db/database";
import type { Clock } from "@skucast/service-kit/clock";

/** Remembers when keys are used and writes it down now and then, off the request path. */
export interface KeyUse {
  note(principal: Principal): void;
  /** Writes what was noted since the last time; what could not be written stays noted. */
  flush(): Promise<void>;
}

export function createKeyUse(db: Database, clock: Clock): KeyUse {
  let uses = new Map<string, Date>();
  return {
    note(principal) {
      if (principal.kind === "api_key") uses.set(principal.keyId, clock.now());
    },
    async flush() {
      if (uses.size === 0) return;
      const noted = uses;
      uses = new Map();
      try {
        await touchApiKeys(db, noted);
      } catch (error) {
        uses = new Map([...noted, ...uses]);
        throw error;
      }
    },
  };
}
