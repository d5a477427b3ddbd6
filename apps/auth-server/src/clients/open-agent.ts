import { rootCertificates } from "node:tls";
import { guardedConnector } from "@skucast/targets/guarded-connector";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { Agent, type Dispatcher, Pool } from "undici";

const TIMEOUT_MS = 2_500;
const CONNECTIONS_PER_ORIGIN = 4;

/**
 * An HTTP client for URLs that clients name. It connects only where the guard allows. `extraCa` is trusted in addition
 * to the usual authorities.
 */
export function openAgent(guard: TargetGuard, extraCa?: string): Agent {
  const tls = extraCa !== undefined && { ca: [...rootCertificates, extraCa] };
  return new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    factory: (origin, options): Dispatcher =>
      new Pool(origin, {
        ...(options as Pool.Options),
        connect: guardedConnector(guard, origin, { timeout: TIMEOUT_MS, ...tls }),
      }),
  });
}
