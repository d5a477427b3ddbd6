/**
 * The Content-Security-Policy source of a redirect URI: the origin, or the scheme of a private-use URI. Policies cannot
 * express IPv6 hosts, so only the scheme is used for them.
 */
export function formTargetOf(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol !== "https:" && protocol !== "http:") return protocol;
  return hostname.startsWith("[") ? protocol : `${protocol}//${host}`;
}
