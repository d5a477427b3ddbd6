import type { IncomingMessage } from "node:http";
import { Problem } from "@skucast/contracts/problem";

/** Header fields of which a request has one. Node.js uses the first; a proxy in front may have used the last. */
const SINGLE = ["host", "authorization"] as const;

/**
 * Throws bad_request for a request with several Host or Authorization fields, or without Host in HTTP/1.1 (RFC 9112,
 * section 3.2), so that no two programs understand it differently.
 */
export function checkSingleFields({ rawHeaders, httpVersion }: IncomingMessage): void {
  for (const single of SINGLE) {
    let count = 0;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i] ?? "";
      if (name.length === single.length && name.toLowerCase() === single) count += 1;
    }
    if (count > 1) throw new Problem("bad_request", `The request has ${count} ${single} fields; send one.`);
    if (count === 0 && single === "host" && httpVersion === "1.1") {
      throw new Problem("bad_request", "The request has no Host field, which HTTP/1.1 requires.");
    }
  }
}
