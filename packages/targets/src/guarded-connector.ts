import { isIP } from "node:net";
import { buildConnector } from "undici";
import type { TargetGuard } from "./target-guard.js";
import { TargetRefused } from "./target-refused.js";

/**
 * How an undici pool connects to an origin that others have named. Three looks at each connection: IP literals, which no
 * look-up ever sees; the one look-up that is used; and the address that the socket in fact reached. Fails with
 * TargetRefused where the guard says no, and with what TLS throws of a client certificate that it cannot use.
 */
export function guardedConnector(
  guard: TargetGuard,
  origin: string | URL,
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  const url = String(origin);
  const connect = buildConnector({ ...options, lookup: guard.lookupFor(url) });
  const isLiteral = isIP(new URL(url).hostname.replace(/^\[|\]$/g, "")) !== 0;
  return (target, callback) => {
    const vetted = isLiteral ? guard.checkUrl(url) : Promise.resolve();
    vetted
      .then(() =>
        connect(target, (error, socket) => {
          if (error) callback(error, null);
          else if (socket && guard.checkAddress(socket.remoteAddress ?? "")) callback(null, socket);
          else {
            socket?.destroy();
            callback(new TargetRefused("The host leads to an address that is not on the public internet."), null);
          }
        }),
      )
      .catch((error: Error) => callback(error, null));
  };
}
