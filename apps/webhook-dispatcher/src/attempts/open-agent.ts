import { isIP } from "node:net";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { TargetRefused } from "@skucast/targets/target-refused";
import { Agent, buildConnector, type Dispatcher, Pool } from "undici";
import type { ClientIdentity } from "./request-extras.js";

const CONNECTIONS_PER_ORIGIN = 64;
const KEEP_ALIVE_MS = 10_000;

/**
 * An HTTP client that connects only where the guard lets it. Keeps connections for the next request to the same origin.
 * With an identity it shows that certificate to whoever asks.
 */
export function openAgent(guard: TargetGuard, timeoutMs: number, identity?: ClientIdentity): Agent {
  const tls = identity && { cert: identity.certificate, key: identity.privateKey };
  return new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
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

/**
 * Three looks at each connection: IP literals, which no look-up ever sees; the one look-up that is used; and the address
 * that the socket in fact reached.
 */
function guardedConnector(
  guard: TargetGuard,
  origin: string | URL,
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  const url = String(origin);
  const connect = buildConnector({ ...options, lookup: guard.lookupFor(url) });
  const isLiteral = isIP(new URL(url).hostname.replace(/^\[|\]$/g, "")) !== 0;
  return (options, callback) => {
    const vetted = isLiteral ? guard.checkUrl(url) : Promise.resolve();
    vetted.then(
      () =>
        connect(options, (error, socket) => {
          if (error) callback(error, null);
          else if (socket && guard.checkAddress(socket.remoteAddress ?? "")) callback(null, socket);
          else {
            socket?.destroy();
            callback(new TargetRefused("The host leads to an address that is not on the public internet."), null);
          }
        }),
      (error: Error) => callback(error, null),
    );
  };
}
