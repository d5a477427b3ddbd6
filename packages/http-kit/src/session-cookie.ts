import type { IncomingMessage } from "node:http";

/**
 * Name of the session cookie. Over HTTPS, the `__Host-` prefix (RFC 6265bis, section 4.1.3) keeps other hosts and paths
 * from setting it.
 */
export const sessionCookieName = (isSecure: boolean): string => (isSecure ? "__Host-skc_session" : "skc_session");

/** The session secret that a browser sent; undefined if there is none. */
export function readSessionCookie(req: IncomingMessage, isSecure: boolean): string | undefined {
  const start = `${sessionCookieName(isSecure)}=`;
  const pair = req.headers.cookie?.split(/; ?/).find((each) => each.startsWith(start));
  return pair?.slice(start.length);
}
