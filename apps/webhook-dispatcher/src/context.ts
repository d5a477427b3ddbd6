import type { Resources } from "@skucast/app-kit/resources";
import type { WebhookDispatcherSettings } from "./config.js";

/** What a deployment may tune. */
export interface DispatcherLimits {
  /** An attempt ends at the latest after this: connection, request and answer together. */
  readonly attemptTimeoutMs: number;
  /** Attempts to one endpoint that this process has under way at once, at most. */
  readonly inFlightPerEndpointMax: number;
  /** Deliveries in hand at once: under way, and waiting for their endpoint. */
  readonly prefetch: number;
  /** Pause between two looks at what is due. */
  readonly pollIntervalMs: number;
}

/** Everything the dispatcher touches. What it holds is closed by whoever opened it. */
export interface DispatcherContext extends Resources {
  readonly limits: DispatcherLimits;
}

const POLL_INTERVAL_MS = 1_000;

export function createContext(
  settings: Pick<
    WebhookDispatcherSettings,
    "SKUCAST_WEBHOOK_TIMEOUT" | "SKUCAST_WEBHOOK_IN_FLIGHT" | "SKUCAST_WEBHOOK_PREFETCH"
  >,
  resources: Resources,
): DispatcherContext {
  return {
    ...resources,
    limits: {
      attemptTimeoutMs: settings.SKUCAST_WEBHOOK_TIMEOUT,
      inFlightPerEndpointMax: settings.SKUCAST_WEBHOOK_IN_FLIGHT,
      prefetch: settings.SKUCAST_WEBHOOK_PREFETCH,
      pollIntervalMs: POLL_INTERVAL_MS,
    },
  };
}
