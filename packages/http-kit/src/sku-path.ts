import { Problem } from "@skucast/contracts/problem";

/**
 * A SKU in a path is percent-encoded, or `~` and the base64url form of its UTF-8 bytes: proxies break `%2F`, and `.`
 * or `..` cannot be sent at all. The second form is read as such where the SKU needs it; any other segment that begins
 * with `~` is a SKU that does.
 */
export function decodeSku(segment: string): string {
  const decoded = decodeSegment(segment, "sku");
  if (!decoded.startsWith("~")) return decoded;
  const bytes = Buffer.from(decoded.slice(1), "base64url");
  const sku = bytes.toString("utf8");
  const isExact = `~${bytes.toString("base64url")}` === decoded.replace(/=+$/, "") && Buffer.from(sku).equals(bytes);
  return isExact && NEEDS_BASE64.test(sku) ? sku : decoded;
}

/** What percent-encoding does not carry safely. */
const NEEDS_BASE64 = /^~|^\.{1,2}$|[/\\%]/;

/** The form of a SKU that survives every client and proxy; `decodeSku` reads it back. */
export function encodeSku(sku: string): string {
  return NEEDS_BASE64.test(sku) ? `~${Buffer.from(sku).toString("base64url")}` : encodeURIComponent(sku);
}

/** Percent-decodes one path segment; 400 invalid_parameter when that is not possible. */
export function decodeSegment(segment: string, name: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidSegment(name, "is not percent-encoded UTF-8");
  }
}

function invalidSegment(name: string, message: string): Problem {
  return new Problem("invalid_parameter", `${name}: ${message}`, {
    faults: [{ pointer: name, code: "invalid_encoding", message }],
  });
}
