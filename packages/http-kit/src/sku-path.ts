import { Problem } from "@skucast/contracts/problem";

/**
 * A SKU in a path is percent-encoded, or `~` and the base64url form of its UTF-8 bytes: proxies break `%2F`, and `.`
 * or `..` cannot be sent at all. A segment that begins with `~` is always of the second form.
 */
export function decodeSku(segment: string): string {
  const decoded = decodeSegment(segment, "sku");
  if (!decoded.startsWith("~")) return decoded;
  const bytes = Buffer.from(decoded.slice(1), "base64url");
  const sku = bytes.toString("utf8");
  if (`~${bytes.toString("base64url")}` !== decoded.replace(/=+$/, "") || !Buffer.from(sku).equals(bytes)) {
    throw invalidSegment("sku", "a segment that begins with ~ must be the base64url form of a SKU in UTF-8");
  }
  return sku;
}

/** The form of a SKU that survives every client and proxy; `decodeSku` reads it back. */
export function encodeSku(sku: string): string {
  const isSafe = !/^~|^\.{1,2}$|[/\\%]/.test(sku);
  return isSafe ? encodeURIComponent(sku) : `~${Buffer.from(sku).toString("base64url")}`;
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
