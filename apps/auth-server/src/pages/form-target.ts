/**
 * The source by which a Content-Security-Policy names where a client wants its answer: the origin, or of a private-use
 * scheme the scheme. Policies have no form for an IPv6 address, so there the scheme stands alone.
 */
export function formTargetOf(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol !== "https:" && protocol !== "http:") return protocol;
  return hostname.startsWith("[") ? protocol : `${protocol}//${host}`;
}
