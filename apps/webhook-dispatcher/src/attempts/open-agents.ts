import type { TargetGuard } from "@skucast/targets/target-guard";
import { type Agent, errors } from "undici";
import { openAgent } from "./open-agent.js";
import { createReadBound } from "./read-bound.js";
import type { ClientIdentity } from "./request-extras.js";

/** HTTP clients: one for everybody, and one for each client certificate, since a connection belongs to who it was made as. */
export interface Agents {
  /** Throws ClientDestroyedError once they were ended: an attempt that was still being signed then is not sent. */
  of(identity: ClientIdentity | undefined): Agent;
  /** Ends all of them with what is under way. */
  destroy(): Promise<void>;
}

/** Identities with an open client of their own; the one unused longest gives way. */
const KEPT_MAX = 200;

export function openAgents(guard: TargetGuard, timeoutMs: number): Agents {
  const readBound = createReadBound();
  const options = { guard, timeoutMs, readBound };
  const shared = openAgent(options);
  const own = new Map<ClientIdentity, Agent>();
  let isEnded = false;
  return {
    of(identity) {
      if (isEnded) throw new errors.ClientDestroyedError();
      if (identity === undefined) return shared;
      const agent = own.get(identity) ?? openAgent(options, identity);
      own.delete(identity);
      own.set(identity, agent);
      for (const [oldest, unused] of own) {
        if (own.size <= KEPT_MAX) break;
        own.delete(oldest);
        // Waits for what is under way, for as long as an attempt may take; a failed end frees as much.
        unused.close().catch(() => {});
      }
      return agent;
    },
    async destroy() {
      isEnded = true;
      readBound.end();
      await Promise.all([shared, ...own.values()].map((agent) => agent.destroy()));
    },
  };
}
