import type { IncomingMessage } from "node:http";
import { bodyBytesMaxOf, type Route, rejectsMembers, type UploadRule } from "@skucast/contracts/define-route";
import { faultsOf } from "@skucast/contracts/faults";
import { parseBounded } from "@skucast/contracts/parse-bounded";
import { type LargeRecord, largeRecordsOf, parsingLargeRecords } from "@skucast/contracts/parse-large-records";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import type { Steps } from "@skucast/contracts/steps";
import { z } from "zod";
import type { FixedFields } from "./fixed-fields.js";
import { parseInTurns, parseJson, parsingJson, parsingJsonOfItems } from "./json-body.js";
import { announcesBody, discardBody, readBody } from "./read-body.js";
import { receiveUpload, type Upload } from "./receive-upload.js";

/** A body parsed by the route's schema, and its bytes. */
export interface ReadBody {
  readonly value: unknown;
  /** Identifies the body in idempotency fingerprints. */
  readonly bytes: Buffer | null;
  readonly upload?: Upload;
}

/** `turn` waits for the next turn of the workspace, which parses a slice of a large body. */
export type BodyReader = (req: IncomingMessage, turn: () => Promise<unknown>) => Promise<ReadBody>;

interface BodyReaderOptions {
  /** Folder for uploads. Required if the route accepts them. */
  readonly uploadsDir?: string | undefined;
  /** Explains the fields of the resource that the body may not have. */
  readonly fixedFields?: FixedFields | undefined;
}

const NO_BODY: ReadBody = { value: undefined, bytes: null };
/** Parameters may be empty (RFC 9110, section 5.6.6). */
const MEDIA_TYPE = /^application\/json *(?:; *(?:charset="?utf-8"? *)?)*$/i;
const PATCH_MEDIA_TYPE = /^application\/(?:merge-patch\+)?json *(?:; *(?:charset="?utf-8"? *)?)*$/i;

/**
 * Creates the body reader of a route: checks media type (415), size (413), JSON (400), then the schema (422 with all
 * errors at once). Uploads are stored as files. A POST or DELETE without a body schema takes an empty body or object,
 * because a client may believe that a member of it had an effect; other methods ignore the body. An empty body is allowed only if
 * the schema accepts undefined.
 */
export function createBodyReader(route: Route, { uploadsDir, fixedFields }: BodyReaderOptions = {}): BodyReader {
  const { body: schema, upload: rule, itemsApart } = route;
  if (rule) return createUploadReader(rule, uploadsDir);
  if (!schema) return rejectsMembers(route) ? readNothing : ignoreBody;
  const bytesMax = bodyBytesMaxOf(route);
  const mediaType = route.method === "PATCH" ? PATCH_MEDIA_TYPE : MEDIA_TYPE;
  const records = largeRecordsOf(schema);
  const isOptional = schema.safeParse(undefined).success;
  return async (req, turn) => {
    if (isOptional && !announcesBody(req)) return { value: schema.parse(undefined), bytes: null };
    checkMediaType(req, mediaType);
    const bytes = await readBody(req, bytesMax);
    const steps = itemsApart === undefined ? parsingBody(bytes, records) : parsingJsonOfItems(bytes, itemsApart);
    const parsed = parseBounded(schema, await parseInTurns(bytes, steps, turn));
    if (parsed.success) return { value: parsed.data, bytes };
    const faults = faultsOf(parsed.error, schema);
    throw validationFailed(fixedFields === undefined ? faults : faults.map(fixedFields));
  };
}

function* parsingBody(bytes: Buffer, records: readonly LargeRecord[]): Steps<unknown> {
  return yield* parsingLargeRecords(records, yield* parsingJson(bytes));
}

function createUploadReader(rule: UploadRule, uploadsDir: string | undefined): BodyReader {
  if (uploadsDir === undefined) throw new Error("a route accepts uploads, but uploadsDir is not set");
  return async (req) => {
    const upload = await receiveUpload(req, rule, uploadsDir);
    return { value: undefined, bytes: Buffer.from(upload.sha256, "hex"), upload };
  };
}

function ignoreBody(req: IncomingMessage): Promise<ReadBody> {
  if (announcesBody(req)) discardBody(req);
  return Promise.resolve(NO_BODY);
}

const NOTHING = z.strictObject({});
const NOTHING_BYTES_MAX = 10_000;

async function readNothing(req: IncomingMessage): Promise<ReadBody> {
  if (!announcesBody(req)) return NO_BODY;
  const bytes = await readBody(req, NOTHING_BYTES_MAX);
  if (bytes.length === 0) return NO_BODY;
  checkMediaType(req, MEDIA_TYPE);
  const parsed = parseBounded(NOTHING, parseJson(bytes));
  if (parsed.success) return NO_BODY;
  throw validationFailed(faultsOf(parsed.error, NOTHING));
}

function checkMediaType(req: IncomingMessage, mediaType: RegExp): void {
  const sent = req.headers["content-type"];
  if (sent === "application/json" || (sent !== undefined && mediaType.test(sent))) return;
  // If there is no body at all, parseJson reports that (400), which is more helpful.
  if (!announcesBody(req)) return;
  const accepted = `application/json${req.method === "PATCH" ? " or application/merge-patch+json" : ""} in UTF-8`;
  const found = sent === undefined ? "The body has no Content-Type" : `The Content-Type ${shown(sent)} is not accepted`;
  throw new Problem("unsupported_media_type", `${found}: send ${accepted}.`);
}

const SHOWN_LENGTH_MAX = 100;
const shown = (sent: string): string => JSON.stringify(sent.slice(0, SHOWN_LENGTH_MAX));
