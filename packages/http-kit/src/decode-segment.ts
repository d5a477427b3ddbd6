import { Problem } from "@skucast/contracts/problem";

/** Percent-decodes one path segment; 400 invalid_parameter when that is not possible. */
export function decodeSegment(segment: string, name: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    const message = "is not percent-encoded UTF-8";
    throw new Problem("invalid_parameter", `${name}: ${message}`, {
      faults: [{ pointer: name, code: "invalid_encoding", message }],
    });
  }
}
