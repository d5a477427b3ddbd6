import type { Readable } from "node:stream";
import type { BodyOf, ParamsOf, QueryOf, Route, UploadRule } from "@skucast/contracts/define-route";
import type { Principal } from "@skucast/contracts/principal";
import type { ByteRange } from "./byte-range.js";
import type { Client } from "./client.js";
import type { Upload } from "./receive-upload.js";

/** The input of a handler: everything that the route's contract names, parsed and validated. */
export interface Call<R extends Route = Route> {
  /** The caller; null on a public route. */
  readonly principal: R["scope"] extends "public" ? null : Principal;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The uploaded file. The handler keeps it or deletes it. */
  readonly upload: R["upload"] extends UploadRule ? Upload : undefined;
  readonly requestId: string;
  /** The origin of the request. */
  readonly client: Client;
  /** Authenticates the caller again, for responses that stay open. Rejects as a new request would. */
  identify(): Promise<Principal>;
  /** The header as sent. Check it with `checkIfMatch` (etag.ts). */
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** The part of a file of this size and tag that the request asks for: see `requestedRange`. */
  rangeOf(file: { readonly bytes: number; readonly etag: string }): ByteRange | "whole" | "unsatisfiable";
  /**
   * W3C trace context to store with the effects of the request: that of its own span while tracing is on, otherwise the
   * caller's.
   */
  /** Aborts at the deadline of the request (LIMITS.requestTimeoutMs) or when the client disconnects. */
  readonly signal: AbortSignal;
}

interface ReplyHead {
  /** Required only if the contract has several success statuses. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Entity tag with quotes (`etagOf`). A GET whose If-None-Match matches it gets 304. */
  readonly etag?: string;
  /** Path or URL of the created resource. */
  readonly location?: string;
  /** Time of the last change (RFC 3339). Default: `updated_at` of the JSON, if it has one. */
  readonly lastModified?: string;
  /** For a list: the cursor of the next page, sent in the Link header. */
  readonly nextCursor?: string | null;
}

interface BodylessReply extends ReplyHead {
  readonly json?: never;
  readonly rawJson?: never;
  readonly stream?: never;
}

interface JsonReply extends ReplyHead {
  readonly json: unknown;
  readonly rawJson?: never;
  readonly stream?: never;
}

/** JSON that is already serialized, such as the document stored with the resource. */
interface RenderedReply extends ReplyHead {
  readonly rawJson: string;
  readonly json?: never;
  readonly stream?: never;
}

/** A file. The stream is destroyed if the client disconnects. */
export interface FileReply extends ReplyHead {
  readonly stream: Readable;
  readonly contentType: string;
  /** Size in bytes, if known. */
  readonly length?: number;
  /** File name for browsers. */
  readonly fileName?: string;
  readonly json?: never;
  readonly rawJson?: never;
}

/** The result of a handler. Errors are thrown as `Problem`. */
export type Reply = BodylessReply | JsonReply | RenderedReply | FileReply;

/**
 * The implementation of one route. It may be called twice for one intent, and its result is dropped after the deadline.
 */
export type Handler<R extends Route> = (call: Call<R>) => Promise<Reply>;

export type RouteTable = Readonly<Record<string, Route>>;

/**
 * Exactly one handler for each route of the table, keyed by route id. A missing or mismatched entry does not compile.
 */
export type HandlersOf<Table extends RouteTable> = {
  readonly [Name in keyof Table as Table[Name]["id"]]: Handler<Table[Name]>;
};
