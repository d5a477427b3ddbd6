import type { IncomingMessage } from "node:http";
import { Problem } from "@skucast/contracts/problem";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A name or an address with its port (RFC 9110, section 7.2), and nothing that parsing as a URL would take for more. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Refuses a request that names another host than ours: a page whose name was pointed at this address (DNS rebinding). At
 * a public address on loopback, any loopback name and port is ours.
 */
export function hostCheck(publicUrl: string, alsoAllowed: readonly string[]) {
  const { host, hostname, protocol } = new URL(publicUrl);
  const names = new Set([
    ...alsoAllowed.map((name) => name.toLowerCase()),
    ...(LOOPBACK.has(hostname) ? LOOPBACK : []),
  ]);
  return function checkHost(req: IncomingMessage): void {
    const { host: sent = "" } = req.headers;
    const address = `${protocol}//${sent}`;
    const named = HOST.test(sent) && URL.canParse(address) ? new URL(address) : null;
    if (named !== null && (named.host === host || names.has(named.host) || names.has(named.hostname))) return;
    throw new Problem(
      "forbidden",
      "This host is not served here; SKUCAST_PUBLIC_URL and SKUCAST_MCP_ALLOWED_HOSTS are.",
    );
  };
}
