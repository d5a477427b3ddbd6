import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "./error-codes.js";

/** One error in the input: where (RFC 6901 pointer into the body, or the parameter's name), which, and what is allowed. */
export interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** Body of every error response, `application/problem+json` (RFC 9457). */
export const problemSchema = z
  .looseObject({
    type: z.string().describe("URL of the code's documentation."),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("What happened, for a person to read."),
    code: z.string().describe("Stable code; the same cause keeps the same code."),
    request_id: z.string(),
    required_scope: z
      .string()
      .optional()
      .describe(
        "Only of 403 forbidden: the scope that the token lacks, also when only a parameter or a field needs it.",
      ),
    errors: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .describe("An error (RFC 9457).");

/** An expected error: operations throw it, and REST and MCP render it. The detail is public; the cause is only logged. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;
  /** Further members of the problem document, such as the stored version for a stale write. */
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

/** The error for a body that is not valid, with all of its errors at once. */
export function validationFailed(faults: readonly Fault[]): Problem {
  const [first] = faults;
  const detail =
    faults.length === 1 && first
      ? `${first.pointer || "The body"}: ${first.message}`
      : `${faults.length} errors; see errors.`;
  return new Problem("validation_failed", detail, { faults });
}
