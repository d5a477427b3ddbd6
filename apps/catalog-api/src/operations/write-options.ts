import type { Client } from "@skucast/http-kit/client";
import { checkIfMatch, checkIfNoneMatch } from "@skucast/http-kit/etag";

interface WriteCall {
  readonly query: object;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly requestId: string;
  readonly client: Client;
}

/** Converts the headers and query of a write to the options that the operations expect. */
export function writeOptions({ query, ifMatch, ifNoneMatch, requestId, client }: WriteCall) {
  return {
    validateOnly: "validate_only" in query && query.validate_only === true,
    origin: { ...client, requestId },
    ...((ifMatch !== undefined || ifNoneMatch !== undefined) && {
      precondition: (version: number | null) => {
        checkIfMatch(ifMatch, version);
        checkIfNoneMatch(ifNoneMatch, version);
      },
    }),
  };
}
