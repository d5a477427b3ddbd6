import { isIP } from "node:net";
import { buildConnector } from "undici";
import type { TargetGuard } from "./target-guard.js";
import { TargetRefused } from "./target-refused.js";

/**
 * A connector for undici that is safe for origins given by tenants. It checks each connection three times: IP literals,
 * which are never resolved; the result of the one name resolution; and the address that the socket is connected to. Fails
 * with TargetRefused when the guard rejects the target, and with a TLS error when the client certificate is unusable.
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
    const checked = isLiteral ? guard.checkUrl(url) : Promise.resolve();
    checked
      .then(() =>
        connect(target, (error, socket) => {
          if (error) callback(error, null);
          else if (socket && guard.checkAddress(socket.remoteAddress ?? "")) callback(null, socket);
          else {
            socket?.destroy();
            callback(new TargetRefused("The host resolves to an address that is not on the public internet."), null);
          }
        }),
      )
      .catch((error: Error) => callback(error, null));
  };
}
