import { ERROR_CODES, statusOf } from "@skucast/contracts/error-codes";
import { Problem } from "@skucast/contracts/problem";
import type { Logger } from "@skucast/service-kit/logger";
import type { Answer } from "./answer.js";

/** Turns every error of an interface into a problem document. */
export interface Problems {
  /**
   * The response to any thrown value: a `Problem` with its own code, an unavailable database as 503 unavailable,
   * anything else as 500 internal. Failures are logged once with their cause, which never leaves the process.
   */
  answer(error: unknown, requestId: string): Answer & { readonly body: string };
  /** Logs a failure that the client does not see. */
  report(error: unknown, requestId: string): void;
}

export interface ProblemsOptions {
  /** Absolute URL of the error page. A problem's `type` is the anchor of its code on that page. */
  readonly errorDocsUrl: string;
  readonly logger: Pick<Logger, "error" | "warn">;
  /** Translates errors of dependencies such as the database; returns null for unknown ones. */
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

/** A problem's own members may add to the standard ones and replace the type, but never status or code. */
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
