import type { TargetGuard } from "@skucast/targets/target-guard";
import { type Agent, errors } from "undici";
import { openAgent } from "./open-agent.js";
import { createReadLimit } from "./read-limit.js";
import type { ClientIdentity } from "./request-extras.js";

/** HTTP clients: a shared one, and one for each client certificate, because a connection belongs to its certificate. */
export interface Agents {
  /** Throws ClientDestroyedError after `destroy`, so that an attempt that was still being signed is not sent. */
  of(identity: ClientIdentity | undefined): Agent;
  /** Closes all of them and cuts off their requests. */
  destroy(): Promise<void>;
}

/** Clients for identities that stay open. The least recently used one is closed first. */
const KEPT_MAX = 200;

export function openAgents(guard: TargetGuard, timeoutMs: number): Agents {
  const readLimit = createReadLimit();
  const options = { guard, timeoutMs, readLimit };
  const shared = openAgent(options);
  const own = new Map<ClientIdentity, Agent>();
  let isDestroyed = false;
  return {
    of(identity) {
      if (isDestroyed) throw new errors.ClientDestroyedError();
      if (identity === undefined) return shared;
      const agent = own.get(identity) ?? openAgent(options, identity);
      own.delete(identity);
      own.set(identity, agent);
      for (const [oldest, unused] of own) {
        if (own.size <= KEPT_MAX) break;
        own.delete(oldest);
        // Waits for requests in flight, at most for the timeout of an attempt. A failed close frees the client as well.
        unused.close().catch(() => {});
      }
      return agent;
    },
    async destroy() {
      isDestroyed = true;
      readLimit.end();
      await Promise.all([shared, ...own.values()].map((agent) => agent.destroy()));
    },
  };
}
