import { ERROR_CODES, type ErrorCode, statusOf } from "@skucast/contracts/error-codes";
import { Problem } from "@skucast/contracts/problem";
import { databaseProblem } from "@skucast/db/database-problem";
import { discardBody } from "@skucast/http-kit/read-body";
import { requestIdOf } from "@skucast/http-kit/request-id";
import type { ErrorRequestHandler } from "express";
import type { AccountsContext } from "../accounts/accounts-context.js";
import { texts } from "../language/request-language.js";
import type { PageErrorCode } from "../texts/en/problems.js";
import { errorPage } from "./error-page.js";
import { PageProblem } from "./page-problem.js";
import { sendPage } from "./send-page.js";

/**
 * Shows errors of page routes as pages. Problems show their own message; other errors are logged and shown as internal.
 */
export function pageErrors({ logger }: Pick<AccountsContext, "logger">): ErrorRequestHandler {
  // express identifies error handlers by their four parameters.
  return (error, req, res, _next) => {
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    const requestId = requestIdOf(req, res);
    const problem = problemOf(error);
    if (problem.code === "internal") {
      logger.error({ event: "http.failed", request_id: requestId, err: error }, "page failed");
    }
    discardBody(req);
    for (const [name, value] of Object.entries(problem.headers)) res.setHeader(name, value);
    sendPage(res, {
      status: statusOf(problem.code),
      page: errorPage({
        title: titleOf(problem.code),
        sentence: sentenceOf(problem),
        ...(problem instanceof PageProblem && { link: problem.link }),
        requestId,
      }),
    });
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = bodyErrorCode(error);
  if (code !== null) return new Problem(code, texts().problems.formUnreadable, { cause: error });
  return databaseProblem(error) ?? new Problem("internal", undefined, { cause: error });
}

const isPageErrorCode = (code: ErrorCode): code is PageErrorCode => Object.hasOwn(texts().problems.titles, code);

const titleOf = (code: ErrorCode): string =>
  isPageErrorCode(code) ? texts().problems.titles[code] : ERROR_CODES[code][1];

/** Pages write their own sentences. These two come from elsewhere, with the meaning of their code. */
function sentenceOf({ code, message }: Problem): string {
  const isOwn = (code !== "internal" && code !== "unavailable") || message !== ERROR_CODES[code][2];
  return isOwn ? message : texts().problems[code];
}

/** Maps errors of express' body parser by their status. */
function bodyErrorCode(error: unknown): ErrorCode | null {
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  if (status === 413) return "payload_too_large";
  if (status === 415) return "unsupported_media_type";
  return status >= 400 && status < 500 ? "bad_request" : null;
}
