/** Prefix of the base64url form of a SKU in a path. No SKU begins with it. */
export const SKU_PATH_PREFIX = "base64url~";

/**
 * Parts of a percent-encoded SKU that clients and proxies may change: they drop dot segments, decode `%2F` or decode
 * twice, and read `+` as a space.
 */
const UNSAFE_IN_PATHS = /^\.{1,2}$|[/\\%?#;+]/;

/** A SKU as one path segment before percent-encoding: unchanged, or in base64url form if clients might change it. */
export const skuSegment = (sku: string): string => (UNSAFE_IN_PATHS.test(sku) ? base64urlSegment(sku) : sku);

/** The base64url form of any SKU. */
export function base64urlSegment(sku: string): string {
  const bytes = Array.from(new TextEncoder().encode(sku), (byte) => String.fromCharCode(byte)).join("");
  return `${SKU_PATH_PREFIX}${btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** A SKU as a percent-encoded path segment of a URL. */
export const encodeSku = (sku: string): string => encodeURIComponent(skuSegment(sku));

/** The SKU of a percent-decoded path segment; null if it has the prefix but is not valid base64url. */
export function skuOfSegment(segment: string): string | null {
  if (!segment.startsWith(SKU_PATH_PREFIX)) return segment;
  const encoded = segment.slice(SKU_PATH_PREFIX.length).replace(/=+$/, "");
  if (!/^[\w-]+$/.test(encoded)) return null;
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
