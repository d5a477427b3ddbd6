import type { IncomingMessage } from "node:http";
import { Problem } from "@skucast/contracts/problem";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A host name or IP address with an optional port (RFC 9110, section 7.2). It rejects characters that a URL parser would
 * read as the end of a user name or of the host.
 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Rejects requests for another host, which prevents DNS rebinding by web pages. If the public URL is on loopback, any
 * loopback name and port is accepted.
 */
export function createHostCheck(publicUrl: string, alsoAllowed: readonly string[]) {
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
      "This host name is not allowed. SKUCAST_PUBLIC_URL and SKUCAST_MCP_ALLOWED_HOSTS list the allowed ones.",
    );
  };
}
