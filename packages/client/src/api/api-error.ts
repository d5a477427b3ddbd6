import type { Fault } from "@skucast/contracts/problem";

interface ApiErrorOptions {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly faults?: readonly Fault[];
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly mayHaveSucceeded?: boolean;
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
  /**
   * Whether the call may have had its effect although it failed: the response was lost, or the server failed. Also for a
   * refusal after such an attempt of the same call, such as 412, because the first attempt has changed the version.
   */
  readonly mayHaveSucceeded: boolean;

  constructor(options: ApiErrorOptions) {
    const { status, code, detail, faults = [], requestId, retryAfterSeconds, mayHaveSucceeded, cause } = options;
    super(detail, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.mayHaveSucceeded = mayHaveSucceeded ?? status >= SERVER_ERROR;
  }
}

const SERVER_ERROR = 500;

/** The error of a response, or of one that breaks off: then the reason of the refusal is unknown. */
export async function readApiError(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const requestId = headers.get("request-id") ?? undefined;
  const wait = Number(headers.get("retry-after") ?? Number.NaN);
  const details = { status, requestId, retryAfterSeconds: Number.isFinite(wait) ? wait : undefined };
  const text = await response.text().catch((cause: unknown) => brokenOff(details, cause));
  if (text instanceof ApiError) return text;
  const problem = parsed(text);
  if (!isProblem(problem)) {
    return new ApiError({
      ...details,
      code: "unexpected",
      detail: `The service responded with ${status} without a reason.`,
    });
  }
  return new ApiError({ ...details, code: problem.code, detail: problem.detail, faults: problem.errors ?? [] });
}

const brokenOff = (details: Pick<ApiErrorOptions, "status" | "requestId" | "retryAfterSeconds">, cause: unknown) =>
  new ApiError({
    ...details,
    status: 0,
    code: "unreachable",
    detail: `The service responded with ${details.status}, but the response broke off.`,
    mayHaveSucceeded: details.status >= SERVER_ERROR,
    cause,
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface ProblemDocument {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly Fault[];
}

const isProblem = (body: unknown): body is ProblemDocument =>
  typeof body === "object" && body !== null && "code" in body && "detail" in body;
