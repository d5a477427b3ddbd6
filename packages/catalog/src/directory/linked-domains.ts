/**
 * Whether the host of a URL is one of the domains, or below one. A string that is no URL is not, nor one with a
 * backslash: in `https://shop.example\@evil.example/` some clients of the directory find the second host.
 */
export function isWithin(domains: readonly string[], url: string): boolean {
  if (url.includes("\\") || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

/**
 * Whether everything that the product invites people to open is within the domains: its page, and the pages of its
 * seller. Pictures may come from elsewhere.
 */
export function linksWithin(domains: readonly string[], fields: Readonly<Record<string, unknown>>): boolean {
  const { url, seller } = fields;
  const ofSeller = typeof seller === "object" && seller !== null ? Object.values(seller) : [];
  const links = [url, ...ofSeller].filter(
    (value): value is string => typeof value === "string" && value.includes("://"),
  );
  return links.every((link) => isWithin(domains, link));
}
