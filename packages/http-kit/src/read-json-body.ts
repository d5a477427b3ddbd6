import type { IncomingMessage } from "node:http";
import type { Route, UploadRule } from "@skucast/contracts/define-route";
import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import { parseJson } from "./json-body.js";
import { announcesBody, dropBody, readBody } from "./read-body.js";
import { receiveUpload, type Upload } from "./receive-upload.js";

/** A body parsed by the route's schema, and its bytes. */
export interface ReadBody {
  readonly value: unknown;
  /** What tells this body from another. */
  readonly bytes: Buffer | null;
  readonly upload?: Upload;
}

export type BodyReader = (req: IncomingMessage) => Promise<ReadBody>;

const NO_BODY: ReadBody = { value: undefined, bytes: null };
const MEDIA_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;
const PATCH_MEDIA_TYPE = /^application\/(?:merge-patch\+)?json *(?:; *charset="?utf-8"? *)?$/i;

/**
 * Prepares the reader of a route's body: media type (415), size (413), JSON (400), then the schema (422 with all faults at
 * once). A route that takes an upload gets it as a file. A route without a body schema ignores what is sent; an empty body is only fine where the schema takes undefined.
 */
export function bodyReader(route: Route, uploadsDir?: string): BodyReader {
  const { body: schema, upload: rule } = route;
  if (rule) return uploadReader(rule, uploadsDir);
  if (!schema) return ignoreBody;
  const bytesMax = route.bodyLimit === "batch" ? LIMITS.batchBodyBytesMax : LIMITS.bodyBytesMax;
  const mediaType = route.method === "PATCH" ? PATCH_MEDIA_TYPE : MEDIA_TYPE;
  const isOptional = schema.safeParse(undefined).success;
  return async (req) => {
    if (isOptional && !announcesBody(req)) return { value: schema.parse(undefined), bytes: null };
    checkMediaType(req, mediaType);
    const bytes = await readBody(req, bytesMax);
    const parsed = schema.safeParse(parseJson(bytes));
    if (parsed.success) return { value: parsed.data, bytes };
    throw validationFailed(faultsOf(parsed.error, schema));
  };
}

function uploadReader(rule: UploadRule, uploadsDir: string | undefined): BodyReader {
  if (uploadsDir === undefined) throw new Error("a route takes uploads and there is no folder for them");
  return async (req) => {
    const upload = await receiveUpload(req, rule, uploadsDir);
    return { value: undefined, bytes: Buffer.from(upload.sha256, "hex"), upload };
  };
}

function ignoreBody(req: IncomingMessage): Promise<ReadBody> {
  if (announcesBody(req)) dropBody(req);
  return Promise.resolve(NO_BODY);
}

function checkMediaType(req: IncomingMessage, mediaType: RegExp): void {
  const sent = req.headers["content-type"];
  if (sent === "application/json" || (sent !== undefined && mediaType.test(sent))) return;
  // Without a body at all, its absence is the more helpful thing to say (400 by parseJson).
  if (!announcesBody(req)) return;
  throw new Problem("unsupported_media_type");
}
