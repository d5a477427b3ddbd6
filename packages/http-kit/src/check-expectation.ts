import type { IncomingMessage } from "node:http";
import { Problem } from "@skucast/contracts/problem";

/** As Node.js recognizes it. It has sent the 100 response before the app sees the request. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Throws expectation_failed for a request that expects anything but 100-continue (RFC 9110, section 10.1.1). */
export function checkExpectation({ headers: { expect } }: IncomingMessage): void {
  if (expect !== undefined && !CONTINUE.test(expect)) throw new Problem("expectation_failed");
}
