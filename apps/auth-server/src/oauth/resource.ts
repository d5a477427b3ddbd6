import { API_BASE_PATH } from "@skucast/contracts/service";

/** The resource indicator (RFC 8707) that tokens are issued for: one logical resource, reached over MCP and REST. */
export const canonicalResource = (publicUrl: string): string => `${publicUrl}/mcp`;

/** Paths at which clients know the one resource. */
export const RESOURCE_PATHS = ["", "/mcp", API_BASE_PATH] as const;

/**
 * The indicators as the provider gets them: the canonical one for none and for any of its other names, so that they become
 * one; unknown ones stay as they are and are refused.
 */
export function normaliseResources(sent: readonly string[], publicUrl: string): string[] {
  const known = new Set(
    RESOURCE_PATHS.flatMap((path) => [`${publicUrl}${path}`, `${publicUrl}${path}/`].map(normalised)),
  );
  const canonical = canonicalResource(publicUrl);
  const named = sent.map((name) => (known.has(normalised(name)) ? canonical : name));
  return [...new Set(sent.length === 0 ? [canonical] : named)];
}

/** Scheme and host in any case, and a default port, are the same address (RFC 3986, section 6.2). */
const normalised = (address: string): string => URL.parse(address)?.href ?? address;
