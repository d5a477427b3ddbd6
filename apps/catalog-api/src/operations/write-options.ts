import type { Client } from "@skucast/http-kit/client";
import { checkIfMatch, checkIfNoneMatch } from "@skucast/http-kit/etag";

interface WriteCall {
  readonly query: object;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly traceparent: string | undefined;
  readonly requestId: string;
  readonly client: Client;
}

/** What the headers and the query of a write ask for, as the verbs take it. */
export function writeOptions({ query, ifMatch, ifNoneMatch, traceparent, requestId, client }: WriteCall) {
  return {
    validateOnly: "validate_only" in query && query.validate_only === true,
    traceparent,
    origin: { ...client, requestId },
    ...((ifMatch !== undefined || ifNoneMatch !== undefined) && {
      precondition: (version: number | null) => {
        checkIfMatch(ifMatch, version);
        checkIfNoneMatch(ifNoneMatch, version);
      },
    }),
  };
}
