import type { Fault } from "@skucast/contracts/problem";

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly faults?: readonly Fault[];
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** A call that was not done: a problem document of the service, or that it could not be reached (`unreachable`). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Stable code of the service, `unreachable` without an answer, `unexpected` for one that is no problem document. */
  readonly code: string;
  /** What is wrong with the input, all of it at once. */
  readonly faults: readonly Fault[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, detail, faults = [], requestId, retryAfterSeconds, cause }: Refusal) {
    super(detail, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error that an answer tells of. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const requestId = headers.get("request-id") ?? undefined;
  const wait = Number(headers.get("retry-after") ?? Number.NaN);
  const told = { status, requestId, retryAfterSeconds: Number.isFinite(wait) ? wait : undefined };
  const problem: unknown = await response.json().catch(() => null);
  if (!isProblem(problem)) {
    return new ApiError({ ...told, code: "unexpected", detail: `The service answered ${status} without a reason.` });
  }
  return new ApiError({ ...told, code: problem.code, detail: problem.detail, faults: problem.errors ?? [] });
}

interface ProblemDocument {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly Fault[];
}

const isProblem = (body: unknown): body is ProblemDocument =>
  typeof body === "object" && body !== null && "code" in body && "detail" in body;
