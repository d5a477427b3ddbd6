import { startLoop } from "@skucast/service-kit/loop";
import type { ImporterContext } from "../context.js";
import { type LeasedImport, LeaseLost } from "./import-work.js";

export interface Lease {
  /** Aborts with LeaseLost when the import is no longer ours, or may no longer be. */
  readonly signal: AbortSignal;
  /** Throws LeaseLost when that is so, also when this process was held still and no timer has told it yet. */
  check(): void;
  /** Ends the renewing. */
  stop(): Promise<void>;
}

const RENEW = `
  UPDATE imports SET lease_until = now() + $4 * interval '1 millisecond'
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** Nobody's any more: a renewal that is under way must not bring the lease back. */
const GIVE_BACK = `
  UPDATE imports SET lease_until = now() - interval '1 second', lease_owner = NULL
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** So much of a lease may pass by this machine's own clock before it counts as lost. */
const TRUSTED = 0.9;

/** Renews the lease three times in its length, for as long as the work goes on. */
export function keepLease({ db, settings, logger }: ImporterContext, work: LeasedImport): Lease {
  const lost = new AbortController();
  let renewedAtMs = performance.now();
  const check = () => {
    if (performance.now() - renewedAtMs > settings.leaseMs * TRUSTED) lost.abort(new LeaseLost());
    lost.signal.throwIfAborted();
  };
  const loop = startLoop({
    name: "import lease",
    intervalMs: settings.leaseMs / 3,
    retryMs: () => settings.leaseMs / 6,
    logger,
    run: async () => {
      const askedAtMs = performance.now();
      const { rowCount } = await db.system.query(RENEW, [work.workspaceId, work.id, work.owner, settings.leaseMs]);
      if (rowCount === 0) lost.abort(new LeaseLost());
      else renewedAtMs = askedAtMs;
    },
  });
  return { signal: lost.signal, check, stop: () => loop.stop() };
}

/** Lets another importer take the import up at once. */
export async function giveBack({ db }: ImporterContext, work: LeasedImport): Promise<void> {
  await db.system.query(GIVE_BACK, [work.workspaceId, work.id, work.owner]);
}
