import { startLoop } from "@skucast/service-kit/loop";
import type { ExporterContext } from "../context.js";
import { type ClaimedRun, LeaseLost } from "./run-work.js";

export interface Lease {
  /** Aborts with LeaseLost when the run is no longer ours, or may no longer be. */
  readonly signal: AbortSignal;
  /** Ends the renewing. */
  stop(): Promise<void>;
}

const RENEW = `
  UPDATE runs SET lease_until = now() + $4 * interval '1 millisecond'
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** Nobody's any more: a renewal that is under way must not bring the lease back. */
const GIVE_BACK = `
  UPDATE runs SET lease_until = now() - interval '1 second', lease_owner = NULL, claim_count = greatest(0, claim_count - 1)
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** Renews the lease three times in its length, for as long as the work goes on. */
export function keepLease({ db, settings, logger }: ExporterContext, run: ClaimedRun): Lease {
  const lost = new AbortController();
  let renewedAtMs = performance.now();
  const loop = startLoop({
    name: "run lease",
    intervalMs: settings.leaseMs / 3,
    retryMs: () => settings.leaseMs / 6,
    logger,
    run: async () => {
      // Counted on this machine's own clock: a database that cannot be reached must not keep two exporters at work.
      if (performance.now() - renewedAtMs > settings.leaseMs * 0.9) lost.abort(new LeaseLost());
      const { rowCount } = await db.system.query(RENEW, [run.workspaceId, run.id, run.owner, settings.leaseMs]);
      if (rowCount === 0) lost.abort(new LeaseLost());
      else renewedAtMs = performance.now();
    },
  });
  return { signal: lost.signal, stop: () => loop.stop() };
}

const SET_ASIDE = `
  UPDATE runs SET lease_until = now() + $4 * interval '1 millisecond', lease_owner = NULL
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3`;

/** Lets an exporter take the run up after a while; it counts as a claim. */
export async function setAside({ db }: ExporterContext, run: ClaimedRun, pauseMs: number): Promise<void> {
  await db.system.query(SET_ASIDE, [run.workspaceId, run.id, run.owner, pauseMs]);
}

/** Lets another exporter take the run up at once. */
export async function giveBack({ db }: ExporterContext, run: ClaimedRun): Promise<void> {
  await db.system.query(GIVE_BACK, [run.workspaceId, run.id, run.owner]);
}
