import { guardedConnector } from "@skucast/targets/guarded-connector";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { Agent, type buildConnector, type Dispatcher, Pool } from "undici";
import type { ReadLimit } from "./read-limit.js";
import type { ClientIdentity } from "./request-extras.js";

const KEEP_ALIVE_MS = 10_000;

export interface AgentOptions {
  readonly guard: TargetGuard;
  readonly timeoutMs: number;
  readonly readLimit: Pick<ReadLimit, "watch">;
}

/**
 * An HTTP client that connects only to targets that the guard allows, and keeps connections alive for further requests
 * to the same origin. With an identity, it presents that client certificate when the host requests one.
 */
export function openAgent({ guard, timeoutMs, readLimit }: AgentOptions, identity?: ClientIdentity): Agent {
  const tls = identity && { cert: identity.certificate, key: identity.privateKey };
  return new Agent({
    // Unlimited, because the endpoint limiters decide. With a limit per origin, a slow endpoint would delay the endpoints
    // of other workspaces at the same host.
    connections: null,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    factory: (origin, options): Dispatcher =>
      new Pool(origin, {
        ...(options as Pool.Options),
        connect: withReadLimit(readLimit, guardedConnector(guard, origin, { timeout: timeoutMs, ...tls })),
      }),
  });
}

const withReadLimit =
  (readLimit: AgentOptions["readLimit"], connect: buildConnector.connector): buildConnector.connector =>
  (target, callback) =>
    connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) return callback(error, null);
      readLimit.watch(socket);
      socket.on("error", (failure: Error) => addBytesRead(failure, socket));
      callback(null, socket);
    });

/** Adds to a system error what undici's own errors have: how much the connection had received. */
function addBytesRead(failure: Error, { bytesRead }: { readonly bytesRead: number }): void {
  Object.assign(failure, { socket: { bytesRead } });
}
