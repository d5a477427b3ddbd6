import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import type { TargetGuard } from "./target-guard.js";

type Callback = (error: Error | null, stream: Duplex) => void;

/**
 * Agents of node:http and node:https that are safe for hosts given by tenants: each connection goes to an address that the
 * guard has checked. A rejected target fails the request with TargetRefused. Close them with `destroy`.
 */
export function guardedAgents(
  guard: TargetGuard,
  { ca }: { readonly ca?: string | undefined } = {},
): { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpsAgent } {
  class GuardedHttp extends HttpAgent {
    override createConnection(options: RequestOptions, callback?: Callback) {
      return connect("http:", options, callback, (checked) => super.createConnection(checked));
    }
  }
  class GuardedHttps extends HttpsAgent {
    override createConnection(options: RequestOptions, callback?: Callback) {
      return connect("https:", options, callback, (checked) => super.createConnection(checked));
    }
  }
  function connect(
    scheme: "http:" | "https:",
    options: RequestOptions,
    callback: Callback = () => {},
    open: (options: RequestOptions) => Duplex | null | undefined,
  ): undefined {
    const host = options.host ?? "";
    const url = `${scheme}//${isIP(host) === 6 ? `[${host}]` : host}:${options.port}/`;
    // Node does not call `lookup` for IP literals, so the URL is checked first in any case.
    guard.checkUrl(url).then(
      () => {
        const socket = open({ ...options, lookup: guard.lookupFor(url) });
        if (socket) callback(null, socket);
      },
      (error: Error) => callback(error, undefined as unknown as Duplex), // Node ignores the stream of a failure
    );
    return undefined;
  }
  return {
    httpAgent: new GuardedHttp({ keepAlive: true }),
    httpsAgent: new GuardedHttps({ keepAlive: true, ...(ca !== undefined && { ca }) }),
  };
}
