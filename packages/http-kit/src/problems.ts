import { ERROR_CODES, statusOf } from "@skucast/contracts/error-codes";
import { Problem } from "@skucast/contracts/problem";
import type { Logger } from "@skucast/service-kit/logger";
import type { Answer } from "./answer.js";

/** Makes every refusal and failure of a surface into the same document. */
export interface Problems {
  /**
   * The answer to any thrown value: a `Problem` as it says; a database that is not there as 503 unavailable; anything else
   * as 500 internal, logged once with its cause, which never leaves the process.
   */
  answer(error: unknown, requestId: string): Answer & { readonly body: string };
  /** Logs a failure that the client need not know of. */
  report(error: unknown, requestId: string): void;
}

export interface ProblemsOptions {
  /** Absolute address of the page of error codes; a problem's `type` is that page's anchor of its code. */
  readonly errorDocsUrl: string;
  readonly logger: Pick<Logger, "error" | "warn">;
  /** What the errors of the things behind the surface are to a client; null for those it does not know. */
  readonly translate?: (error: unknown) => Problem | null;
}

export function createProblems({ errorDocsUrl, logger, translate = () => null }: ProblemsOptions): Problems {
  const problemOf = (error: unknown): Problem =>
    error instanceof Problem ? error : (translate(error) ?? new Problem("internal", undefined, { cause: error }));
  return {
    answer(error, requestId) {
      const problem = problemOf(error);
      const status = statusOf(problem.code);
      if (status >= 500) logFailure(logger, problem, requestId);
      return {
        status,
        headers: {
          "Content-Type": "application/problem+json; charset=utf-8",
          "Cache-Control": "no-store",
          ...problem.headers,
        },
        body: JSON.stringify(documentOf(problem, requestId, errorDocsUrl)),
      };
    },
    report: (error, requestId) => logFailure(logger, problemOf(error), requestId),
  };
}

/** Members of the problem's own may say more than the standard ones, and may give a registered type; never status or code. */
function documentOf(problem: Problem, requestId: string, errorDocsUrl: string): Record<string, unknown> {
  return {
    type: `${errorDocsUrl}#${problem.code}`,
    title: ERROR_CODES[problem.code][1],
    ...problem.members,
    status: statusOf(problem.code),
    detail: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.faults.length > 0 ? { errors: problem.faults } : {}),
  };
}

function logFailure(logger: Pick<Logger, "error" | "warn">, problem: Problem, requestId: string): void {
  const fields = { event: "request.failed", request_id: requestId, code: problem.code, err: problem.cause ?? problem };
  if (problem.code === "internal") logger.error(fields, "request failed");
  else logger.warn(fields, "request failed");
}
