import type { Readable } from "node:stream";
import type { BodyOf, ParamsOf, QueryOf, Route, UploadRule } from "@skucast/contracts/define-route";
import type { Principal } from "@skucast/contracts/principal";
import type { Client } from "./client.js";
import type { Upload } from "./receive-upload.js";

/** What a handler receives: everything of the request that the route's contract names, parsed and checked. */
export interface Call<R extends Route = Route> {
  /** Who calls; null on a public route. */
  readonly principal: R["scope"] extends "public" ? null : Principal;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The file that was sent; the handler keeps it or removes it. */
  readonly upload: R["upload"] extends UploadRule ? Upload : undefined;
  readonly requestId: string;
  /** Where the request comes from. */
  readonly client: Client;
  /** Who calls, asked anew, for answers that stay open: rejects as the request would be refused now. */
  identify(): Promise<Principal>;
  /** The header as sent; read it with `checkIfMatch` (etag.ts). */
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** W3C trace context to store with what the request causes: of its own span while tracing is on, else the caller's. */
  readonly traceparent: string | undefined;
  /** Aborts when the deadline of the request passes (LIMITS.requestTimeoutMs) or the client goes away. */
  readonly signal: AbortSignal;
}

interface ReplyHead {
  /** Needed only where the contract names more than one success status; otherwise that one. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Entity tag with its quotes (`etagOf`). A GET whose If-None-Match names it answers 304. */
  readonly etag?: string;
  /** Path or address of the resource that was made. */
  readonly location?: string;
  /** RFC 3339. When it changed last; of JSON with `updated_at` that is taken unless given. */
  readonly lastModified?: string;
  /** Of a page of a list: the cursor of the next one, which the Link header names. */
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

/** JSON that is already text, sent as it is: the document rendered when the resource was written. */
interface RenderedReply extends ReplyHead {
  readonly rawJson: string;
  readonly json?: never;
  readonly stream?: never;
}

/** Bytes of a file. The stream is destroyed when the client goes away. */
export interface FileReply extends ReplyHead {
  readonly stream: Readable;
  readonly contentType: string;
  /** Bytes, when known before. */
  readonly length?: number;
  /** Name under which a browser saves it. */
  readonly fileName?: string;
  readonly json?: never;
  readonly rawJson?: never;
}

/** What a handler answers. A refusal is thrown as a `Problem`. */
export type Reply = BodylessReply | JsonReply | RenderedReply | FileReply;

/** The code behind one route. It may be called twice for one intent, and its answer is dropped after the deadline. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<Reply>;

export type RouteTable = Readonly<Record<string, Route>>;

/** Exactly one handler for each route of the table, under the route's id: a missing or wrong entry does not compile. */
export type HandlersOf<Table extends RouteTable> = {
  readonly [Name in keyof Table as Table[Name]["id"]]: Handler<Table[Name]>;
};
