import { guardedConnector } from "@skucast/targets/guarded-connector";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { Agent, type Dispatcher, Pool } from "undici";
import type { ClientIdentity } from "./request-extras.js";

const KEEP_ALIVE_MS = 10_000;

/**
 * An HTTP client that connects only where the guard lets it. Keeps connections for the next request to the same origin.
 * With an identity it shows that certificate to whoever asks.
 */
export function openAgent(guard: TargetGuard, timeoutMs: number, identity?: ClientIdentity): Agent {
  const tls = identity && { cert: identity.certificate, key: identity.privateKey };
  return new Agent({
    // As many as the lanes let attempts begin: with fewer for an origin, those to a slow endpoint would hold up other
    // workspaces' endpoints at the same host.
    connections: null,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    factory: (origin, options): Dispatcher =>
      new Pool(origin, {
        ...(options as Pool.Options),
        connect: guardedConnector(guard, origin, { timeout: timeoutMs, ...tls }),
      }),
  });
}
