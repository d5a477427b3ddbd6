import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "./error-codes.js";

/** One fault of the input: where (RFC 6901 pointer into the body, or the parameter's name), what, and what is allowed. */
export interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** Body of every error answer, `application/problem+json` (RFC 9457). */
export const problemSchema = z
  .looseObject({
    type: z.string().describe("Address of the code's documentation."),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("What happened, for the person who reads it."),
    code: z.string().describe("Stable code; the same cause keeps the same code."),
    request_id: z.string(),
    errors: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .describe("An error (RFC 9457).");

/** An expected refusal: verbs throw it, each surface renders it. Its detail is public; a cause never leaves the process. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;
  /** Extra members of the problem document, such as the stored version of a stale write. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    detail?: string,
    more: {
      faults?: readonly Fault[];
      headers?: Record<string, string>;
      members?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(detail ?? ERROR_CODES[code][2], more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.faults = more.faults ?? [];
    this.headers = more.headers ?? {};
    this.members = more.members ?? {};
  }
}

/** The refusal of a body with all of its faults at once. */
export function validationFailed(faults: readonly Fault[]): Problem {
  const [first] = faults;
  const detail =
    faults.length === 1 && first
      ? `${first.pointer || "The body"}: ${first.message}`
      : `${faults.length} faults; see errors.`;
  return new Problem("validation_failed", detail, { faults });
}
