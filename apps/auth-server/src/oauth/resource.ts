import { API_BASE_PATH } from "@skucast/contracts/service";

/** The resource indicator (RFC 8707) of all tokens: one logical resource for MCP and REST. */
export const canonicalResource = (publicUrl: string): string => `${publicUrl}/mcp`;

/** Paths under which clients know the resource. */
export const RESOURCE_PATHS = ["", "/mcp", API_BASE_PATH] as const;

/**
 * Normalizes resource indicators for the provider. None, or any known name, becomes the canonical one. Unknown ones
 * stay, so that they are rejected.
 */
export function normalizeResources(sent: readonly string[], publicUrl: string): string[] {
  const known = new Set(
    RESOURCE_PATHS.flatMap((path) => [`${publicUrl}${path}`, `${publicUrl}${path}/`].map(normalized)),
  );
  const canonical = canonicalResource(publicUrl);
  const named = sent.map((name) => (known.has(normalized(name)) ? canonical : name));
  return [...new Set(sent.length === 0 ? [canonical] : named)];
}

/** Normalizes letter case of scheme and host, and the default port (RFC 3986, section 6.2). */
const normalized = (address: string): string => URL.parse(address)?.href ?? address;
