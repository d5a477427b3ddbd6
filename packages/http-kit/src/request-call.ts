import type { Principal } from "@skucast/contracts/principal";
import type { Request, Response } from "express";
import type { Authentication } from "./authenticate.js";
import { type ByteRange, requestedRange } from "./byte-range.js";
import { type Client, clientOf } from "./client.js";
import type { Deadline } from "./deadline.js";
import type { Call } from "./handler.js";
import type { Upload } from "./receive-upload.js";

/** The parts of a request, parsed by the route's schemas. */
export interface ParsedParts {
  readonly principal: Principal | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly upload: Upload | undefined;
  readonly requestId: string;
}

interface RequestPair {
  readonly req: Request;
  readonly res: Response;
}

/** What a call uses on demand. */
interface CallTools {
  readonly deadline: Deadline;
  readonly authentication: Authentication;
}

/**
 * The call passed to handlers. A class, because an object literal with a getter would have a new hidden class for each
 * request.
 */
export class RequestCall {
  readonly principal: Principal | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly upload: Upload | undefined;
  readonly requestId: string;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly #req: Request;
  readonly #res: Response;
  readonly #deadline: Deadline;
  readonly #authentication: Authentication;

  constructor({ req, res }: RequestPair, parts: ParsedParts, { deadline, authentication }: CallTools) {
    this.principal = parts.principal;
    this.params = parts.params;
    this.query = parts.query;
    this.body = parts.body;
    this.upload = parts.upload;
    this.requestId = parts.requestId;
    this.ifMatch = req.headers["if-match"];
    this.ifNoneMatch = req.headers["if-none-match"];
    this.#req = req;
    this.#res = res;
    this.#deadline = deadline;
    this.#authentication = authentication;
  }

  // A getter, because finding the IP address is costly and only some writes need it.
  get client(): Client {
    return clientOf(this.#req, this.#res);
  }

  rangeOf(file: { readonly bytes: number; readonly etag: string }): ByteRange | "whole" | "unsatisfiable" {
    return requestedRange(this.#req, file);
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }

  identify(): Promise<Principal> {
    return this.#authentication.identify(this.#req);
  }
}

/** The parts were parsed by the schemas of the handler's own route. */
export const callOf = (call: RequestCall): Call => call as { [Name in keyof RequestCall]: unknown } as Call;

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** The caller's W3C trace context, if it is well-formed. */
export function traceparentOf(req: Request): string | undefined {
  const sent = req.headers.traceparent;
  return typeof sent === "string" && TRACEPARENT.test(sent) ? sent : undefined;
}
