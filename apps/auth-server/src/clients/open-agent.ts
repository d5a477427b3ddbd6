import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import type { TargetGuard } from "@skucast/targets/target-guard";
import { TargetRefused } from "@skucast/targets/target-refused";
import { Agent, buildConnector, type Dispatcher, Pool } from "undici";

const TIMEOUT_MS = 2_500;
const CONNECTIONS_PER_ORIGIN = 4;

/**
 * An HTTP client for addresses that clients name. It connects only where the guard lets it: IP literals are checked before,
 * names by the one look-up that is used, and the address that the socket reached once more.
 */
export function openAgent(guard: TargetGuard, extraCa?: string): Agent {
  return new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    factory: (origin, options): Dispatcher =>
      new Pool(origin, { ...(options as Pool.Options), connect: guardedConnector(guard, origin, extraCa) }),
  });
}

function guardedConnector(guard: TargetGuard, origin: string | URL, extraCa?: string): buildConnector.connector {
  const url = String(origin);
  const connect = buildConnector({
    timeout: TIMEOUT_MS,
    lookup: guard.lookupFor(url),
    ...(extraCa !== undefined && { ca: [...rootCertificates, extraCa] }),
  });
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
