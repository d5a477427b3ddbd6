import type { Fault } from "@skucast/contracts/problem";

interface ApiErrorOptions {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly faults?: readonly Fault[];
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** A failed call: a problem document of the service, or no response (`unreachable`). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 without a complete response. */
  readonly status: number;
  /**
   * Stable error code of the service; `unreachable` without a complete response, `unexpected` if the response is not one of
   * the API: no problem document, a web page or malformed JSON.
   */
  readonly code: string;
  /** All validation errors of the input. */
  readonly faults: readonly Fault[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, detail, faults = [], requestId, retryAfterSeconds, cause }: ApiErrorOptions) {
    super(detail, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error of a response. */
export async function readApiError(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const requestId = headers.get("request-id") ?? undefined;
  const wait = Number(headers.get("retry-after") ?? Number.NaN);
  const details = { status, requestId, retryAfterSeconds: Number.isFinite(wait) ? wait : undefined };
  const problem: unknown = await response.json().catch(() => null);
  if (!isProblem(problem)) {
    return new ApiError({
      ...details,
      code: "unexpected",
      detail: `The service responded with ${status} without a reason.`,
    });
  }
  return new ApiError({ ...details, code: problem.code, detail: problem.detail, faults: problem.errors ?? [] });
}

interface ProblemDocument {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly Fault[];
}

const isProblem = (body: unknown): body is ProblemDocument =>
  typeof body === "object" && body !== null && "code" in body && "detail" in body;
