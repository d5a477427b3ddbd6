import { guardedConnector } from "@skucast/targets/guarded-connector";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { Agent, type buildConnector, type Dispatcher, Pool } from "undici";
import type { ReadBound } from "./read-bound.js";
import type { ClientIdentity } from "./request-extras.js";

const KEEP_ALIVE_MS = 10_000;

export interface AgentOptions {
  readonly guard: TargetGuard;
  readonly timeoutMs: number;
  readonly readBound: Pick<ReadBound, "watch">;
}

/**
 * An HTTP client that connects only where the guard lets it. Keeps connections for the next request to the same origin.
 * With an identity it shows that certificate to whoever asks.
 */
export function openAgent({ guard, timeoutMs, readBound }: AgentOptions, identity?: ClientIdentity): Agent {
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
        connect: watched(readBound, guardedConnector(guard, origin, { timeout: timeoutMs, ...tls })),
      }),
  });
}

const watched =
  (readBound: AgentOptions["readBound"], connect: buildConnector.connector): buildConnector.connector =>
  (target, callback) =>
    connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) return callback(error, null);
      readBound.watch(socket);
      socket.on("error", (failure: Error) => tellSocket(failure, socket));
      callback(null, socket);
    });

/** Says with an error of the system's what undici says with its own: how much had come over the connection. */
function tellSocket(failure: Error, { bytesRead }: { readonly bytesRead: number }): void {
  Object.assign(failure, { socket: { bytesRead } });
}
