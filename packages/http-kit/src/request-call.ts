import type { Principal } from "@skucast/contracts/principal";
import { currentTraceparent } from "@skucast/service-kit/traces";
import type { Request } from "express";
import type { Authentication } from "./authenticate.js";
import { type Client, clientOf } from "./client.js";
import type { Deadline } from "./deadline.js";
import type { Call } from "./handler.js";
import type { Upload } from "./receive-upload.js";

/** The parts of a request that its route's schemas have parsed. */
export interface ParsedParts {
  readonly principal: Principal | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly upload: Upload | undefined;
  readonly requestId: string;
}

/** What a call asks when its handler does. */
interface CallTools {
  readonly deadline: Deadline;
  readonly authentication: Authentication;
}

/** A call as handlers receive it. A class: an object literal with a getter would be a new shape for every request. */
export class RequestCall {
  readonly principal: Principal | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly upload: Upload | undefined;
  readonly requestId: string;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly traceparent: string | undefined;
  readonly #req: Request;
  readonly #deadline: Deadline;
  readonly #authentication: Authentication;

  constructor(req: Request, parts: ParsedParts, { deadline, authentication }: CallTools) {
    this.principal = parts.principal;
    this.params = parts.params;
    this.query = parts.query;
    this.body = parts.body;
    this.upload = parts.upload;
    this.requestId = parts.requestId;
    this.ifMatch = req.headers["if-match"];
    this.ifNoneMatch = req.headers["if-none-match"];
    this.traceparent = currentTraceparent() ?? traceparentOf(req);
    this.#req = req;
    this.#deadline = deadline;
    this.#authentication = authentication;
  }

  // Only writes of settings ask for it: finding the address out has a price.
  get client(): Client {
    return clientOf(this.#req);
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }

  identify(): Promise<Principal> {
    return this.#authentication.identify(this.#req);
  }
}

/** The parts were parsed by the schemas of the very route whose handler gets them. */
export const callOf = (call: RequestCall): Call => call as { [Name in keyof RequestCall]: unknown } as Call;

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** The caller's W3C trace context, when it is well-formed. */
export function traceparentOf(req: Request): string | undefined {
  const sent = req.headers.traceparent;
  return typeof sent === "string" && TRACEPARENT.test(sent) ? sent : undefined;
}
