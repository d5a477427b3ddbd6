import type { IncomingMessage } from "node:http";

/**
 * Whether a browser says that a page of this origin sent the request: `Sec-Fetch-Site`, or where a browser does not send
 * it, `Origin`. Scripts of other sites can set neither. A request that has none of them proves nothing.
 */
export function isSameOrigin(req: IncomingMessage, publicUrl: string): boolean {
  const site = req.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return req.headers.origin === new URL(publicUrl).origin;
}
